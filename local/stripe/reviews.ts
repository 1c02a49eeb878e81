import type Stripe from 'stripe'
import type { TestAccount } from '#local/stripe/account.ts'
import { openDispute } from '#local/stripe/disputes.ts'
import { LIST_PARAMS, listObjects } from '#local/stripe/list-objects.ts'
import { getIntent, paidCharge } from '#local/stripe/payment-intents.ts'
import { reading, type StripeRoute } from '#local/stripe/route.ts'
import { impossible, missing } from '#local/stripe/stripe-errors.ts'
import { expandableId, newId } from '#local/stripe/stripe-ids.ts'
import { createRefund } from '#local/stripe/stripe-refunds.ts'

export const REVIEW_REASONS = ['approved', 'refunded', 'refunded_as_fraud', 'disputed'] as const
export type ReviewReason = (typeof REVIEW_REASONS)[number]

function getReview(account: TestAccount, id: string): Stripe.Review {
  const review = account.state.reviews[id]
  if (!review) throw missing('review', id)
  return review
}

/** Opens a review of a payment, like a rule of Radar: https://docs.stripe.com/radar/reviews */
export function openReview(account: TestAccount, intentId: string): Stripe.Review {
  const charge = paidCharge(account, intentId)
  if (isOpen(account, expandableId(charge.review)))
    throw impossible(`Charge ${charge.id} is already under review.`)
  const review: Stripe.Review = {
    id: newId('prv'),
    object: 'review',
    billing_zip: charge.billing_details.address?.postal_code ?? null,
    charge: charge.id,
    closed_reason: null,
    created: account.now(),
    ip_address: null,
    ip_address_location: null,
    livemode: false,
    open: true,
    opened_reason: 'rule',
    payment_intent: intentId,
    reason: 'rule',
    session: null,
  }
  account.state.reviews[review.id] = review
  charge.review = review.id
  getIntent(account, intentId).review = review.id
  account.emit('review.opened', review)
  return review
}

/**
 * Closes a review with a decision of the dashboard. A refund or a dispute also closes it; a review that is closed
 * already stays unchanged.
 */
export function closeReview(account: TestAccount, id: string, reason: ReviewReason): Stripe.Review {
  const review = getReview(account, id)
  if (review.closed_reason === reason) return review
  if (!review.open) throw alreadyClosed(review)
  if (reason === 'approved') return close(account, review, reason)
  const charge = expandableId(review.charge)
  if (reason === 'disputed') openDispute(account, charge)
  else createRefund(account, { charge, ...(reason === 'refunded_as_fraud' && { reason: 'fraudulent' }) })
  return review
}

/** Closes the reviews whose charge has been refunded in full or disputed. */
export function updateReviews(account: TestAccount): void {
  for (const review of Object.values(account.state.reviews).filter(({ open }) => open)) {
    const charge = account.state.charges[expandableId(review.charge)]
    if (charge?.disputed) close(account, review, 'disputed')
    else if (charge?.refunded) close(account, review, refundReason(account, charge))
  }
}

export function reviewRoutes(): StripeRoute[] {
  const path = '/v1/reviews'
  return [
    {
      // Only open ones: https://docs.stripe.com/api/radar/reviews/list
      method: 'GET',
      path,
      params: LIST_PARAMS,
      run({ state }, params) {
        const open = Object.entries(state.reviews).filter(([, review]) => review.open)
        return listObjects(Object.fromEntries(open), params, path, [])
      },
    },
    reading('reviews/:id', getReview),
    {
      method: 'POST',
      path: `${path}/:id/approve`,
      params: [],
      run(account, _, id) {
        const review = getReview(account, id)
        if (!review.open) throw alreadyClosed(review)
        return close(account, review, 'approved')
      },
    },
  ]
}

function close(account: TestAccount, review: Stripe.Review, reason: ReviewReason): Stripe.Review {
  Object.assign(review, { open: false, closed_reason: reason, reason } satisfies Partial<Stripe.Review>)
  account.emit('review.closed', review)
  return review
}

function refundReason({ state }: TestAccount, charge: Stripe.Charge): ReviewReason {
  const refunds = Object.values(state.refunds).filter((refund) => refund.charge === charge.id)
  return refunds.some(({ reason }) => reason === 'fraudulent') ? 'refunded_as_fraud' : 'refunded'
}

const isOpen = ({ state }: TestAccount, id: string) => state.reviews[id]?.open === true

const alreadyClosed = ({ id, reason }: Stripe.Review) =>
  impossible(`Review ${id} is already closed: ${reason}.`)
