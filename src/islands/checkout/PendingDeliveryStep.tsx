import { useState } from 'react'
import { notCreated, type Checkout } from '#islands/checkout/checkout.ts'
import type { PaymentStep } from '#islands/checkout/stepper.ts'
import { Button } from '#ui/Button.tsx'

interface Props {
  at: Extract<PaymentStep<unknown>, { name: 'following' }>
  checkout: Pick<Checkout<unknown>, 'completePurchase' | 'noun'>
}

/** The title of the step, by what is known of the payment. */
export const FOLLOWING_TITLES = { processing: 'Payment in progress', unreached: 'Payment received' }

const messages = (noun: string) => ({
  processing: 'Your payment is still going through. We will email you as soon as we hear.',
  unreached: notCreated(noun),
})

/** Tells the buyer that the purchase follows by email, once the payment has gone through. */
export function PendingDeliveryStep({ at: { clientSecret, reference, reason }, checkout }: Props) {
  const [trying, setTrying] = useState(false)
  return (
    <>
      <p className="message">
        <span>{messages(checkout.noun)[reason]}</span>
        <span> Reference: </span>
        <span className="tabular-nums wrap-anywhere" translate="no">
          {reference}
        </span>
      </p>
      <Button
        pendingLabel={trying ? 'Checking...' : undefined}
        onClick={() => {
          setTrying(true)
          void checkout.completePurchase(clientSecret).finally(() => setTrying(false))
        }}
      >
        {reason === 'unreached' ? 'Try again' : 'Check again'}
      </Button>
    </>
  )
}
