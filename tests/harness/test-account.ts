import { Stripe } from 'stripe'
import { startStripe, type StripeOptions, type StripeStandIn } from '#local/stripe/start-stripe.ts'

export const SECRET_KEY = 'sk_test_of_the_tests'
export const PUBLISHABLE_KEY = 'pk_test_of_the_tests'

export const startTestAccount = (options: Partial<StripeOptions> = {}): Promise<StripeStandIn> =>
  startStripe({ secretKey: SECRET_KEY, publishableKey: PUBLISHABLE_KEY, webhooks: [], ...options })

/** Returns the real SDK, connected to the stand-in. */
export function sdk({ url }: { url: string }, config: Stripe.StripeConfig = {}): Stripe {
  const { hostname, port } = new URL(url)
  return new Stripe(SECRET_KEY, {
    host: hostname,
    port,
    protocol: 'http',
    telemetry: false,
    maxNetworkRetries: 0,
    ...config,
  })
}

/** Sends a request as Stripe.js does: publishable key and form body. */
export async function asBrowser(
  url: string,
  path: string,
  params: Record<string, string>,
): Promise<Response> {
  return fetch(`${url}${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${PUBLISHABLE_KEY}` },
    body: new URLSearchParams(params),
  })
}

/** Returns the error of a refused call. */
export async function stripeErrorOf(call: Promise<unknown>): Promise<Stripe.errors.StripeError> {
  const error: unknown = await call.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  if (error instanceof Stripe.errors.StripeError) return error
  throw new Error(`expected a refusal by Stripe, got ${String(error)}`)
}

/** Confirms as Stripe.js does: publishable key, client secret, form body. */
export async function confirmAsBrowser(
  url: string,
  intent: Stripe.PaymentIntent,
  params: Record<string, string>,
) {
  const path = `/v1/payment_intents/${intent.id}/confirm`
  const response = await asBrowser(url, path, { client_secret: intent.client_secret ?? '', ...params })
  const body = (await response.json()) as Partial<Stripe.PaymentIntent> & {
    error?: { code: string; message: string }
  }
  return { response, body }
}
