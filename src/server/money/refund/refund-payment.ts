import { sql } from 'kysely'
import type { Pence } from '#contract/base/money.ts'
import type { RefundState } from '#contract/money/refunds.ts'
import { recordActivity } from '#server/activity/record-activity.ts'
import type { Services } from '#server/clients/services.ts'
import { insertRows } from '#server/db/insert-rows.ts'
import { DomainError } from '#server/domain-error.ts'
import { refundFlaggedPayment } from '#server/money/dispute/refund-flagged-payment.ts'
import { amountChangedError, requestRefund, requireAccepted } from '#server/money/refund/apply-refund.ts'
import { deriveRefundStatus } from '#server/money/refund/derive-refund-status.ts'
import { getHeldAtStripe } from '#server/money/refund/held-at-stripe.ts'
import { refundOrder } from '#server/money/refund/refund-order.ts'
import { selectRefundState, type RefundRow } from '#server/money/refund/refund-queries.ts'
import { refundVoucher } from '#server/money/refund/refund-voucher.ts'
import { LEFT_PENCE } from '#server/money/rules/refundable-pence.ts'
import { lockPurchase } from '#server/money/settle/our-intents.ts'

type Deps = Pick<Services, 'db' | 'stripe' | 'clock' | 'random'>

/** A payment and its latest refund. */
interface PaymentWithRefund {
  intentId: string
  state: string
  voucherId: string | null
  orderId: string | null
  refundId: string | null
  refundState: RefundState | 'failed' | null
  /** Amount of the refund, or of the payment without one. Of an order's that failed, what of it is left to refund. */
  pence: Pence
  cause: string | null
  /** Whether an early fraud warning or a review is open and something is left to refund. */
  hasOpenAlert: boolean
  /** Whether nothing is left to refund. */
  isSpent: boolean
  /** Whether the refund ended a warning or review. */
  isAlertRefund: boolean
}

interface PaymentRefundRequest {
  paymentId: string
  actor: string
  /** The amount that the owner confirmed; any amount if absent. */
  expectedPence?: Pence | undefined
}

interface PaymentRefund {
  refundedPence: Pence
  state: RefundState
}

/**
 * Refunds a payment from Needs attention: in full if a fraud warning or review is open; again if its refund has not
 * reached Stripe or has failed; in full if it bought nothing. Refuses to repeat an external refund of a voucher: ours
 * would end the voucher, whatever the amount.
 */
export async function refundPayment(services: Deps, request: PaymentRefundRequest): Promise<PaymentRefund> {
  const { paymentId, actor, expectedPence } = request
  const [payment] = await services.db.run(selectPayment(paymentId))
  if (!payment) throw new DomainError('not_found', 'We could not find this payment.')
  const { intentId, voucherId, orderId, refundId, refundState, pence } = payment
  if (payment.hasOpenAlert)
    return await refundFlaggedPayment(services, { paymentId, intentId, actor, expectedPence })
  if (payment.cause === 'by_hand') throw owedByHandError()
  const isOther = expectedPence !== undefined && expectedPence !== pence
  if (refundId && refundState === 'due') {
    if (isOther) throw amountChangedError(pence)
    await requestRefund(services, { id: refundId, pence, intentId, stripeRefundId: null, isRetry: true })
    return await readRefund(services, refundId, pence)
  }
  // The owner pressed the button twice.
  const isRepeat =
    payment.isAlertRefund || (payment.isSpent && payment.cause !== 'dashboard' && expectedPence === pence)
  if (refundId && isRepeat && refundState !== 'failed') return await readRefund(services, refundId, pence)
  if (refundState !== 'failed' && payment.state !== 'unknown') throw nothingToRefundError()
  // The id of the failed refund is the request id, so pressing the button twice makes one refund.
  if (orderId && refundId) {
    if (isOther && pence > 0) throw amountChangedError(pence)
    return await refundOrder(services, { orderId, pence, requestId: refundId, actor })
  }
  if (voucherId) {
    if (payment.cause === 'dashboard') throw madeAtStripeError()
    const { refundedPence, state } = await refundVoucher(services, voucherId, actor, {
      requestId: refundId ?? undefined,
      expectedPence,
    })
    // The desk states do not occur, because the payment was made online.
    return { refundedPence, state: state === 'recorded' || state === 'voided' ? 'succeeded' : state }
  }
  return await refundWhole(services, request, intentId)
}

const readRefund = async (services: Deps, id: string, refundedPence: Pence): Promise<PaymentRefund> => ({
  refundedPence,
  state: requireAccepted(await services.db.run(selectRefundState(id))),
})

const madeAtStripeError = () =>
  new DomainError('not_active', 'This refund was made at Stripe, so please repeat it there.')

const owedByHandError = () =>
  new DomainError(
    'not_active',
    'Stripe could not make this refund, so please pay it back in another way and record that in the voucher or order.',
  )

const nothingToRefundError = () =>
  new DomainError('not_active', 'There is nothing left to refund on this payment.')

const selectPayment = (paymentId: string) => sql<PaymentWithRefund>`
  select payment.stripe_payment_intent_id as intent_id, payment.state, voucher.id as voucher_id, orders.id as order_id,
    last.id as refund_id, last.state as refund_state, last.cause,
    case when orders.id is not null and last.state = 'failed' then least(last.pence, ${LEFT_PENCE})
      else coalesce(last.pence, payment.amount_pence) end::int as pence,
    exists (select from fraud_alert where refund_id = last.id) as is_alert_refund,
    exists (select from fraud_alert where payment_id = payment.id and ended_at is null)
      and ${LEFT_PENCE} > 0 as has_open_alert,
    ${LEFT_PENCE} <= 0 as is_spent
  from payment
    left join gift_voucher voucher on voucher.payment_id = payment.id
    left join orders on orders.payment_id = payment.id
    left join lateral (
      select id, state, pence, cause from refund where payment_id = payment.id order by created_at desc limit 1
    ) last on true
  where payment.id = ${paymentId} and payment.stripe_payment_intent_id is not null`

/** Refunds the whole refundable amount of a payment that bought nothing. */
async function refundWhole(
  services: Deps,
  { paymentId, actor, expectedPence }: PaymentRefundRequest,
  intentId: string,
): Promise<PaymentRefund> {
  const { db, stripe, clock, random } = services
  const id = random.uuid()
  const heldPence = await getHeldAtStripe(stripe, intentId)
  if (heldPence > 0 && expectedPence !== undefined && expectedPence !== heldPence)
    throw amountChangedError(heldPence)
  const { inserted } = await db.batch({
    ...lockPurchase(intentId),
    inserted: insertRefund({ id, paymentId, heldPence, actor }, clock.now()),
    ...deriveRefundStatus(intentId, clock.now()),
  })
  const [refund] = inserted
  if (!refund) throw nothingToRefundError()
  await requestRefund(services, { ...refund, intentId, stripeRefundId: null })
  return await readRefund(services, id, refund.pence)
}

const insertRefund = (
  { id, paymentId, heldPence, actor }: { id: string; paymentId: string; heldPence: Pence; actor: string },
  now: Date,
) => sql<Pick<RefundRow, 'id' | 'pence'>>`
  with begun as (${insertRows(
    'refund',
    {
      id,
      paymentId: sql`payment.id`,
      pence: heldPence,
      cause: 'nothing_to_give',
      state: 'due',
      createdAt: now,
    },
    sql`
      from payment
      where payment.id = ${paymentId} and ${heldPence}::int > 0 and settled_at is not null
        and not exists (select from gift_voucher where payment_id = payment.id)
        and not exists (select from orders where payment_id = payment.id)
        and not exists (select from refund where payment_id = payment.id and state <> 'failed' and cause <> 'dashboard')`,
  ).returning(['id', 'paymentId', 'pence'])}),
  activity_entry as (${recordActivity(
    {
      at: now,
      actor,
      action: 'refund_asked',
      paymentId: sql`payment_id`,
      after: { pence: sql`pence` },
    },
    sql`from begun`,
  )})
  select id, pence from begun
  -- Of this statement, sent before.
  union select id, pence from refund where id = ${id}`
