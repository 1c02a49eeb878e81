import { callWith, type IntentResult } from '#local/stripe/browser/call-stripe.ts'
import {
  confirmPayment,
  finish,
  intentPath,
  type ConfirmOptions,
} from '#local/stripe/browser/confirm-payment.ts'
import { Elements, type ElementsOptions } from '#local/stripe/browser/elements.ts'
import { integrationError } from '#local/stripe/browser/integration-error.ts'

/** The part of Stripe.js that `@stripe/react-stripe-js` and the site need. */
export function createStripe(publishableKey: unknown) {
  if (typeof publishableKey !== 'string' || !publishableKey.startsWith('pk_test_')) {
    throw integrationError('The stand-in for Stripe.js takes no real money: it needs a pk_test_ key.')
  }
  const call = callWith(publishableKey)
  let confirming = false

  const retrieve = (clientSecret: string) =>
    call('GET', intentPath(clientSecret), { client_secret: clientSecret })

  return {
    elements: (options?: ElementsOptions) => new Elements(options),
    async confirmPayment(options: ConfirmOptions): Promise<IntentResult> {
      if (confirming) throw integrationError('stripe.confirmPayment() is already in progress.')
      confirming = true
      try {
        return await confirmPayment(call, options)
      } finally {
        confirming = false
      }
    },
    retrievePaymentIntent: async (clientSecret: string) => retrieve(clientSecret),
    handleNextAction: async ({ clientSecret }: { clientSecret: string }) =>
      finish(call, await retrieve(clientSecret)),
    registerAppInfo() {},
    _registerWrapper() {},
    // react-stripe-js rejects an object without these methods.
    createToken: absent('createToken'),
    createPaymentMethod: absent('createPaymentMethod'),
    confirmCardPayment: absent('confirmCardPayment'),
  }
}

const absent = (name: string) => () => {
  throw integrationError(`The stand-in for Stripe.js has no ${name}().`)
}
