import * as v from 'valibot'
import { AmountSchema } from '#contract/base/amounts.ts'
import { defineEndpoint } from '#contract/base/endpoint.ts'
import { IdParamsSchema, RequestIdSchema } from '#contract/base/ids.ts'
import { ChosenDaySchema } from '#contract/base/send-date.ts'
import { EmailSchema, OptionalEmailSchema, OptionalLineSchema } from '#contract/base/text.ts'
import { ExpectedAmountSchema } from '#contract/money/refunds.ts'
import { VoucherDetailSchema } from '#contract/vouchers/admin-vouchers.ts'
import { isGeneratedCode, readSimilarLetters, readVoucherCode } from '#contract/vouchers/voucher-code.ts'

/** Latest expiry date, in years from today. */
export const EXTEND_YEARS = 5

/** Rejects 31 February and years that Postgres cannot store. */
const isCalendarDay = (day: string) =>
  day > '2000' && new Date(`${day}T00:00:00Z`).getUTCDate() === Number(day.slice(8))

export const ExtensionSchema = v.object({
  expiryDate: v.pipe(
    v.optional(v.string('Please choose a day'), ''),
    v.isoDate('Please choose a day'),
    v.check(isCalendarDay, 'Please choose a day'),
  ),
})

const EMAIL_SENTENCE = 'Please enter a valid email'

export const ResendSchema = v.object({
  /** The new recipient email. Default: unchanged. Required for a voucher on paper that names none. */
  recipientEmail: v.optional(EmailSchema(EMAIL_SENTENCE)),
  /** The day on which it is emailed, or null for at once. Default: the day for which it waits, else at once. */
  sendOn: v.optional(v.nullable(ChosenDaySchema)),
  requestId: RequestIdSchema,
})

/** How the balance was divided. `recorded`: to be paid back by hand; `voided`: nothing had been paid here. */
export const RefundDivisionSchema = v.object({
  refundedAmount: AmountSchema,
  cancelledAmount: AmountSchema,
  /** `due`: not sent to Stripe yet; `pending`: Stripe has not finished. */
  state: v.picklist(['due', 'pending', 'succeeded', 'recorded', 'voided']),
})

export const refundVoucherEndpoint = defineEndpoint({
  method: 'POST',
  path: '/api/admin/vouchers/:id/refund',
  access: 'admin',
  role: 'owner',
  stepUp: true,
  params: IdParamsSchema,
  body: v.optional(v.object({ expectedAmount: ExpectedAmountSchema, requestId: RequestIdSchema }), {}),
  reply: v.object({ ...RefundDivisionSchema.entries, ...VoucherDetailSchema.entries }),
})

export const resendVoucherEndpoint = defineEndpoint({
  method: 'POST',
  path: '/api/admin/vouchers/:id/resend',
  access: 'admin',
  role: ({ recipientEmail, sendOn }) =>
    recipientEmail === undefined && sendOn === undefined ? 'staff' : 'owner',
  stepUp: ({ recipientEmail }) => recipientEmail !== undefined,
  params: IdParamsSchema,
  body: ResendSchema,
  reply: VoucherDetailSchema,
})

export const ReissueSchema = v.object({
  /** Default: the address that the voucher goes to now; none for one on paper. */
  recipientEmail: OptionalEmailSchema(EMAIL_SENTENCE),
  /** A code that was emailed and that a restored backup does not know. Default: a new one. */
  code: v.pipe(
    OptionalLineSchema(100),
    v.transform((code) => (code === undefined ? undefined : readSimilarLetters(readVoucherCode(code)))),
    v.check(
      (code) => code === undefined || isGeneratedCode(code),
      'This code was not created by this website. Please check each letter and digit',
    ),
  ),
})

/**
 * Replaces the code of an active voucher and emails it, unless it is on paper and no address is given: then it is to be
 * printed again. The ledger stays; the old code opens nothing any more.
 */
export const reissueVoucherEndpoint = defineEndpoint({
  method: 'POST',
  path: '/api/admin/vouchers/:id/reissue',
  access: 'admin',
  role: 'owner',
  stepUp: true,
  params: IdParamsSchema,
  body: v.object({ ...ReissueSchema.entries, requestId: RequestIdSchema }),
  reply: VoucherDetailSchema,
})

export const extendVoucherEndpoint = defineEndpoint({
  method: 'POST',
  path: '/api/admin/vouchers/:id/extend',
  access: 'admin',
  role: 'owner',
  stepUp: true,
  params: IdParamsSchema,
  body: ExtensionSchema,
  reply: VoucherDetailSchema,
})

/** Changes which emails the holder of a voucher gets. Reminders that were stopped stay so. */
export const changeHolderEmailsEndpoint = defineEndpoint({
  method: 'POST',
  path: '/api/admin/vouchers/:id/holder-emails',
  access: 'admin',
  role: 'owner',
  params: IdParamsSchema,
  /** Default of each: unchanged. */
  body: v.object({ tellHolder: v.optional(v.boolean()), reminders: v.optional(v.boolean()) }),
  reply: VoucherDetailSchema,
})
