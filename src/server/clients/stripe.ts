import { Stripe } from 'stripe'
import { env } from '#server/env.ts'
import { noteStripeCall, type StripeCall } from '#server/watched-run.ts'

// The SDK's default of 80 s is longer than a function may run.
const TIMEOUT_MS = 6_000
const MAX_RETRIES = 1

type HttpClient = NonNullable<Stripe.StripeConfig['httpClient']>

/** Creates the Stripe client; `STRIPE_API` points it at a stand-in, `httpClient` replaces its transport. */
export function stripe(
  key = env('STRIPE_SECRET_KEY'),
  httpClient: HttpClient = Stripe.createNodeHttpClient(),
): Stripe {
  const api = env('STRIPE_API')
  const { protocol, hostname, port } = new URL(api ?? 'https://api.stripe.com')
  return new Stripe(key, {
    timeout: TIMEOUT_MS,
    maxNetworkRetries: MAX_RETRIES,
    telemetry: false,
    httpClient: watchedClient(httpClient),
    ...(api && { protocol: protocol === 'http:' ? 'http' : 'https', host: hostname, port }),
  })
}

/** Notes how each call ends. */
const watchedClient = (client: HttpClient): HttpClient => ({
  getClientName: () => client.getClientName(),
  async makeRequest(...request) {
    const [, , path, method] = request
    const isStart = method === 'POST' && path === '/v1/payment_intents'
    try {
      const response = await client.makeRequest(...request)
      const outcome = outcomeOf(response.getStatusCode(), isStart)
      // A missing permission may concern starts alone; any other failure concerns every call.
      if (outcome)
        noteStripeCall({
          outcome,
          isStart: isStart && (outcome === 'ok' || response.getStatusCode() === 403),
        })
      return response
    } catch (error) {
      noteStripeCall({ outcome: 'unreachable', isStart: false })
      throw error
    }
  },
})

/** A restricted key may lack a permission that nobody needs to pay. A refused input says nothing of the next one. */
function outcomeOf(status: number, isStart: boolean): StripeCall['outcome'] | undefined {
  if (status < 400) return 'ok'
  if (status >= 500) return 'unreachable'
  return status === 401 || (status === 403 && isStart) ? 'refused' : undefined
}
