import { useSignals } from '@preact/signals-react/runtime'
import { PaymentElement, useElements, useStripe } from '@stripe/react-stripe-js'
import { useRef, useState } from 'react'
import { holdPage } from '../../lib/hold-page.ts'
import { Button } from '../../ui/Button.tsx'
import { ByPhone } from './ByPhone.tsx'
import { explainMissingForm, pay, paying, type Refusal } from './pay.ts'

/** The provider's own fields, and the button that pays. */
export function CardForm({ clientSecret }: { clientSecret: string }) {
  useSignals()
  const stripe = useStripe()
  const elements = useElements()
  const method = useRef('card')
  const [missing, setMissing] = useState(false)

  async function confirm(): Promise<Refusal | undefined> {
    if (!stripe || !elements) return {}
    const { error: invalid } = await elements.submit()
    if (invalid) return invalid
    const confirmParams = { return_url: `${location.origin}/` }
    const ask = () => stripe.confirmPayment({ elements, confirmParams, redirect: 'if_required' })
    // All others leave the page by themselves.
    const { error } = method.current === 'card' ? await holdPage(ask) : await ask()
    return error
  }

  return (
    <form
      className="stack w-full"
      onSubmit={(event) => {
        event.preventDefault()
        void pay(clientSecret, confirm)
      }}
    >
      {missing && <ByPhone>The payment form could not be loaded.</ByPhone>}
      <div className="w-full">
        <PaymentElement
          options={{ layout: 'tabs' }}
          onChange={({ value }) => (method.current = value.type)}
          onLoadError={() => {
            setMissing(true)
            void explainMissingForm(clientSecret)
          }}
        />
      </div>
      <Button type="submit" className="w-full" disabled={!stripe || paying.value}>
        {paying.value ? 'Processing...' : 'Complete Payment'}
      </Button>
      <p className="text-small text-soft">
        Your card details go straight to our card provider. We never see them.
      </p>
    </form>
  )
}
