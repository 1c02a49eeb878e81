import { sql } from 'kysely'
import type { Stripe } from 'stripe'
import { UUID_REGEX } from 'valibot'
import { query, type Statement } from '#server/db/db.ts'

// Several products, or copies of this site, may share one Stripe account. An intent is ours if its id is in `payment`
// or its metadata has our site's id. Its other metadata proves nothing.

export type Purpose = 'gift_voucher' | 'order'

/** Returns whether an intent may be ours, without a query: intents of other products usually have neither key. */
export const mayBeOurs = ({ metadata }: Pick<Stripe.PaymentIntent, 'metadata'>): boolean =>
  metadata['payment_id'] !== undefined || metadata['site'] !== undefined

/** SQL condition: `site`, from an intent's metadata, is our site's id. */
export const isOurSite = (site: string | null) =>
  sql<boolean>`exists ${query
    .selectFrom('site')
    .select('id')
    .where(sql`id::text`, '=', site)}`

export const siteOf = ({ metadata }: Pick<Stripe.PaymentIntent, 'metadata'>): string | null =>
  metadata['site'] ?? null

export const paymentOf = (intentId: string) =>
  query.selectFrom('payment').select('payment.id').where('stripePaymentIntentId', '=', intentId)

export const lockPaymentOf = (intentId: string) => paymentOf(intentId).forNoKeyUpdate()

export const vouchersOf = (intentId: string) =>
  query.selectFrom('giftVoucher').select('id').where('paymentId', '=', paymentOf(intentId))

/**
 * Locks a payment, its order and its voucher, always in this order, so that later statements of the batch read what
 * faster transactions committed. `no key`: inserts that reference these rows must not wait, since they would lock out
 * of order.
 */
export const lockPurchase = (intentId: string) => ({
  paymentLock: lockPaymentOf(intentId),
  orderLock: query
    .selectFrom('orders')
    .select('id')
    .where('paymentId', '=', paymentOf(intentId))
    .forNoKeyUpdate(),
  voucherLock: vouchersOf(intentId).forNoKeyUpdate(),
})

/** The payment that an intent is linked to. */
export interface OurIntent {
  /** Null if no payment is linked to the intent. */
  paymentId: string | null
  purpose: Purpose | 'unknown' | null
}

/** Returns a row if the intent is ours. */
export const selectOurs = (intent: Stripe.PaymentIntent): Statement<OurIntent> =>
  query
    .selectFrom('site')
    .leftJoin('payment', (join) => join.on('payment.stripePaymentIntentId', '=', intent.id))
    .select(['payment.id as paymentId', 'payment.purpose'])
    .where((row) => row.or([row('payment.id', 'is not', null), isOurSite(siteOf(intent))]))

export interface NamedPayment {
  id: string
  purpose: Purpose
}

/**
 * Returns the payment that the metadata names. It does not prove that the intent is ours: other products may set it
 * too.
 */
export function paymentNamedBy({ metadata }: Stripe.PaymentIntent): NamedPayment | undefined {
  const { payment_id: id = '', purpose } = metadata
  if (!UUID_REGEX.test(id) || (purpose !== 'gift_voucher' && purpose !== 'order')) return undefined
  return { id, purpose }
}
