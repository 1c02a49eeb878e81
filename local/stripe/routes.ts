import type { Account } from './account.ts'
import { confirmIntent } from './confirm.ts'
import { getDispute } from './disputes.ts'
import { LIST_PARAMS, listObjects } from './lists.ts'
import { mergeMetadata } from './metadata.ts'
import { allowOnly, required, type Params } from './params.ts'
import { cancelIntent, createIntent, getIntent, updateIntent, wantsConfirmation } from './payment-intents.ts'
import { createMethod, getMethod } from './payment-methods.ts'
import { forPublishableKey } from './publishable.ts'
import { createRefund, getRefund } from './refunds.ts'
import { missing } from './refusals.ts'
import { searchIntents } from './search.ts'
import { authenticate } from './settlement.ts'
import type { State } from './state.ts'

type Listable = 'intents' | 'charges' | 'refunds' | 'disputes' | 'balance' | 'events'
type Collections = { [Kind in Listable]: Record<string, State[Kind][string]> }
type Run = (account: Account, params: Params, id: string) => object

export interface Route {
  method: 'GET' | 'POST'
  path: string
  params: readonly string[]
  /** What Stripe.js may call too, and how its answer is made. */
  publishable?: Run
  run: Run
}

const DESCRIPTION = ['description', 'metadata', 'receipt_email', 'statement_descriptor_suffix']
const CONFIRMATION = [
  'client_secret',
  'confirmation_token',
  'error_on_requires_action',
  'expected_payment_method_type',
  'mandate_data',
  'off_session',
  'payment_method',
  'payment_method_data',
  'payment_method_options',
  'payment_method_types',
  'receipt_email',
  'return_url',
  'use_stripe_sdk',
]
const CREATION = [
  ...DESCRIPTION,
  ...CONFIRMATION,
  'amount',
  'automatic_payment_methods',
  'confirm',
  'currency',
]

/** Everything the stand-in answers; a call that is not here is refused, as Stripe refuses unknown ones. */
export const ROUTES: Route[] = [
  ...intents(),
  ...refunds(),
  {
    method: 'POST',
    path: '/v1/payment_methods',
    params: ['type', 'card', 'billing_details', 'bacs_debit', 'klarna'],
    run: (account, params) => createMethod(account, params).method,
    publishable: (account, params) => createMethod(account, params).method,
  },
  reading('payment_methods/:id', (account, id) => getMethod(account, id).method),
  listing('charges', 'charges', ['payment_intent']),
  reading('charges/:id', ({ state }, id) => state.charges[id] ?? gone('charge', id)),
  listing('disputes', 'disputes', ['charge', 'payment_intent']),
  reading('disputes/:id', getDispute),
  listing('balance_transactions', 'balance', ['source', 'type']),
  reading(
    'balance_transactions/:id',
    ({ state }, id) => state.balance[id] ?? gone('balance transaction', id),
  ),
  listing('events', 'events', ['type']),
  reading('events/:id', ({ state }, id) => state.events[id] ?? gone('event', id)),
]

function intents(): Route[] {
  const path = '/v1/payment_intents'
  return [
    {
      method: 'POST',
      path,
      params: CREATION,
      run(account, params) {
        const intent = createIntent(account, params)
        return wantsConfirmation(params) ? confirmIntent(account, intent.id, params) : intent
      },
    },
    listing('payment_intents', 'intents', []),
    { method: 'GET', path: `${path}/search`, params: ['limit', 'page', 'query'], run: searchIntents },
    {
      method: 'GET',
      path: `${path}/:id`,
      params: ['client_secret'],
      run: (account, _, id) => getIntent(account, id),
      publishable: forPublishableKey((account, _, id) => getIntent(account, id)),
    },
    {
      method: 'POST',
      path: `${path}/:id`,
      params: [...DESCRIPTION, 'amount'],
      run: (account, params, id) => updateIntent(account, id, params),
    },
    {
      method: 'POST',
      path: `${path}/:id/confirm`,
      params: CONFIRMATION,
      run: (account, params, id) => confirmIntent(account, id, params),
      publishable: forPublishableKey((account, params, id) => confirmIntent(account, id, params)),
    },
    {
      method: 'POST',
      path: `${path}/:id/cancel`,
      params: ['cancellation_reason'],
      run: (account, params, id) => cancelIntent(account, id, params),
    },
    {
      // The buyer's answer to 3-D Secure. Stripe.js uses an address of this kind, which is not documented.
      method: 'POST',
      path: `${path}/:id/authenticate`,
      params: ['client_secret', 'outcome'],
      run: (account, params, id) => authenticate(account, id, required(params, 'outcome') === 'complete'),
      publishable: forPublishableKey((account, params, id) =>
        authenticate(account, id, required(params, 'outcome') === 'complete'),
      ),
    },
  ]
}

function refunds(): Route[] {
  return [
    {
      method: 'POST',
      path: '/v1/refunds',
      params: ['amount', 'charge', 'instructions_email', 'metadata', 'payment_intent', 'reason'],
      run: createRefund,
    },
    listing('refunds', 'refunds', ['charge', 'payment_intent']),
    reading('refunds/:id', getRefund),
    {
      method: 'POST',
      path: '/v1/refunds/:id',
      params: ['metadata'],
      run(account, params, id) {
        const refund = getRefund(account, id)
        refund.metadata = mergeMetadata(refund.metadata ?? {}, params)
        return refund
      },
    },
  ]
}

function reading(path: string, get: (account: Account, id: string) => object): Route {
  return { method: 'GET', path: `/v1/${path}`, params: [], run: (account, _, id) => get(account, id) }
}

function listing<Kind extends Listable>(
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

function gone(what: string, id: string): never {
  throw missing(what, id)
}

/** Refuses parameters that the route does not know; `expand` goes everywhere. */
export function checkParams(route: Route, params: Params) {
  allowOnly(params, [...route.params, 'expand'])
}
