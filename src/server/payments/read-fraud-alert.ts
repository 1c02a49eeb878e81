import type { Stripe } from 'stripe'
import { log } from '../log.ts'
import { idOf } from './intent.ts'

export type AlertKind = 'warning' | 'review'

/** An early fraud warning or a review, as Stripe has it. */
export interface AlertReading {
  stripeId: string
  kind: AlertKind
  intentId: string
  openedAt: Date
  /** Null while it is open. */
  outcome: 'released' | 'refunded' | 'disputed' | Stripe.Review.ClosedReason | null
}

/** What else Stripe has of the payment. */
export type AlertSync = 'payment' | 'refunds' | 'disputes'

/** What else Stripe has when an alert ends so. Does not compile when Stripe adds a reason, which needs a migration, too. */
const SYNC_BY_OUTCOME = {
  released: 'payment',
  approved: 'payment',
  acknowledged: 'payment',
  redacted: 'payment',
  refunded: 'refunds',
  refunded_as_fraud: 'refunds',
  disputed: 'disputes',
  // Only before a payment is captured or settled, and nothing is given before that.
  canceled: 'refunds',
  payment_never_settled: 'refunds',
} satisfies Record<NonNullable<AlertReading['outcome']> | Stripe.Review.ClosedReason, AlertSync>

export const syncNeededFor = ({ outcome }: AlertReading): AlertSync =>
  outcome ? SYNC_BY_OUTCOME[outcome] : 'payment'

/** Reads a warning whose charge is expanded. One about no payment intent is not about a payment of ours. */
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

/** Stripe says that a charge is disputed for good, even once that is won. */
const whyNotActionable = ({ charge }: Stripe.Radar.EarlyFraudWarning) =>
  typeof charge === 'object' && charge.disputed ? 'disputed' : 'refunded'

/** Reads a review. One that was closed for a reason that is not known counts as open, until the owner decides. */
export function readReview(review: Stripe.Review): AlertReading | undefined {
  const intentId = idOf(review.payment_intent ?? null)
  if (!intentId) return undefined
  const { id, open, closed_reason: reason } = review
  const isKnown = reason !== null && reason in SYNC_BY_OUTCOME
  if (!open && !isKnown) log('error', 'review closed for a reason not known', { review: id, reason })
  return {
    stripeId: id,
    kind: 'review',
    intentId,
    openedAt: new Date(review.created * 1000),
    outcome: !open && isKnown ? reason : null,
  }
}
