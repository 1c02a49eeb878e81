import type { PaymentIntent, StripeError } from '@stripe/stripe-js'
import type { Call, FormParams, IntentResult } from '#local/stripe/browser/call-stripe.ts'
import { challenge } from '#local/stripe/browser/challenge.ts'
import { Elements } from '#local/stripe/browser/elements.ts'
import { integrationError } from '#local/stripe/browser/integration-error.ts'

export interface ConfirmOptions {
  elements?: Elements
  clientSecret?: string
  confirmParams?: FormParams & { return_url?: string }
  redirect?: 'always' | 'if_required'
}

/** The browser is about to leave the page. */
const never = new Promise<never>(() => undefined)

export const intentPath = (clientSecret: string | undefined): string => {
  const [, id] = /^(pi_[A-Za-z0-9]+)_secret_[A-Za-z0-9]+$/.exec(clientSecret ?? '') ?? []
  if (id) return `/v1/payment_intents/${id}`
  throw integrationError(
    `Invalid value for clientSecret: value should be a client secret of the form \${id}_secret_\${secret}. You specified: ${String(clientSecret)}.`,
  )
}

/** https://docs.stripe.com/js/payment_intents/confirm_payment */
export async function confirmPayment(call: Call, options: ConfirmOptions): Promise<IntentResult> {
  const { elements, confirmParams = {}, redirect = 'always' } = options
  if (!(elements instanceof Elements))
    throw integrationError('stripe.confirmPayment(): expected an elements instance.')
  const clientSecret = options.clientSecret ?? elements.options.clientSecret
  const path = intentPath(clientSecret)
  if (redirect === 'always' && !confirmParams.return_url) {
    throw integrationError(
      "stripe.confirmPayment(): confirmParams.return_url is required unless redirect is 'if_required'.",
    )
  }
  const invalid = elements.mounted().validate()
  if (invalid) return { error: invalid }
  const mismatch = elements.options.mode && (await checkDeferred(call, elements, path, clientSecret))
  if (mismatch) return { error: mismatch }
  const data = {
    ...(confirmParams['payment_method_data'] as FormParams | undefined),
    ...elements.mounted().mounted().data(),
  }
  const form = {
    client_secret: clientSecret,
    use_stripe_sdk: true,
    ...confirmParams,
    payment_method_data: data,
  }
  const result = await finish(call, await call('POST', `${path}/confirm`, form), elements)
  if (result.paymentIntent && redirect === 'always')
    return leave(String(confirmParams.return_url), result.paymentIntent)
  return result
}

async function checkDeferred(
  call: Call,
  { submitted, options }: Elements,
  path: string,
  clientSecret?: string,
) {
  if (!submitted) throw integrationError('elements.submit() must be called before stripe.confirmPayment().')
  const { paymentIntent, error } = await call('GET', path, { client_secret: clientSecret })
  if (error) return error
  if (paymentIntent.amount === options.amount && paymentIntent.currency === options.currency) return undefined
  return {
    type: 'invalid_request_error',
    message: `The amount and currency of Elements (${String(options.amount)} ${String(options.currency)}) do not match those of the PaymentIntent (${paymentIntent.amount} ${paymentIntent.currency}).`,
  } satisfies StripeError
}

/** Handles the intent's next action: 3-D Secure or a redirect. */
export async function finish(call: Call, result: IntentResult, elements?: Elements): Promise<IntentResult> {
  const { paymentIntent } = result
  if (paymentIntent?.status !== 'requires_action') return result
  const elsewhere = paymentIntent.next_action?.redirect_to_url?.url
  if (elsewhere) {
    location.assign(elsewhere)
    return never
  }
  const complete = await challenge(elements?.options.appearance)
  const clientSecret = paymentIntent.client_secret ?? ''
  const form = { client_secret: clientSecret, outcome: complete ? 'complete' : 'fail' }
  return afterChallenge(await call('POST', `${intentPath(clientSecret)}/authenticate`, form))
}

function afterChallenge(result: IntentResult): IntentResult {
  if (result.paymentIntent?.status !== 'requires_payment_method') return result
  return {
    error: {
      type: 'invalid_request_error',
      code: 'payment_intent_authentication_failure',
      message:
        'We are unable to authenticate your payment method. Please choose a different payment method and try again.',
      payment_intent: result.paymentIntent,
    },
  }
}

function leave(returnUrl: string, intent: PaymentIntent): Promise<never> {
  const target = new URL(returnUrl, location.href)
  target.searchParams.set('payment_intent', intent.id)
  target.searchParams.set('payment_intent_client_secret', intent.client_secret ?? '')
  target.searchParams.set('redirect_status', intent.status === 'processing' ? 'pending' : intent.status)
  location.assign(target)
  return never
}
