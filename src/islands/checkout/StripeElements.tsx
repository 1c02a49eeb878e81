import { Elements } from '@stripe/react-stripe-js'
import type { Stripe } from '@stripe/stripe-js'
import { loadStripe } from '@stripe/stripe-js/pure'
import { type ReactNode, useEffect, useState } from 'react'
import { stripeAppearance } from '../../ui/stripe-appearance.ts'
import type { OpenPayment } from './stepper.ts'

interface Props extends OpenPayment {
  /** What stands in the place of the form while Stripe's script is on its way, and when it cannot be had. */
  loading: ReactNode
  missing: ReactNode
  children: ReactNode
}

/** Stripe.js is fetched here and nowhere before: no visitor who does not pay meets it. */
export function StripeElements({ clientSecret, publishableKey, loading, missing, children }: Props) {
  const stripe = useStripeScript(publishableKey)
  if (stripe === undefined) return loading
  if (stripe === null) return missing
  return (
    <Elements stripe={stripe} options={{ clientSecret, appearance: stripeAppearance(), locale: 'en-GB' }}>
      {children}
    </Elements>
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
