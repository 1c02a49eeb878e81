import { PaymentElement, useElements, useStripe } from '@stripe/react-stripe-js'
import { useState } from 'react'
import { Button } from '../../ui/Button.tsx'
import { collectVoucher, showPaymentFailure } from './voucher.state.ts'

/** The provider's own fields, and the button that pays. */
export function CardForm({ clientSecret }: { clientSecret: string }) {
  const stripe = useStripe()
  const elements = useElements()
  const [processing, setProcessing] = useState(false)

  async function pay() {
    if (!stripe || !elements || processing) return
    setProcessing(true)
    try {
      const { error: invalid } = await elements.submit()
      if (invalid) return showPaymentFailure(invalid.message)
      const confirmParams = { return_url: `${location.origin}/` }
      const { error } = await stripe.confirmPayment({ elements, confirmParams, redirect: 'if_required' })
      if (error) return showPaymentFailure(error.message)
      await collectVoucher(clientSecret)
    } catch {
      showPaymentFailure(undefined)
    } finally {
      setProcessing(false)
    }
  }

  return (
    <form
      className="stack w-full"
      onSubmit={(event) => {
        event.preventDefault()
        void pay()
      }}
    >
      <div className="w-full">
        <PaymentElement options={{ layout: 'tabs' }} />
      </div>
      <Button type="submit" className="w-full" disabled={!stripe || processing}>
        {processing ? 'Processing...' : 'Complete Payment'}
      </Button>
      <p className="text-small text-soft">
        Your card details go straight to our card provider. We never see them.
      </p>
    </form>
  )
}
