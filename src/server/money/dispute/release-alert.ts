import { Stripe } from 'stripe'
import type { Services } from '#server/clients/services.ts'
import { DomainError } from '#server/domain-error.ts'
import { deriveFreeze } from '#server/money/dispute/derive-freeze.ts'
import { releaseOpenAlert, selectAlert, type AlertRow } from '#server/money/dispute/fraud-alert-queries.ts'
import { readReview } from '#server/money/dispute/read-fraud-alert.ts'
import { applyAlert } from '#server/money/dispute/sync-fraud-alert.ts'
import { deriveRefundStatus } from '#server/money/refund/derive-refund-status.ts'
import { callStripe } from '#server/money/settle/intent.ts'
import { lockPurchase } from '#server/money/settle/our-intents.ts'

type Deps = Pick<Services, 'db' | 'stripe' | 'clock' | 'random'>

/**
 * Ends a fraud warning, or approves a review at Stripe, because the owner has confirmed that the purchase is genuine.
 * Returns whether the purchase is still frozen for another cause. Safe to repeat.
 */
export async function releaseAlert(
  services: Deps,
  { alertId, actor }: { alertId: string; actor: string },
): Promise<{ isFrozen: boolean }> {
  const { db, clock } = services
  const [alert] = await db.run(selectAlert(alertId))
  if (!alert) throw new DomainError('not_found', 'We could not find this warning or review.')
  if (alert.outcome) return requireReleased(alert)
  const { intentId } = alert
  const { released } = await db.batch({
    ...lockPurchase(intentId),
    noted: releaseOpenAlert(alertId, actor, clock.now()),
    frozen: deriveFreeze(intentId),
    ...deriveRefundStatus(intentId, clock.now()),
    released: selectAlert(alertId),
  })
  if (alert.kind === 'warning') return requireReleased(released[0])
  await approveReview(services, alert.stripeId)
  const [closed] = await db.run(selectAlert(alertId))
  return requireReleased(closed)
}

function requireReleased(alert: AlertRow | undefined): { isFrozen: boolean } {
  if (!alert?.outcome) {
    throw new DomainError(
      'payment_provider',
      'Our card provider has not approved this payment, so it stays frozen. Please try again.',
    )
  }
  const { outcome, isFrozen, isRefunded } = alert
  if (isRefunded) throw new DomainError('changed_meanwhile', 'This payment has just been refunded.')
  if (outcome === 'disputed' && isFrozen)
    throw new DomainError('changed_meanwhile', 'This payment has just been disputed.')
  return { isFrozen }
}

async function approveReview(services: Deps, stripeId: string): Promise<void> {
  const { stripe } = services
  const review = await callStripe(async () => {
    try {
      return await stripe.reviews.approve(stripeId)
    } catch (error) {
      // Stripe refuses to approve a closed review.
      if (error instanceof Stripe.errors.StripeInvalidRequestError)
        return await stripe.reviews.retrieve(stripeId)
      throw error
    }
  }, 'The payment stays frozen. Please try again.')
  const reading = readReview(review)
  if (!reading) return
  // A closed review without a known reason counts as released, because the owner has decided.
  await applyAlert(services, { ...reading, outcome: reading.outcome ?? (review.open ? null : 'released') })
}
