import * as v from 'valibot'
import { defineEndpoint } from '#contract/endpoint.ts'
import { PurchaseSchema, PurchaseTokenSchema } from '#contract/purchases.ts'
import { SendOnSchema } from '#contract/send-date.ts'
import { EMAIL_MAX, EmailSchema, OptionalLineSchema } from '#contract/text.ts'

/** Corrects the recipient's address while the gift email is unsent. */
export const changeRecipientEndpoint = defineEndpoint({
  method: 'POST',
  path: '/api/purchase/recipient',
  access: 'public',
  body: v.object({
    token: PurchaseTokenSchema,
    recipientEmail: EmailSchema(),
    /** The address that was shown; the change is refused if it is another now. */
    from: OptionalLineSchema(EMAIL_MAX),
  }),
  reply: PurchaseSchema,
})

/** Moves the gift email to another day, or sends it now (null), while it is unsent. */
export const changeSendDateEndpoint = defineEndpoint({
  method: 'POST',
  path: '/api/purchase/send-on',
  access: 'public',
  body: v.object({
    token: PurchaseTokenSchema,
    sendOn: v.nullable(SendOnSchema),
    /** The day that was shown, or null; the change is refused if it is another now. */
    from: v.optional(v.nullable(v.pipe(v.string(), v.isoDate()))),
  }),
  reply: PurchaseSchema,
})
