import { useSignals } from '@preact/signals-react/runtime'
import { Elements, PaymentElement, useElements, useStripe } from '@stripe/react-stripe-js'
import type { Stripe } from '@stripe/stripe-js'
import { loadStripe } from '@stripe/stripe-js/pure'
import { useEffect, useRef, useState, type ComponentProps, type ReactNode } from 'react'
import type { Checkout } from '#islands/checkout/checkout.ts'
import { isPaying, type PaymentError } from '#islands/checkout/pay.ts'
import { RightToCancel } from '#islands/checkout/RightToCancel.tsx'
import type { OpenPayment } from '#islands/checkout/stepper.ts'
import { Button } from '#ui/Button.tsx'
import { stripeAppearance } from '#ui/stripe-appearance.ts'

interface Props {
  checkout: Pick<Checkout<unknown>, 'pay' | 'explainMissingForm'>
  clientSecret: string
  /** The buyer's, for Stripe's fraud checks. Not sent as receipt_email, or Stripe would email a receipt. */
  email: string
  purchase: ComponentProps<typeof RightToCancel>['purchase']
  /** Where redirect payment methods return to. */
  returnTo: '/' | '/shop'
  /** Shown above the fields if Stripe's form fails to load. */
  missing: ReactNode
  className: string
  buttonClassName: string
  /** Lays out the fields (with the right to cancel) and the submit button. */
  children: (fields: ReactNode, button: ReactNode) => ReactNode
}

export function CardForm(props: Props) {
  useSignals()
  const { checkout, clientSecret, email, returnTo, className, buttonClassName, children } = props
  const stripe = useStripe()
  const elements = useElements()
  const method = useRef('card')
  const [missing, setMissing] = useState(false)

  async function confirm(): Promise<PaymentError | undefined> {
    if (!stripe || !elements) return {}
    const { error: invalid } = await elements.submit()
    if (invalid) return invalid
    const confirmParams = {
      return_url: `${location.origin}${returnTo}`,
      payment_method_data: { billing_details: { email } },
    }
    const ask = () => stripe.confirmPayment({ elements, confirmParams, redirect: 'if_required' })
    // Other methods may redirect, which must not trigger the warning.
    const { error } = method.current === 'card' ? await warnBeforeUnload(ask) : await ask()
    return error
  }

  return (
    <form
      className={className}
      onSubmit={(event) => {
        event.preventDefault()
        void checkout.pay(clientSecret, confirm)
      }}
    >
      {children(
        <>
          <RightToCancel purchase={props.purchase} />
          {missing && props.missing}
          <div className="w-full">
            <PaymentElement
              options={{ layout: 'tabs' }}
              onChange={({ value }) => (method.current = value.type)}
              onLoadError={() => {
                setMissing(true)
                void checkout.explainMissingForm(clientSecret)
              }}
            />
          </div>
        </>,
        <Button type="submit" className={buttonClassName} disabled={!stripe || isPaying.value}>
          {isPaying.value ? 'Processing...' : 'Complete Payment'}
        </Button>,
      )}
    </form>
  )
}

export const CardNote = () => (
  <p className="text-small text-soft">
    Your card details go straight to our card provider. We never see them.
  </p>
)

/** Makes the browser confirm leaving the page while `work` is running. */
async function warnBeforeUnload<Result>(work: () => Promise<Result>): Promise<Result> {
  const ask = (event: BeforeUnloadEvent) => event.preventDefault()
  addEventListener('beforeunload', ask)
  try {
    return await work()
  } finally {
    removeEventListener('beforeunload', ask)
  }
}

interface StripeElementsProps extends OpenPayment {
  /** Shown while Stripe.js is loading. */
  loading: ReactNode
  /** Shown if Stripe.js fails to load. */
  missing: ReactNode
  children: ReactNode
}

/** Loads Stripe.js. Nothing else does, so that only buyers download it. */
export function StripeElements({
  clientSecret,
  publishableKey,
  loading,
  missing,
  children,
}: StripeElementsProps) {
  const stripe = useStripeScript(publishableKey)
  if (stripe === undefined) return loading
  if (stripe === null) return missing
  return (
    <Elements stripe={stripe} options={{ clientSecret, appearance: stripeAppearance(), locale: 'en-GB' }}>
      {children}
    </Elements>
  )
}

/** Returns Stripe, undefined while it is loading, or null if it failed to load. */
function useStripeScript(publishableKey: string): Stripe | null | undefined {
  const [stripe, setStripe] = useState<Stripe | null>()
  useEffect(() => {
    let isUnmounted = false
    loadStripe(publishableKey)
      .catch(() => null)
      .then((loaded) => isUnmounted || setStripe(loaded))
      .catch(() => undefined)
    return () => void (isUnmounted = true)
  }, [publishableKey])
  return stripe
}
