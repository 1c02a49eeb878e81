import type { Stripe } from 'stripe'
import { sql } from 'kysely'
import type { Statement } from '../db/db.ts'
import { type RateLimitResult, countRequest, requireWithinLimit, type RateLimit } from '../db/rate-limit.ts'
import type { Services } from '../clients/services.ts'
import {
  type BoughtVoucherRow,
  generateVoucherCode,
  issueVoucher,
  type PaidIntent,
  selectBoughtVoucher,
} from '../vouchers/issue-voucher.ts'
import { placeOrder, type PlacedOrderRow, selectPlacedOrder } from '../orders/place-order.ts'
import { readReview } from './read-fraud-alert.ts'
import { closeUnpaid } from './close-unpaid.ts'
import { countDeclines, recordDeclines, selectDeclined } from './declines.ts'
import { recordAlert } from './fraud-alert-queries.ts'
import { callStripe } from './intent.ts'
import { type NamedPayment, type OurIntent, paymentNamedBy, selectOurs, lockPurchase } from './our-intents.ts'
import { refundUnmatchedPayment } from '../refunds/refund-unmatched-payment.ts'
import { linkIntent, updateFulfilled, updateState } from './payment-queries.ts'
import { cancelIntent } from './cancel-payment.ts'

type Deps = Pick<Services, 'db' | 'stripe' | 'clock' | 'random'>

export type Settlement =
  | { outcome: 'fulfilled'; intent: Stripe.PaymentIntent; voucher: BoughtVoucherRow }
  | { outcome: 'ordered'; intent: Stripe.PaymentIntent; order: PlacedOrderRow }
  /** Refunded, because it bought nothing; or waiting for the owner, because nobody knows what it was for. */
  | { outcome: 'returned' | 'unmatched'; intent: Stripe.PaymentIntent }
  /** `isDeclined`: because it was declined too often. */
  | { outcome: 'cancelled'; isDeclined: boolean; intent: Stripe.PaymentIntent }
  | { outcome: 'processing' | 'unpaid' | 'unknown'; intent: Stripe.PaymentIntent }

/**
 * Asks Stripe what became of a payment and gives what was paid for, once, however many call at the same time:
 * the browser, the webhook and the scheduler all come through here. `visitor`: whose calls to count, in the same batch.
 */
export async function settlePayment(
  services: Deps,
  intentId: string,
  visitor?: RateLimit,
): Promise<Settlement> {
  const { db, stripe, clock, random } = services
  const intent = await callStripe(
    () => stripe.paymentIntents.retrieve(intentId, { expand: ['latest_charge', 'review'] }),
    'We cannot say yet what became of this payment: please ask again, and do not pay twice.',
  )
  const now = clock.now()
  const count = visitor ? { visit: countVisit(visitor, now) } : {}
  switch (intent.status) {
    case 'succeeded':
      return await fulfil(services, intent, count)
    case 'processing':
      requireVisit(await db.batch({ ...count, moved: updateState(intent.id, 'processing', now) }), now)
      return { outcome: 'processing', intent }
    case 'canceled': {
      const closed = await db.batch({ ...count, ...closeUnpaid(intent.id, random.uuid(), now) })
      requireVisit(closed, now)
      return { outcome: 'cancelled', isDeclined: closed.declined.length > 0, intent }
    }
    case 'requires_payment_method': {
      const declines = await countDeclines(stripe, intent)
      const answered = await db.batch({
        ...count,
        ...(declines > 0 && recordDeclines(intent.id, declines, now)),
        waiting: selectProcessing(intent.id),
        declined: selectDeclined(intent.id),
      })
      requireVisit(answered, now)
      const isDeclined = answered.declined.length > 0
      if (!isDeclined && answered.waiting.length === 0) return { outcome: 'unpaid', intent }
      return await cancelFailed(services, intent, isDeclined)
    }
    default:
      if (visitor) requireVisit(await db.batch(count), now)
      return { outcome: 'unpaid', intent }
  }
}

const selectProcessing = (intentId: string): Statement<{ id: string }> => sql<{ id: string }>`
  select id from payment where stripe_payment_intent_id = ${intentId} and state = 'processing'`

/**
 * Cancels a payment that was declined too often, or that failed after it was under way: its buyer has left then, and must
 * not pay it by an old page.
 */
async function cancelFailed(
  services: Deps,
  intent: Stripe.PaymentIntent,
  isDeclined: boolean,
): Promise<Settlement> {
  if (await cancelIntent(services, intent.id)) return { outcome: 'cancelled', isDeclined, intent }
  // Confirmed again meanwhile.
  return await settlePayment(services, intent.id)
}

type Count = { visit?: Statement<RateLimitResult> }

const countVisit = (visitor: RateLimit, now: Date) =>
  sql<RateLimitResult>`with throttled as (${countRequest(visitor, now)}) select * from throttled`

function requireVisit(answered: { visit?: RateLimitResult[] }, now: Date): void {
  if (answered.visit) requireWithinLimit(answered.visit[0], now)
}

const CODE_CONSTRAINT = 'gift_voucher_code'

async function fulfil(services: Deps, intent: Stripe.PaymentIntent, count: Count): Promise<Settlement> {
  try {
    return await tryFulfil(services, intent, count)
  } catch (error) {
    // One in 10^22: another voucher has that code. A second throw of the dice is enough.
    if ((error as { constraint?: string }).constraint !== CODE_CONSTRAINT) throw error
    return await tryFulfil(services, intent, count)
  }
}

async function tryFulfil(services: Deps, intent: Stripe.PaymentIntent, count: Count): Promise<Settlement> {
  const named = paymentNamedBy(intent)
  const answered = named
    ? await fulfilPayment(services, intent, named, count)
    : await services.db.batch({ ...count, ours: selectOurs(intent) })
  const settlement = 'settlement' in answered ? answered.settlement : undefined
  const settled = settlement ?? (await settleLinked(services, intent, named, answered.ours[0]))
  requireVisit(answered, services.clock.now())
  return settled
}

/** Settles an intent whose metadata name no payment that it pays for: what is linked to it counts, if it is ours. */
async function settleLinked(
  services: Deps,
  intent: Stripe.PaymentIntent,
  named: NamedPayment | undefined,
  ours: OurIntent | undefined,
): Promise<Settlement> {
  if (!ours) return { outcome: 'unknown', intent }
  const { paymentId, purpose } = ours
  if (
    paymentId &&
    purpose &&
    purpose !== 'unknown' &&
    (paymentId !== named?.id || purpose !== named.purpose)
  ) {
    const { settlement } = await fulfilPayment(services, intent, { id: paymentId, purpose }, {})
    if (settlement) return settlement
  }
  return { outcome: await refundUnmatchedPayment(services, intent, paymentId ?? named?.id), intent }
}

interface FulfilmentResult {
  /** Undefined if the intent pays for nothing of that payment. */
  settlement: Settlement | undefined
  ours: OurIntent[]
  visit?: RateLimitResult[]
}

function fulfilPayment(
  services: Deps,
  intent: Stripe.PaymentIntent,
  { id, purpose }: NamedPayment,
  count: Count,
): Promise<FulfilmentResult> {
  const paid = { paymentId: id, intentId: intent.id, pence: receivedPence(intent), at: paidAt(intent) }
  return purpose === 'order'
    ? fulfilOrder(services, intent, paid, count)
    : fulfilVoucher(services, intent, paid, count)
}

/**
 * `linkIntent` locks an open payment, so each later statement sees what a faster caller committed; every one of them is a
 * no-op then, as it is for a payment that is closed.
 */
async function fulfilVoucher(
  { db, clock, random }: Deps,
  intent: Stripe.PaymentIntent,
  paid: PaidIntent,
  count: Count,
): Promise<FulfilmentResult> {
  const emailIds = { receipt: random.uuid(), gift: random.uuid() }
  const voucher = { id: random.uuid(), entryId: random.uuid(), emailIds, code: generateVoucherCode(random) }
  const now = clock.now()
  const answered = await db.batch({
    intentId: linkIntent(paid.paymentId, intent),
    ...issueVoucher(voucher, paid, now),
    fulfilled: updateFulfilled(paid, now),
    ...freezeIfReviewed({ clock, random }, intent),
    bought: selectBoughtVoucher(paid.paymentId, intent.id, now),
    ours: selectOurs(intent),
    // Last, because it makes other buyers behind the same address wait.
    ...count,
  })
  const [bought] = answered.bought
  return { ...answered, settlement: bought && { outcome: 'fulfilled', intent, voucher: bought } }
}

async function fulfilOrder(
  { db, clock, random }: Deps,
  intent: Stripe.PaymentIntent,
  paid: PaidIntent,
  count: Count,
): Promise<FulfilmentResult> {
  const emailIds = { confirmation: random.uuid(), notice: random.uuid(), lowStock: random.uuid() }
  const now = clock.now()
  const answered = await db.batch({
    intentId: linkIntent(paid.paymentId, intent),
    ...placeOrder({ id: random.uuid(), emailIds }, paid, now),
    fulfilled: updateFulfilled(paid, now),
    ...freezeIfReviewed({ clock, random }, intent),
    placed: selectPlacedOrder(paid.paymentId, intent.id),
    ours: selectOurs(intent),
    ...count,
  })
  const [placed] = answered.placed
  return { ...answered, settlement: placed && { outcome: 'ordered', intent, order: placed } }
}

/** Freezes what was bought in the batch that gives it, if Stripe is reviewing the payment. */
function freezeIfReviewed(services: Pick<Deps, 'clock' | 'random'>, { review }: Stripe.PaymentIntent) {
  if (!review || typeof review === 'string' || !review.open) return {}
  const reading = readReview(review)
  // `linkIntent` has locked an open payment only.
  return reading ? { ...lockPurchase(reading.intentId), ...recordAlert(reading, services) } : {}
}

/** What arrived, if it came in pounds; any other currency pays for nothing. */
function receivedPence(intent: Stripe.PaymentIntent): number {
  return intent.currency === 'gbp' ? intent.amount_received : 0
}

/** When the charge was made, which is what a voucher's validity counts from. */
function paidAt({ latest_charge: charge, created }: Stripe.PaymentIntent): Date {
  return new Date((charge && typeof charge !== 'string' ? charge.created : created) * 1000)
}
