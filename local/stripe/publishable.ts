import type Stripe from 'stripe'
import type { TestAccount } from '#local/stripe/account.ts'
import { required, type StripeParams } from '#local/stripe/params.ts'
import { getIntent } from '#local/stripe/payment-intents.ts'
import { impossible } from '#local/stripe/stripe-errors.ts'

/** The fields of an intent that the browser may see, which exclude its metadata. */
const PUBLIC = [
  'id',
  'object',
  'amount',
  'automatic_payment_methods',
  'canceled_at',
  'cancellation_reason',
  'capture_method',
  'client_secret',
  'confirmation_method',
  'created',
  'currency',
  'description',
  'last_payment_error',
  'livemode',
  'next_action',
  'payment_method',
  'payment_method_configuration_details',
  'payment_method_types',
  'processing',
  'receipt_email',
  'setup_future_usage',
  'shipping',
  'source',
  'status',
] as const satisfies (keyof Stripe.PaymentIntent)[]

type Run = (account: TestAccount, params: StripeParams, id: string) => Stripe.PaymentIntent

/** With a publishable key, an intent is accessible only with its client secret. */
export const forPublishableKey = (run: Run) => (account: TestAccount, params: StripeParams, id: string) => {
  const secret = required(params, 'client_secret')
  if (getIntent(account, id).client_secret !== secret) {
    const message =
      'The client_secret provided does not match any associated PaymentIntent on this account. Ensure the client_secret string is correct.'
    throw impossible(message, 'payment_intent_invalid_parameter', { param: 'client_secret' })
  }
  const intent = run(account, params, id)
  return Object.fromEntries(PUBLIC.map((name) => [name, intent[name]]))
}
