import type { TestAccount } from '#local/stripe/account.ts'
import { LIST_PARAMS, listObjects } from '#local/stripe/list-objects.ts'
import { allowOnly, type StripeParams } from '#local/stripe/params.ts'
import type { StripeState } from '#local/stripe/state.ts'

type Listable = 'intents' | 'charges' | 'refunds' | 'disputes' | 'fraudWarnings'
type Collections = { [Kind in Listable]: Record<string, StripeState[Kind][string]> }
type Run = (account: TestAccount, params: StripeParams, id: string) => object

export interface StripeRoute {
  method: 'GET' | 'POST'
  path: string
  params: readonly string[]
  /** Refused while another such request of the same object is under way. Stripe waits for its lock before it refuses. */
  locks?: boolean
  /** Set if a GET changes the state, too. */
  saves?: boolean
  /** Set if Stripe.js may call the route, too; converts the response for the browser. */
  publishable?: Run
  run: Run
}

export function reading(path: string, get: (account: TestAccount, id: string) => object): StripeRoute {
  return { method: 'GET', path: `/v1/${path}`, params: [], run: (account, _, id) => get(account, id) }
}

export function listing<Kind extends Listable>(
  name: string,
  kind: Kind,
  filters: readonly (keyof StripeState[Kind][string] & string)[],
): StripeRoute {
  const path = `/v1/${name}`
  return {
    method: 'GET',
    path,
    params: [...LIST_PARAMS, ...filters],
    run({ state }, params) {
      const collections: Collections = state
      return listObjects(collections[kind], params, path, filters)
    },
  }
}

/** Refuses parameters that the route does not know; `expand` is always allowed. */
export function checkParams(route: StripeRoute, params: StripeParams) {
  allowOnly(params, [...route.params, 'expand'])
}
