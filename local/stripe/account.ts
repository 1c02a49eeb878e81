import type Stripe from 'stripe'
import type { Domain } from '#local/stripe/domains.ts'
import type { WebhookEndpoint } from '#local/stripe/post-event.ts'
import type { StripeState } from '#local/stripe/state.ts'

/** The API version of the installed SDK; after an upgrade, compilation fails until this is changed. */
export const API_VERSION: Stripe.LatestApiVersion = '2026-10-28.endive'

type ObjectOf<Type> = Extract<Stripe.Event, { type: Type }>['data']['object']

/** The simulated test account: its objects and events. */
export interface TestAccount {
  readonly state: StripeState
  /** The origin of the stand-in, for URLs in its responses. */
  url: string
  /** The current time in seconds, like Stripe's timestamps. */
  now: () => number
  emit: <Type extends Stripe.Event['type']>(type: Type, object: ObjectOf<Type>) => void
  /** Schedules an intent or refund that Stripe settles after a while. */
  settleLater: (id: string, ok: boolean) => void
  endpoints: () => readonly WebhookEndpoint[]
  /** The registered domains. */
  domains: readonly Domain[]
  /** Overrides of the default account, which is fully enabled. */
  readonly traits: Partial<Stripe.Account>
}
