import { useSignals } from '@preact/signals-react/runtime'
import { PaymentElement, useElements, useStripe } from '@stripe/react-stripe-js'
import { type ComponentProps, type ReactNode, useRef, useState } from 'react'
import { warnBeforeUnload } from '../../lib/warn-before-unload.ts'
import { Button } from '../../ui/Button.tsx'
import type { Checkout } from './checkout.ts'
import { isPaying, type PaymentError } from './pay.ts'
import { RightToCancel } from './RightToCancel.tsx'

interface Props {
  checkout: Pick<Checkout<unknown>, 'pay' | 'explainMissingForm'>
  clientSecret: string
  /** Of the buyer, for Stripe's fraud checks. As receipt_email, Stripe would write to it. */
  email: string
  purchase: ComponentProps<typeof RightToCancel>['purchase']
  /** The page of ours that a redirect method comes back to. */
  returnTo: '/' | '/shop'
  /** Said above the fields when the provider's form will not open. */
  missing: ReactNode
  className: string
  buttonClassName: string
  /** Lays out the right to cancel with the provider's own fields, and the button that pays. */
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
    // All others leave the page by themselves.
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
