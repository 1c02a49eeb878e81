import type { Account } from './account.ts'
import { LIST_PARAMS, listObjects } from './lists.ts'
import { allowOnly, type Params } from './params.ts'
import type { State } from './state.ts'

type Listable = 'intents' | 'charges' | 'refunds' | 'disputes' | 'fraudWarnings' | 'balance' | 'events'
type Collections = { [Kind in Listable]: Record<string, State[Kind][string]> }
type Run = (account: Account, params: Params, id: string) => object

export interface Route {
  method: 'GET' | 'POST'
  path: string
  params: readonly string[]
  /** Set if Stripe.js may call the route, too; converts the response for the browser. */
  publishable?: Run
  run: Run
}

export function reading(path: string, get: (account: Account, id: string) => object): Route {
  return { method: 'GET', path: `/v1/${path}`, params: [], run: (account, _, id) => get(account, id) }
}

export function listing<Kind extends Listable>(
  name: string,
  kind: Kind,
  filters: readonly (keyof State[Kind][string] & string)[],
): Route {
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
export function checkParams(route: Route, params: Params) {
  allowOnly(params, [...route.params, 'expand'])
}
