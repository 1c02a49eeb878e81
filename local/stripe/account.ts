import type Stripe from 'stripe'
import type { Domain } from './domains.ts'
import type { Endpoint } from './post-event.ts'
import type { State } from './state.ts'

/** The API version of the installed SDK; an upgrade of it fails to compile until this follows. */
export const API_VERSION: Stripe.LatestApiVersion = '2026-10-28.endive'

type ObjectOf<Type> = Extract<Stripe.Event, { type: Type }>['data']['object']

/** The one test account that is stood in for: its objects, and what happens to them. */
export interface Account {
  readonly state: State
  /** Where this answers, for addresses that it gives out. */
  url: string
  /** Seconds, as Stripe counts. */
  now: () => number
  emit: <Type extends Stripe.Event['type']>(type: Type, object: ObjectOf<Type>) => void
  /** Stripe finishes this intent or refund by itself after a while. */
  settleLater: (id: string, ok: boolean) => void
  endpoints: () => readonly Endpoint[]
  /** Where payment methods that need a registered domain may be shown. */
  domains: readonly Domain[]
  /** What is not as in an account that is ready for everything. */
  readonly traits: Partial<Stripe.Account>
}
