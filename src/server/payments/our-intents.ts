import { sql } from 'kysely'
import type { Stripe } from 'stripe'
import { UUID_REGEX } from 'valibot'
import type { Statement } from '../db/db.ts'

// Several products, or copies of this site, may share one Stripe account. An intent is ours if its id is in `payment`
// or its metadata has our site's id. What else it carries says nothing about that.

export type Purpose = 'gift_voucher' | 'order'

/** Whether an intent may be ours, without the database: one of another product usually carries neither key. */
export const mayBeOurs = ({ metadata }: Pick<Stripe.PaymentIntent, 'metadata'>): boolean =>
  metadata['payment_id'] !== undefined || metadata['site'] !== undefined

/** A condition: the text, from an intent's metadata, is our site's id. */
export const isOurSite = (site: string | null) =>
  sql`exists (select from site where id::text = ${site}::text)`

export const siteOf = ({ metadata }: Pick<Stripe.PaymentIntent, 'metadata'>): string | null =>
  metadata['site'] ?? null

export const paymentOf = (intentId: string) =>
  sql`select id from payment where stripe_payment_intent_id = ${intentId}`

export const lockPaymentOf = (intentId: string): Statement => sql`${paymentOf(intentId)} for no key update`

export const vouchersOf = (intentId: string): Statement<{ id: string }> =>
  sql<{ id: string }>`select id from gift_voucher where payment_id = (${paymentOf(intentId)})`

/**
 * Locks a payment and what it bought, always in this order, so that later statements of the batch read what faster
 * transactions committed. `no key`: inserting a row that refers to one of them must not wait, out of this order.
 */
export const lockPurchase = (intentId: string) => ({
  paymentLock: lockPaymentOf(intentId),
  orderLock: sql`select id from orders where payment_id = (${paymentOf(intentId)}) for no key update`,
  voucherLock: sql`${vouchersOf(intentId)} for no key update`,
})

/** The payment that an intent is linked to. */
export interface OurIntent {
  /** Null if no payment is linked to it. */
  paymentId: string | null
  purpose: Purpose | 'unknown' | null
}

/** Returns a row if the intent is ours. */
export const selectOurs = (intent: Stripe.PaymentIntent): Statement<OurIntent> => sql<OurIntent>`
  select payment.id as payment_id, payment.purpose
  from site left join payment on payment.stripe_payment_intent_id = ${intent.id}
  where payment.id is not null or ${isOurSite(siteOf(intent))}`

export interface NamedPayment {
  id: string
  purpose: Purpose
}

/** Returns the payment that the metadata name. Anybody may have written them, so this says nothing about whose it is. */
export function paymentNamedBy({ metadata }: Stripe.PaymentIntent): NamedPayment | undefined {
  const { payment_id: id = '', purpose } = metadata
  if (!UUID_REGEX.test(id) || (purpose !== 'gift_voucher' && purpose !== 'order')) return undefined
  return { id, purpose }
}
