import type Stripe from 'stripe'
import type { TestAccount } from '#local/stripe/account.ts'
import { required, type StripeParams } from '#local/stripe/params.ts'
import { getIntent } from '#local/stripe/payment-intents.ts'
import { impossible } from '#local/stripe/stripe-errors.ts'

type Run = (account: TestAccount, params: StripeParams, id: string) => Stripe.PaymentIntent

/** With a publishable key, an intent is accessible only with its client secret, and without its metadata. */
export const forPublishableKey = (run: Run) => (account: TestAccount, params: StripeParams, id: string) => {
  const secret = required(params, 'client_secret')
  if (getIntent(account, id).client_secret !== secret) {
    const message =
      'The client_secret provided does not match any associated PaymentIntent on this account. Ensure the client_secret string is correct.'
    throw impossible(message, 'payment_intent_invalid_parameter', { param: 'client_secret' })
  }
  const { metadata: _, ...visible } = run(account, params, id)
  return visible
}
