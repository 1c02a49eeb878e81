import { accountRoutes } from '#local/stripe/account-routes.ts'
import { balanceRoutes } from '#local/stripe/balance-routes.ts'
import { getDispute } from '#local/stripe/disputes.ts'
import { getFraudWarning } from '#local/stripe/fraud-warnings.ts'
import { intentRoutes } from '#local/stripe/intent-routes.ts'
import { reviewRoutes } from '#local/stripe/reviews.ts'
import { listing, reading, type StripeRoute } from '#local/stripe/route.ts'
import { missing } from '#local/stripe/stripe-errors.ts'
import { createRefund, getRefund } from '#local/stripe/stripe-refunds.ts'

/** All routes of the stand-in; other requests are refused, like unknown ones at Stripe. */
export const ROUTES: StripeRoute[] = [
  ...intentRoutes(),
  {
    method: 'POST',
    path: '/v1/refunds',
    params: ['amount', 'charge', 'metadata', 'payment_intent', 'reason'],
    run: createRefund,
  },
  listing('refunds', 'refunds', ['charge', 'payment_intent']),
  reading('refunds/:id', getRefund),
  listing('charges', 'charges', ['payment_intent']),
  reading('charges/:id', ({ state }, id) => state.charges[id] ?? noCharge(id)),
  listing('disputes', 'disputes', ['charge', 'payment_intent']),
  reading('disputes/:id', getDispute),
  listing('radar/early_fraud_warnings', 'fraudWarnings', ['charge', 'payment_intent']),
  reading('radar/early_fraud_warnings/:id', getFraudWarning),
  ...reviewRoutes(),
  ...balanceRoutes(),
  ...accountRoutes(),
]

function noCharge(id: string): never {
  throw missing('charge', id)
}
