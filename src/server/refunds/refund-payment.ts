import { sql } from 'kysely'
import { DomainError } from '../domain-error.ts'
import type { Pence } from '#contract/money'
import type { RefundState } from '#contract/refunds'
import type { Services } from '../clients/services.ts'
import { amountChangedError, requestRefund, requireAccepted } from './apply-refund.ts'
import { deriveRefundStatus } from '../payments/derive-refund-status.ts'
import { getRefundableAmount, type RefundRow, selectRefundState } from './refund-queries.ts'
import { lockPurchase } from '../payments/our-intents.ts'
import { refundFlaggedPayment } from './refund-flagged-payment.ts'
import { refundOrder } from './refund-order.ts'
import { refundVoucher } from './refund-voucher.ts'

type Deps = Pick<Services, 'db' | 'stripe' | 'clock' | 'random'>

/** A payment, and the refund of it that came last. */
interface PaymentWithRefund {
  intentId: string
  state: string
  voucherId: string | null
  orderId: string | null
  refundId: string | null
  refundState: RefundState | 'failed' | null
  /** Of the refund; of the payment, if it has none. */
  pence: Pence
  cause: string | null
  /** An early fraud warning or a review of it is open, and something is left to refund. */
  hasOpenAlert: boolean
  /** The refund was the owner's answer to one. */
  isAlertRefund: boolean
}

interface PaymentRefundRequest {
  paymentId: string
  actor: string
  /** What the owner confirmed; any amount if absent. */
  expectedPence?: Pence | undefined
}

interface PaymentRefund {
  refundedPence: Pence
  state: RefundState
}

/**
 * Refunds the whole of a payment with an open fraud warning or review, makes a refund that has not reached Stripe or has
 * failed, or refunds a payment that bought nothing. A refund of a voucher that was made in Stripe's dashboard is refused:
 * ours would end the voucher, whatever its amount.
 */
export async function refundPayment(services: Deps, request: PaymentRefundRequest): Promise<PaymentRefund> {
  const { paymentId, actor, expectedPence } = request
  const [books] = await services.db.run(selectPayment(paymentId))
  if (!books) throw new DomainError('not_found', 'There is no such payment.')
  const { intentId, voucherId, orderId, refundId, refundState, pence } = books
  if (books.hasOpenAlert)
    return await refundFlaggedPayment(services, { paymentId, intentId, actor, expectedPence })
  if (refundId && refundState === 'due') {
    if (expectedPence !== undefined && expectedPence !== pence) throw amountChangedError(pence)
    await requestRefund(services, { id: refundId, pence, intentId, stripeRefundId: null, isRetry: true })
    return await readRefund(services, refundId, pence)
  }
  // A second press.
  if (refundId && books.isAlertRefund && refundState !== 'failed')
    return await readRefund(services, refundId, pence)
  if (refundState !== 'failed' && books.state !== 'unknown') throw nothingToRefundError()
  // A second press finds the first one's refund: its request has the failed one's name.
  if (orderId && refundId)
    return await refundOrder(services, { orderId, pence, expectedPence, requestId: refundId, actor })
  if (voucherId) {
    if (books.cause === 'dashboard') throw madeAtStripeError()
    const { refundedPence, state } = await refundVoucher(services, voucherId, actor, {
      requestId: refundId ?? undefined,
      expectedPence,
    })
    // Its payment is at Stripe, so this is no refund of the desk.
    return { refundedPence, state: state === 'recorded' || state === 'voided' ? 'succeeded' : state }
  }
  return await refundWhole(services, request, intentId)
}

const readRefund = async (services: Deps, id: string, refundedPence: Pence): Promise<PaymentRefund> => ({
  refundedPence,
  state: requireAccepted(await services.db.run(selectRefundState(id))),
})

const madeAtStripeError = () =>
  new DomainError('not_active', 'This refund was made at Stripe. Please make it again at Stripe.')

const nothingToRefundError = () =>
  new DomainError('not_active', 'There is nothing of this payment to refund now.')

const selectPayment = (paymentId: string) => sql<PaymentWithRefund>`
  select payment.stripe_payment_intent_id as intent_id, payment.state, voucher.id as voucher_id, orders.id as order_id,
    last.id as refund_id, last.state as refund_state, coalesce(last.pence, payment.amount_pence) as pence, last.cause,
    exists (select from fraud_alert where refund_id = last.id) as is_alert_refund,
    exists (select from fraud_alert where payment_id = payment.id and ended_at is null)
      and payment.amount_pence > payment.lost_pence
        + coalesce((select sum(made.pence) from refund made where made.payment_id = payment.id and made.state <> 'failed'), 0) as has_open_alert
  from payment
    left join gift_voucher voucher on voucher.payment_id = payment.id
    left join orders on orders.payment_id = payment.id
    left join lateral (
      select id, state, pence, cause from refund where payment_id = payment.id order by created_at desc limit 1
    ) last on true
  where payment.id = ${paymentId} and payment.stripe_payment_intent_id is not null`

/** All that Stripe still holds of a payment that bought nothing. */
async function refundWhole(
  services: Deps,
  { paymentId, actor, expectedPence }: PaymentRefundRequest,
  intentId: string,
): Promise<PaymentRefund> {
  const { db, stripe, clock, random } = services
  const id = random.uuid()
  const held = await getRefundableAmount(stripe, intentId)
  if (held > 0 && expectedPence !== undefined && expectedPence !== held) throw amountChangedError(held)
  const { begun } = await db.batch({
    ...lockPurchase(intentId),
    begun: insertRefund({ id, paymentId, held, actor }, clock.now()),
    ...deriveRefundStatus(intentId),
  })
  const [refund] = begun
  if (!refund) throw nothingToRefundError()
  await requestRefund(services, { ...refund, intentId, stripeRefundId: null })
  return await readRefund(services, id, refund.pence)
}

const insertRefund = (
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
