import type { Stripe } from 'stripe'
import type { Services } from '#server/clients/services.ts'
import { recordAlert } from '#server/money/dispute/fraud-alert-queries.ts'
import { readReview } from '#server/money/dispute/read-fraud-alert.ts'
import {
  listEarlyRefunds,
  recordEarlyRefunds,
  type EarlyRefunds,
} from '#server/money/refund/list-early-refunds.ts'
import { refundUnmatchedPayment } from '#server/money/refund/refund-unmatched-payment.ts'
import { cancelIntent } from '#server/money/settle/cancel-payment.ts'
import { closeUnpaid } from '#server/money/settle/close-unpaid.ts'
import { countDeclines, recordDeclines, selectDeclined } from '#server/money/settle/declines.ts'
import { callStripe } from '#server/money/settle/intent.ts'
import {
  lockPurchase,
  paymentNamedBy,
  paymentOf,
  selectOurs,
  type NamedPayment,
  type OurIntent,
} from '#server/money/settle/our-intents.ts'
import {
  closeRefunded,
  linkIntent,
  updateFulfilled,
  updateState,
} from '#server/money/settle/payment-queries.ts'
import { placeOrder, selectPlacedOrder, type PlacedOrderRow } from '#server/orders/place-order.ts'
import {
  generateVoucherCode,
  issueVoucher,
  selectBoughtVoucher,
  type BoughtVoucherRow,
  type PaidIntent,
} from '#server/vouchers/ledger/issue-voucher.ts'

type Deps = Pick<Services, 'db' | 'stripe' | 'clock' | 'random'>

export type Settlement =
  | { outcome: 'fulfilled'; intent: Stripe.PaymentIntent; voucher: BoughtVoucherRow }
  | { outcome: 'ordered'; intent: Stripe.PaymentIntent; order: PlacedOrderRow }
  /**
   * `returned`: refunded by us, because it bought nothing. `refunded`: refunded at Stripe before it bought anything.
   * `unmatched`: the owner has to decide.
   */
  | { outcome: 'returned' | 'refunded' | 'unmatched'; intent: Stripe.PaymentIntent }
  /** `isDeclined`: cancelled because of too many declines. */
  | { outcome: 'cancelled'; isDeclined: boolean; intent: Stripe.PaymentIntent }
  | { outcome: 'processing' | 'unpaid' | 'unknown'; intent: Stripe.PaymentIntent }

/** What a buyer is told while Stripe or the database does not answer. A scheduled job sends the emails then. */
export const OUTCOME_UNKNOWN =
  'We do not know yet whether this payment went through. Please check again in a moment, and do not pay twice. If you have paid, you will also get an email.'

/**
 * Brings a payment in line with its intent at Stripe, and issues the voucher or places the order exactly once, also
 * under concurrent calls: browser, webhook and scheduled job all use it.
 */
export async function settlePayment(services: Deps, intentId: string): Promise<Settlement> {
  const { db, stripe, clock } = services
  const intent = await callStripe(
    () => stripe.paymentIntents.retrieve(intentId, { expand: ['latest_charge', 'review'] }),
    OUTCOME_UNKNOWN,
  )
  const now = clock.now()
  switch (intent.status) {
    case 'succeeded':
      return await fulfil(services, intent)
    case 'processing':
      await db.run(updateState(intent.id, 'processing', now))
      return { outcome: 'processing', intent }
    case 'canceled': {
      const closed = await db.batch(closeUnpaid(intent.id, now))
      return { outcome: 'cancelled', isDeclined: closed.declined.length > 0, intent }
    }
    case 'requires_payment_method':
    // The next card is being confirmed, which must not hide the declines of those before it.
    case 'requires_confirmation':
    case 'requires_action': {
      const declines = await countDeclines(stripe, intent)
      const isIdle = intent.status === 'requires_payment_method'
      if (!isIdle && declines === 0) return { outcome: 'unpaid', intent }
      const results = await db.batch({
        ...(declines > 0 && recordDeclines(intent.id, declines, now)),
        ...(isIdle && { processing: selectProcessing(intent.id) }),
        declined: selectDeclined(intent.id),
      })
      const isDeclined = results.declined.length > 0
      if (!isDeclined && !results.processing?.length) return { outcome: 'unpaid', intent }
      return await cancelFailed(services, intent, isDeclined)
    }
    default:
      return { outcome: 'unpaid', intent }
  }
}

const selectProcessing = (intentId: string) => paymentOf(intentId).where('state', '=', 'processing')

/**
 * Cancels a payment that was declined too often, or that failed while processing: its buyer has left by then, and
 * must not pay it later from an old page.
 */
async function cancelFailed(
  services: Deps,
  intent: Stripe.PaymentIntent,
  isDeclined: boolean,
): Promise<Settlement> {
  if (await cancelIntent(services, intent.id)) return { outcome: 'cancelled', isDeclined, intent }
  // The buyer has confirmed it again since.
  return await settlePayment(services, intent.id)
}

const CODE_CONSTRAINT = 'gift_voucher_code'

async function fulfil(services: Deps, intent: Stripe.PaymentIntent): Promise<Settlement> {
  try {
    return await tryFulfil(services, intent)
  } catch (error) {
    // Code collision (p ≈ 1e-22): retry once with a new code.
    if ((error as { constraint?: string }).constraint !== CODE_CONSTRAINT) throw error
    return await tryFulfil(services, intent)
  }
}

async function tryFulfil(services: Deps, intent: Stripe.PaymentIntent): Promise<Settlement> {
  const named = paymentNamedBy(intent)
  const results: FulfilmentResult = named
    ? await fulfilPayment(services, intent, named)
    : { settlement: undefined, ours: await services.db.run(selectOurs(intent)) }
  return results.settlement ?? (await settleLinked(services, intent, named, results.ours[0]))
}

/**
 * Settles an intent that does not pay the payment in its metadata: fulfils the payment linked to it, else refunds it.
 */
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
    const { settlement } = await fulfilPayment(services, intent, { id: paymentId, purpose })
    if (settlement) return settlement
  }
  return { outcome: await refundUnmatchedPayment(services, intent, paymentId ?? named?.id), intent }
}

interface FulfilmentResult {
  /** Undefined if the intent does not pay that payment. */
  settlement: Settlement | undefined
  ours: OurIntent[]
}

async function fulfilPayment(
  services: Deps,
  intent: Stripe.PaymentIntent,
  { id, purpose }: NamedPayment,
): Promise<FulfilmentResult> {
  const paid = { paymentId: id, intentId: intent.id, pence: receivedPence(intent), at: paidAt(intent) }
  const refunds = await listEarlyRefunds(services, intent, paid)
  return purpose === 'order'
    ? await fulfilOrder(services, intent, paid, refunds)
    : await fulfilVoucher(services, intent, paid, refunds)
}

/**
 * Once the purchase is locked, each later statement sees what a faster caller has committed, and is then a no-op, as it
 * is for a closed payment. `linkIntent` locks an open payment only, and a closed one would be locked after its stock.
 */
async function fulfilVoucher(
  { db, clock, random }: Deps,
  intent: Stripe.PaymentIntent,
  paid: PaidIntent,
  early: EarlyRefunds,
): Promise<FulfilmentResult> {
  const voucher = { id: random.uuid(), code: generateVoucherCode(random) }
  const now = clock.now()
  const results = await db.batch({
    intentId: linkIntent(paid.paymentId, intent),
    ...lockPurchase(paid.intentId),
    ...(early.areAll ? closeRefunded(paid, now) : issueVoucher(voucher, paid, now)),
    fulfilled: updateFulfilled(paid, now),
    ...freezeIfReviewed(intent, now),
    ...recordEarlyRefunds(early, paid, now),
    bought: selectBoughtVoucher(paid.paymentId, intent.id, now),
    ours: selectOurs(intent),
  })
  const [bought] = results.bought
  return { ...results, settlement: bought && { outcome: 'fulfilled', intent, voucher: bought } }
}

async function fulfilOrder(
  { db, clock, random }: Deps,
  intent: Stripe.PaymentIntent,
  paid: PaidIntent,
  early: EarlyRefunds,
): Promise<FulfilmentResult> {
  const now = clock.now()
  const results = await db.batch({
    intentId: linkIntent(paid.paymentId, intent),
    ...lockPurchase(paid.intentId),
    ...(early.areAll ? closeRefunded(paid, now) : placeOrder(random.uuid(), paid, now)),
    fulfilled: updateFulfilled(paid, now),
    ...freezeIfReviewed(intent, now),
    ...recordEarlyRefunds(early, paid, now),
    placed: selectPlacedOrder(paid.paymentId, intent.id, now),
    ours: selectOurs(intent),
  })
  const [placed] = results.placed
  return { ...results, settlement: placed && { outcome: 'ordered', intent, order: placed } }
}

/** Freezes the purchase in the batch that fulfils it, if Stripe is reviewing the payment. */
function freezeIfReviewed({ review }: Stripe.PaymentIntent, now: Date) {
  if (!review || typeof review === 'string' || !review.open) return {}
  const reading = readReview(review)
  return reading ? recordAlert(reading, now) : {}
}

/** Returns the received pence; 0 for other currencies, which pay for nothing here. */
function receivedPence(intent: Stripe.PaymentIntent): number {
  return intent.currency === 'gbp' ? intent.amount_received : 0
}

/** Returns the time of the charge. A voucher's validity starts then. */
function paidAt({ latest_charge: charge, created }: Stripe.PaymentIntent): Date {
  return new Date((charge && typeof charge !== 'string' ? charge.created : created) * 1000)
}
