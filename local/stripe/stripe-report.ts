import type { StripeState } from '#local/stripe/state.ts'
import type { LoggedRequest } from '#local/stripe/stripe-api.ts'

/** The state, for pages and tests. */
export interface StripeReport {
  intents: StripeState['intents'][string][]
  charges: StripeState['charges'][string][]
  refunds: StripeState['refunds'][string][]
  disputes: StripeState['disputes'][string][]
  fraudWarnings: StripeState['fraudWarnings'][string][]
  reviews: StripeState['reviews'][string][]
  events: StripeState['events'][string][]
  deliveries: StripeState['deliveries'][string][]
  requests: LoggedRequest[]
}

export function stripeReport(state: StripeState, requests: LoggedRequest[]): StripeReport {
  const { intents, charges, refunds, disputes, fraudWarnings, reviews, events, deliveries } = state
  return structuredClone({
    intents: Object.values(intents),
    charges: Object.values(charges),
    refunds: Object.values(refunds),
    disputes: Object.values(disputes),
    fraudWarnings: Object.values(fraudWarnings),
    reviews: Object.values(reviews),
    events: Object.values(events),
    deliveries: Object.values(deliveries),
    requests,
  })
}
