import { callWith } from '#local/stripe/browser/call-stripe.ts'
import { confirmPayment, type ConfirmOptions } from '#local/stripe/browser/confirm-payment.ts'
import { Elements, type ElementsOptions } from '#local/stripe/browser/elements.ts'

/** The release for @stripe/stripe-js 10, which warns about any other. */
const version = 'endive'

/** The part of Stripe.js that the site and `@stripe/react-stripe-js` use. */
function createStripe(publishableKey: string) {
  if (!publishableKey.startsWith('pk_test_'))
    throw new Error('The stand-in for Stripe.js takes no real money: it needs a pk_test_ key.')
  const call = callWith(publishableKey)
  return {
    elements: (options: ElementsOptions) => new Elements(options),
    confirmPayment: (options: ConfirmOptions) => confirmPayment(call, options),
    registerAppInfo() {},
    _registerWrapper() {},
    // react-stripe-js rejects an object without these methods.
    createToken() {},
    createPaymentMethod() {},
    confirmCardPayment() {},
  }
}

Object.assign(window, { Stripe: Object.assign(createStripe, { version }) })
