import { Stripe } from 'stripe'
import { env } from '#server/env.ts'

// The SDK's default of 80 s is longer than a function may run.
const TIMEOUT_MS = 6_000
const MAX_RETRIES = 1

/** Creates the Stripe client; `STRIPE_API` points it at a stand-in, `httpClient` replaces its transport. */
export function stripe(
  key = env('STRIPE_SECRET_KEY'),
  httpClient?: Stripe.StripeConfig['httpClient'],
): Stripe {
  const api = env('STRIPE_API')
  const { protocol, hostname, port } = new URL(api ?? 'https://api.stripe.com')
  return new Stripe(key, {
    timeout: TIMEOUT_MS,
    maxNetworkRetries: MAX_RETRIES,
    telemetry: false,
    ...(httpClient && { httpClient }),
    ...(api && { protocol: protocol === 'http:' ? 'http' : 'https', host: hostname, port }),
  })
}
