import type { Stripe } from 'stripe'

/** Pence that decided disputes took from Stripe's balance. An open one may still return the money. */
export const lostAtStripe = (disputes: Stripe.Dispute[], intent: string): number =>
  disputes
    .filter((one) => one.payment_intent === intent && !/^(needs_response|under_review)$/.test(one.status))
    .flatMap((one) => one.balance_transactions)
    .reduce((sum, { amount }) => sum - amount, 0)
