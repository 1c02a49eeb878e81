import type { PaymentIntent, StripeError } from '@stripe/stripe-js'

/** The path of the stand-in's API, on the site's own origin, so that the deployed security headers allow it. */
const API = '/__local/stripe'

export type IntentResult =
  { paymentIntent: PaymentIntent; error?: never } | { error: StripeError; paymentIntent?: never }

export type FormParams = { [name: string]: unknown }

export type Call = (path: string, form: FormParams) => Promise<IntentResult>

const NO_CONNECTION: StripeError = {
  type: 'api_connection_error',
  message:
    'We are experiencing issues connecting to our payments provider. You have not been charged. Please check your internet connection and try again.',
}

/** Sends a request with the publishable key; never throws. */
export const callWith =
  (publishableKey: string): Call =>
  async (path, form) => {
    const headers = { authorization: `Bearer ${publishableKey}` }
    try {
      const response = await fetch(`${API}${path}`, { method: 'POST', headers, body: encode(form) })
      const answer = (await response.json()) as PaymentIntent | { error: StripeError }
      return 'error' in answer ? { error: answer.error } : { paymentIntent: answer }
    } catch {
      return { error: NO_CONNECTION }
    }
  }

/** Encodes nested values as `a[b]=…`, like Stripe. */
function encode(form: FormParams, prefix = '', into = new URLSearchParams()): URLSearchParams {
  for (const [name, value] of Object.entries(form)) {
    const path = prefix ? `${prefix}[${name}]` : name
    if (typeof value === 'object' && value !== null) encode(value as FormParams, path, into)
    else if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean')
      into.append(path, String(value))
  }
  return into
}
