import * as v from 'valibot'
import { voucherDeliveries } from '#contract/statuses.ts'
import { purchaseEntries } from '#server/email/purchase-facts.ts'

const CodeSchema = v.pipe(v.string(), v.regex(/^[0-9A-Z]+$/))

/** Outbox data of the emails about a voucher. One issued at the desk may have no buyer. */
export const VoucherEmailSchema = v.object({
  number: purchaseEntries.number,
  voucherCode: CodeSchema,
  pence: v.pipe(v.number(), v.integer()),
  buyerName: v.nullable(v.string()),
  recipientName: v.string(),
  /** Null if the voucher goes to the buyer or is on paper. */
  recipientEmail: v.nullable(v.string()),
  deliverTo: v.picklist(voucherDeliveries),
  /** The day on which the recipient gets it; at once if there is none. */
  sendOn: v.nullish(v.pipe(v.string(), v.isoDate())),
  linkId: purchaseEntries.linkId,
  personalMessage: v.nullable(v.string()),
  paidAt: v.pipe(
    v.string(),
    v.transform((text) => new Date(text)),
    v.date(),
  ),
  /** Last valid day. */
  lastDay: v.pipe(v.string(), v.isoDate()),
})

/** Adds whether the voucher was sent before, with another code, and its id for the link that shows each use. */
export const GiftEmailSchema = v.object({
  ...VoucherEmailSchema.entries,
  replaces: v.nullish(v.boolean()),
  holderOf: v.nullish(v.pipe(v.string(), v.uuid())),
})

/** Adds the data for the receipt of an online purchase. */
export const BoughtVoucherEmailSchema = v.object({
  ...VoucherEmailSchema.entries,
  /** Null while the voucher cannot be used. */
  voucherCode: v.nullable(CodeSchema),
  reference: v.string(),
  buyerName: v.string(),
})

/** Adds the data for the receipt from the desk. */
export const DeskVoucherEmailSchema = v.object({
  ...VoucherEmailSchema.entries,
  paidBy: v.picklist(['cash', 'card', 'complimentary']),
})
