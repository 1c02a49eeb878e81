import { sql } from 'kysely'
import { DomainError } from '../domain-error.ts'
import type { Pence } from '#contract/money'
import type { Services } from '../services/services.ts'
import { askRefund } from './apply-refund.ts'
import { followRefunds } from './follow-refunds.ts'
import { heldAtStripe } from './held-at-stripe.ts'
import { lockBought, type RefundRow } from './refund-queries.ts'
import { refundOrder } from './refund-order.ts'
import { refundVoucher } from './refund-voucher.ts'

type Needs = Pick<Services, 'db' | 'stripe' | 'clock' | 'random'>

/** A payment, and the refund of it that came last. */
interface Books {
  intentId: string
  state: string
  voucherId: string | null
  orderId: string | null
  refundId: string | null
  refundState: 'due' | 'pending' | 'succeeded' | 'failed' | null
  pence: Pence
}

/**
 * Gives back what should have gone back: asks once more for a refund that Stripe has not heard of, makes one that failed
 * anew, and returns money that nobody knows what it was for. Answers how much.
 */
export async function refundPayment(services: Needs, paymentId: string, actor: string): Promise<Pence> {
  const [books] = await services.db.run(selectBooks(paymentId))
  if (!books) throw new DomainError('not_found', 'There is no such payment.')
  const { intentId, voucherId, orderId, refundId, refundState, pence } = books
  if (refundId && refundState === 'due') {
    await askRefund(services, { id: refundId, pence, intentId, stripeRefundId: null, again: true })
    return pence
  }
  if (refundState !== 'failed' && books.state !== 'unknown') throw nothingToRefund()
  // A second press finds the first one's refund: its request has the failed one's name.
  if (orderId && refundId) {
    return (await refundOrder(services, { orderId, pence, requestId: refundId, actor })).refundedPence
  }
  if (voucherId) return (await refundVoucher(services, voucherId, actor, refundId ?? undefined)).refundedPence
  return await returnMoney(services, paymentId, intentId, actor)
}

const nothingToRefund = () => new DomainError('not_active', 'There is nothing of this payment to refund now.')

const selectBooks = (paymentId: string) => sql<Books>`
  select payment.stripe_payment_intent_id as intent_id, payment.state, voucher.id as voucher_id, orders.id as order_id,
    last.id as refund_id, last.state as refund_state, coalesce(last.pence, payment.amount_pence) as pence
  from payment
    left join gift_voucher voucher on voucher.payment_id = payment.id
    left join orders on orders.payment_id = payment.id
    left join lateral (
      select id, state, pence from refund where payment_id = payment.id order by created_at desc limit 1
    ) last on true
  where payment.id = ${paymentId} and payment.stripe_payment_intent_id is not null`

/** All that Stripe still holds of a payment that bought nothing. */
async function returnMoney(
  services: Needs,
  paymentId: string,
  intentId: string,
  actor: string,
): Promise<Pence> {
  const { db, stripe, clock, random } = services
  const id = random.uuid()
  const held = await heldAtStripe(stripe, intentId)
  const { begun } = await db.batch({
    ...lockBought(intentId),
    begun: beginReturn({ id, paymentId, held, actor }, clock.now()),
    ...followRefunds(intentId),
  })
  const [refund] = begun
  if (!refund) throw nothingToRefund()
  await askRefund(services, { ...refund, intentId, stripeRefundId: null })
  return refund.pence
}

const beginReturn = (
  { id, paymentId, held, actor }: { id: string; paymentId: string; held: Pence; actor: string },
  now: Date,
) => sql<Pick<RefundRow, 'id' | 'pence'>>`
  with begun as (
    insert into refund (id, payment_id, pence, cause, state, created_at)
    select ${id}, payment.id, ${held}, 'nothing_to_give', 'due', ${now} from payment
    where payment.id = ${paymentId} and ${held}::int > 0 and settled_at is not null
      and not exists (select from gift_voucher where payment_id = payment.id)
      and not exists (select from orders where payment_id = payment.id)
      and not exists (select from refund where payment_id = payment.id and state <> 'failed' and cause <> 'dashboard')
    returning id, payment_id, pence
  ),
  noted as (
    insert into activity (at, actor, action, payment_id, after)
    select ${now}, ${actor}, 'refund_asked', payment_id, jsonb_build_object('pence', pence) from begun
  )
  select id, pence from begun`
