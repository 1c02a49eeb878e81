import { Stripe } from 'stripe'
import { env } from '../env.ts'

// The SDK's own default of 80 s is longer than a function lives.
const TIMEOUT = 6_000
const RETRIES = 1

/** The real SDK; `STRIPE_API` points it at a stand-in, `httpClient` at whatever it leads to. */
export function stripe(
  key = env('STRIPE_SECRET_KEY'),
  httpClient?: Stripe.StripeConfig['httpClient'],
): Stripe {
  const api = env('STRIPE_API')
  const { protocol, hostname, port } = new URL(api ?? 'https://api.stripe.com')
  return new Stripe(key, {
    timeout: TIMEOUT,
    maxNetworkRetries: RETRIES,
    telemetry: false,
    ...(httpClient && { httpClient }),
    ...(api && { protocol: protocol === 'http:' ? 'http' : 'https', host: hostname, port }),
  })
}
