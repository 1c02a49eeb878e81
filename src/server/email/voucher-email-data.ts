import * as v from 'valibot'

/** What the outbox keeps for every mail of a voucher. One made at the desk may have no buyer. */
export const VoucherMailSchema = v.object({
  voucherCode: v.pipe(v.string(), v.regex(/^[0-9A-Z]+$/)),
  pence: v.pipe(v.number(), v.integer()),
  buyerName: v.nullable(v.string()),
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

/** What the receipt of one that was bought online needs on top. */
export const BoughtVoucherMailSchema = v.object({
  ...VoucherMailSchema.entries,
  reference: v.string(),
  buyerName: v.string(),
})

/** What the desk's receipt needs on top. */
export const DeskVoucherMailSchema = v.object({
  ...VoucherMailSchema.entries,
  paidBy: v.picklist(['cash', 'card', 'complimentary']),
})
