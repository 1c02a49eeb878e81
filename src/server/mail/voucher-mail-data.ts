import * as v from 'valibot'

/** What the outbox keeps for the two mails of a voucher. */
export const VoucherMailSchema = v.object({
  voucherCode: v.pipe(v.string(), v.regex(/^[0-9A-Z]+$/)),
  pence: v.pipe(v.number(), v.integer()),
  reference: v.string(),
  buyerName: v.string(),
  recipientName: v.string(),
  recipientEmail: v.string(),
  personalMessage: v.nullable(v.string()),
  paidAt: v.pipe(
    v.string(),
    v.transform((text) => new Date(text)),
    v.date(),
  ),
  /** The last day it is valid. */
  lastDay: v.pipe(v.string(), v.isoDate()),
})
