import { sql } from 'kysely'
import * as v from 'valibot'
import { voucherDeliveries } from '#contract/base/statuses.ts'
import { purchaseEntries } from '#server/email/purchase-facts.ts'
import { linkIdOf } from '#server/purchases/rules/link-id.ts'
import { dayAhead, LAST_DAY } from '#server/vouchers/rules/voucher-facts.ts'

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

/** What these emails read of their voucher. The day of the gift only while it is still to come: a payment may take longer. */
export const VOUCHER_FACTS = {
  voucherCode: sql`voucher.code`,
  pence: sql`voucher.balance_pence`,
  number: sql`voucher.number`,
  buyerName: sql`voucher.buyer_name`,
  recipientName: sql`voucher.recipient_name`,
  recipientEmail: sql`voucher.recipient_email`,
  personalMessage: sql`voucher.personal_message`,
  deliverTo: sql`voucher.deliver_to`,
  sendOn: dayAhead(sql`voucher.send_on`, sql`present.at`),
  linkId: linkIdOf(sql`voucher.payment_id`),
  paidAt: sql`voucher.issued_at`,
  lastDay: LAST_DAY,
}

/** What was given, whatever is left: a giver must not learn of a visit. */
export const GIVEN_FACTS = { ...VOUCHER_FACTS, pence: sql`voucher.original_pence` }

/** An email with the code of a voucher waits while that cannot be used: even a refund may fail, and an end be moved. */
export const whileUsable = {
  from: sql`
    from gift_voucher voucher
    where voucher.id = outbox.about and voucher.status <> 'void' and voucher.buyer_name is distinct from ''`,
  waits: sql`voucher.status <> 'active' or voucher.expires_at <= present.at`,
}

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
  /** Sold by telephone, so with the right to cancel. */
  byPhone: v.nullish(v.boolean()),
})

const { buyerName, recipientName, linkId, number } = VOUCHER_FACTS

/** What the emails about a refund of a voucher read; the sums are those of the event. */
export const refundedVoucher = {
  recipient: sql`voucher.buyer_email`,
  data: {
    buyerName,
    recipientName,
    linkId,
    number,
    reference: sql`payment.stripe_payment_intent_id`,
  },
  from: sql`
    from refund join payment on payment.id = refund.payment_id join gift_voucher voucher on voucher.payment_id = payment.id
    where refund.id = outbox.about`,
}
