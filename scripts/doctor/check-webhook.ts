import type { Stripe } from 'stripe'
import { ok, wrong, yours, type Finding } from '#scripts/doctor/finding.ts'
import { systemClock } from '#server/clients/services.ts'
import { STRIPE_WEBHOOK_PATH } from '#server/clients/webhook-paths.ts'
import { env } from '#server/env.ts'
import { findUndeliveredEvent } from '#server/money/reconcile/missed-events.ts'
import { STRIPE_EVENTS } from '#server/money/settle/apply-stripe-event.ts'

const WHERE = 'Stripe → Developers → Webhooks'
/** In seconds. */
const DAY = 86_400

/** A key sees the endpoints of its own mode only. */
export const isLiveKey = (key: string) => key.includes('_live_')

/** Checks that one enabled endpoint at our URL receives all events that the code handles. */
export async function checkWebhook(client: Stripe): Promise<Finding[]> {
  const address = new URL(STRIPE_WEBHOOK_PATH, env('URL')).href
  const { data } = await client.webhookEndpoints.list({ limit: 100 })
  const [endpoint, another] = data.filter(({ url }) => url === address)
  if (!endpoint) {
    const mode = isLiveKey(env('STRIPE_SECRET_KEY')) ? 'live' : 'test'
    return [
      wrong(
        `In ${mode} mode, no webhook endpoint leads to ${address}.`,
        `add it: ${WHERE} (docs/stripe.md).`,
      ),
    ]
  }
  if (another)
    return [
      wrong(
        `${address} is registered more than once, and we know the secret of one only.`,
        `delete all but one: ${WHERE}; then copy its signing secret into STRIPE_WEBHOOK_SECRET.`,
      ),
    ]
  const faults = faultsOf(endpoint)
  return faults.length === 0
    ? [ok('One webhook endpoint leads to us and is told of every event we need.')]
    : faults
}

function faultsOf({ status, enabled_events: enabled }: Stripe.WebhookEndpoint): Finding[] {
  const missing = enabled.includes('*') ? [] : STRIPE_EVENTS.filter((type) => !enabled.includes(type))
  return [
    ...(status === 'enabled' ? [] : [wrong('The webhook endpoint is disabled.', `enable it: ${WHERE}.`)]),
    ...(missing.length === 0
      ? []
      : [
          wrong(
            `The webhook endpoint is not told of ${missing.join(', ')}.`,
            `select them: ${WHERE} → the endpoint.`,
          ),
        ]),
  ]
}

/** Stripe does not return webhook secrets, but it does return whether events were accepted. */
export async function checkDeliveries(client: Stripe): Promise<Finding[]> {
  const now = systemClock.now()
  const types = [...STRIPE_EVENTS]
  const created = { gte: Math.floor(now.getTime() / 1000) - 30 * DAY }
  const [last, taken] = await Promise.all([
    findUndeliveredEvent(client, now),
    client.events.list({ types, delivery_success: true, created, limit: 1 }),
  ])
  if (last)
    return [
      wrong(
        `Stripe has not been able to deliver at least one event of the last three days (${last.type}).`,
        `${WHERE} → the endpoint says why, and can send it again; 400 means that STRIPE_WEBHOOK_SECRET is another endpoint’s.`,
      ),
    ]
  if (taken.data.length > 0) return [ok('Stripe’s events of the last days were taken.')]
  return [
    yours(
      'Stripe has had nothing to tell yet, so whether STRIPE_WEBHOOK_SECRET is the endpoint’s own is not known.',
      'make a purchase of £0.30, then run this again.',
    ),
  ]
}
