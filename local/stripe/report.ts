import type { LoggedRequest } from './api.ts'
import type { State } from './state.ts'

/** The state, for pages and tests. */
export interface StripeReport {
  intents: State['intents'][string][]
  charges: State['charges'][string][]
  refunds: State['refunds'][string][]
  disputes: State['disputes'][string][]
  fraudWarnings: State['fraudWarnings'][string][]
  reviews: State['reviews'][string][]
  events: State['events'][string][]
  deliveries: State['deliveries'][string][]
  requests: LoggedRequest[]
}

export function report(state: State, requests: LoggedRequest[]): StripeReport {
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
