import { useSignals } from '@preact/signals-react/runtime'
import { Elements } from '@stripe/react-stripe-js'
import type { Stripe } from '@stripe/stripe-js'
import { loadStripe } from '@stripe/stripe-js/pure'
import { useEffect, useState } from 'react'
import { stripeAppearance } from '../../ui/stripe-appearance.ts'
import { ByPhone } from './ByPhone.tsx'
import { CardForm } from './CardForm.tsx'
import { paying } from './pay.ts'
import type { OpenPayment } from './stage.ts'
import { backToForm } from './start-payment.ts'

/** Stripe.js is fetched here and nowhere before: no visitor who does not pay meets it. */
export function PaymentStep({ clientSecret, publishableKey }: OpenPayment) {
  useSignals()
  const stripe = useStripeScript(publishableKey)
  return (
    <>
      <div className="panel stack">
        <h3>Payment</h3>
        {stripe === undefined && <p role="status">Loading the payment form...</p>}
        {stripe === null && (
          <ByPhone>The payment form could not be loaded. You have not been charged.</ByPhone>
        )}
        {stripe && (
          <Elements
            stripe={stripe}
            options={{ clientSecret, appearance: stripeAppearance(), locale: 'en-GB' }}
          >
            <CardForm clientSecret={clientSecret} />
          </Elements>
        )}
      </div>
      <button
        type="button"
        className="link link-back text-small"
        disabled={paying.value}
        onClick={backToForm}
      >
        Back to Form
      </button>
    </>
  )
}

/** Stripe, undefined while it is on its way, null when it cannot be had. */
function useStripeScript(publishableKey: string): Stripe | null | undefined {
  const [stripe, setStripe] = useState<Stripe | null>()
  useEffect(() => {
    let gone = false
    loadStripe(publishableKey)
      .catch(() => null)
      .then((loaded) => gone || setStripe(loaded))
      .catch(() => undefined)
    return () => void (gone = true)
  }, [publishableKey])
  return stripe
}
