import type { Stripe } from 'stripe'
import { log } from '#server/log.ts'
import { idOf } from '#server/money/settle/intent.ts'

export type AlertKind = 'warning' | 'review'

/** The state of an early fraud warning or a review at Stripe. */
export interface AlertReading {
  stripeId: string
  kind: AlertKind
  intentId: string
  openedAt: Date
  /** Null while the alert is open. */
  outcome: 'released' | 'refunded' | 'disputed' | Stripe.Review.ClosedReason | null
}

/** Which data of the payment to sync before an alert is recorded. */
export type AlertSync = 'payment' | 'refunds' | 'disputes'

/** By outcome of the alert. Does not compile when Stripe adds a reason, which also needs a migration. */
const SYNC_BY_OUTCOME = {
  released: 'payment',
  approved: 'payment',
  acknowledged: 'payment',
  redacted: 'payment',
  refunded: 'refunds',
  refunded_as_fraud: 'refunds',
  disputed: 'disputes',
  // These occur only before a payment is captured or settled, and we deliver nothing before that.
  canceled: 'refunds',
  payment_never_settled: 'refunds',
} satisfies Record<NonNullable<AlertReading['outcome']> | Stripe.Review.ClosedReason, AlertSync>

export const syncNeededFor = ({ outcome }: AlertReading): AlertSync =>
  outcome ? SYNC_BY_OUTCOME[outcome] : 'payment'

/** Reads a warning with an expanded charge. Returns undefined without a payment intent: the payment is not ours. */
export function readWarning(warning: Stripe.Radar.EarlyFraudWarning): AlertReading | undefined {
  const intentId = idOf(warning.payment_intent ?? null)
  if (!intentId) return undefined
  return {
    stripeId: warning.id,
    kind: 'warning',
    intentId,
    openedAt: new Date(warning.created * 1000),
    outcome: warning.actionable ? null : whyNotActionable(warning),
  }
}

/** A charge stays `disputed` at Stripe, even after the dispute is won. */
const whyNotActionable = ({ charge }: Stripe.Radar.EarlyFraudWarning) =>
  typeof charge === 'object' && charge.disputed ? 'disputed' : 'refunded'

/** Reads a review. One with an unknown closing reason counts as open until the owner decides. */
export function readReview(review: Stripe.Review): AlertReading | undefined {
  const intentId = idOf(review.payment_intent ?? null)
  if (!intentId) return undefined
  const { id, open, closed_reason: reason } = review
  const isKnown = reason !== null && reason in SYNC_BY_OUTCOME
  if (!open && !isKnown)
    log('error', 'review closed for a reason not known', { review: id, intent: intentId, reason })
  return {
    stripeId: id,
    kind: 'review',
    intentId,
    openedAt: new Date(review.created * 1000),
    outcome: !open && isKnown ? reason : null,
  }
}
