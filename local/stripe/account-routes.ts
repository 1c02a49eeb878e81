import type Stripe from 'stripe'
import type { TestAccount } from '#local/stripe/account.ts'
import { domainRoute } from '#local/stripe/domains.ts'
import { PREFIX } from '#local/stripe/intent-fields.ts'
import { LIST_PARAMS, listObjects } from '#local/stripe/list-objects.ts'
import { list, text, type StripeParams } from '#local/stripe/params.ts'
import type { StripeRoute } from '#local/stripe/route.ts'

/** Routes of the account, its webhook endpoints, and its events. */
export function accountRoutes(): StripeRoute[] {
  return [
    { method: 'GET', path: '/v1/account', params: [], run: describeAccount },
    domainRoute,
    { method: 'GET', path: '/v1/webhook_endpoints', params: LIST_PARAMS, run: listEndpoints },
    {
      method: 'GET',
      path: '/v1/events',
      params: [...LIST_PARAMS, 'delivery_success', 'type', 'types'],
      run: listEvents,
    },
  ]
}

const describeAccount = ({ traits }: TestAccount): Stripe.Account => ({
  id: 'acct_local',
  object: 'account',
  charges_enabled: true,
  country: 'GB',
  default_currency: 'gbp',
  details_submitted: true,
  email: null,
  payouts_enabled: true,
  settings: descriptorSettings({ prefix: PREFIX, descriptor: PREFIX }),
  type: 'standard',
  ...traits,
})

interface Descriptors {
  prefix: string | null
  descriptor: string | null
}

/** The settings of an account with these statement descriptors. */
export const descriptorSettings = ({ prefix, descriptor }: Descriptors): Stripe.Account.Settings => ({
  branding: { icon: null, logo: null, primary_color: null, secondary_color: null },
  card_payments: {
    decline_on: { avs_failure: true, cvc_failure: true },
    statement_descriptor_prefix: prefix,
    statement_descriptor_prefix_kana: null,
    statement_descriptor_prefix_kanji: null,
  },
  dashboard: { display_name: null, timezone: 'Europe/London' },
  payments: {
    statement_descriptor: descriptor,
    statement_descriptor_kana: null,
    statement_descriptor_kanji: null,
    statement_descriptor_prefix_kana: null,
    statement_descriptor_prefix_kanji: null,
  },
})

function listEndpoints(account: TestAccount, params: StripeParams) {
  const described = account.endpoints().map(({ url, enabledEvents = ['*'], disabled = false }, index) => ({
    id: `we_local${index}`,
    object: 'webhook_endpoint' as const,
    api_version: null,
    application: null,
    created: account.now(),
    description: null,
    enabled_events: [...enabledEvents],
    livemode: false,
    metadata: {},
    status: disabled ? 'disabled' : 'enabled',
    url,
  }))
  const byId: Record<string, Stripe.WebhookEndpoint> = Object.fromEntries(
    described.map((endpoint) => [endpoint.id, endpoint]),
  )
  return listObjects(byId, params, '/v1/webhook_endpoints', [])
}

/** An event is delivered once every endpoint has accepted it: https://docs.stripe.com/api/events/list */
function listEvents({ state }: TestAccount, params: StripeParams) {
  const types = list(params, 'types')
  const delivered = text(params, 'delivery_success')
  const events = Object.entries(state.events).filter(
    ([, { type, pending_webhooks: pending }]) =>
      (types.length === 0 || types.includes(type)) &&
      (delivered === undefined || delivered === String(pending === 0)),
  )
  return listObjects(Object.fromEntries(events), params, '/v1/events', ['type'])
}
