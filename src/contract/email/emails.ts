import * as v from 'valibot'
import { defineEndpoint } from '#contract/base/endpoint.ts'
import { IdParamsSchema, IdSchema, RequestIdSchema } from '#contract/base/ids.ts'
import { EmailStateSchema } from '#contract/base/statuses.ts'
import { EmailSchema } from '#contract/base/text.ts'
import { enquiryKinds } from '#contract/enquiries/enquiry-choices.ts'

/** An email to a customer, as the owner sees it. */
export const AdminEmailSchema = v.object({
  id: IdSchema,
  /** Such as "Gift voucher". */
  what: v.string(),
  /** Empty once it is erased or old. */
  recipient: v.string(),
  ...EmailStateSchema.entries,
  /** Whether it failed or bounced, no later one replaces it, and it can be sent again. */
  canResend: v.boolean(),
})

export type AdminEmail = v.InferOutput<typeof AdminEmailSchema>

/** Returns the emails to customers about a voucher, an order or an enquiry, newest first. */
export const recordEmailsEndpoint = defineEndpoint({
  method: 'GET',
  path: '/api/admin/records/:id/emails',
  access: 'admin',
  role: 'staff',
  params: IdParamsSchema,
  body: v.undefined(),
  reply: v.object({
    emails: v.array(AdminEmailSchema),
    /** Whether Postmark reports to us. Else `sent` is the last that is known, but for bounces, which are read by the hour. */
    isReported: v.boolean(),
  }),
})

/** Sends an email that failed or bounced again, to a corrected address if one is given: what it is about has it then, too. */
export const resendEmailEndpoint = defineEndpoint({
  method: 'POST',
  path: '/api/admin/mails/:id/resend',
  access: 'admin',
  role: ({ recipientEmail }) => (recipientEmail === undefined ? 'staff' : 'owner'),
  stepUp: ({ recipientEmail }) => recipientEmail !== undefined,
  params: IdParamsSchema,
  body: v.optional(v.object({ recipientEmail: v.optional(EmailSchema()) }), {}),
  reply: v.object({ queued: v.literal(true) }),
})

/** Takes an email that failed or bounced from Needs attention, because it was dealt with in another way. */
export const dismissEmailEndpoint = defineEndpoint({
  method: 'POST',
  path: '/api/admin/mails/:id/dismiss',
  access: 'admin',
  role: 'owner',
  params: IdParamsSchema,
  body: v.optional(v.object({}), {}),
  reply: v.object({ dismissed: v.literal(true) }),
})

/** Records whose customer's address the owner may correct. */
export const correctableKinds = ['voucher', 'order', ...enquiryKinds] as const

/**
 * Corrects the customer's address on a record, of a voucher that of its buyer, and sends the receipt or confirmation
 * again. A voucher that was emailed to its buyer at the old address gets a new code.
 */
export const changeAddressEndpoint = defineEndpoint({
  method: 'POST',
  path: '/api/admin/customers/address',
  access: 'admin',
  role: 'owner',
  stepUp: true,
  body: v.object({
    kind: v.picklist(correctableKinds),
    id: IdSchema,
    email: EmailSchema(),
    requestId: RequestIdSchema,
  }),
  reply: v.object({ changed: v.literal(true) }),
})
