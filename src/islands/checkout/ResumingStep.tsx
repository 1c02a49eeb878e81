import { ClinicPhoneLink } from '#islands/checkout/ByPhone.tsx'
import type { Checkout } from '#islands/checkout/checkout.ts'
import type { PaymentStep } from '#islands/checkout/stepper.ts'
import { Button } from '#ui/Button.tsx'

interface Props {
  at: Extract<PaymentStep<unknown>, { name: 'resuming' }>
  checkout: Pick<Checkout<unknown>, 'resume' | 'noun'>
}

/** Shown while the state of a payment is unknown. Never offers the payment form, or the buyer could pay twice. */
export function ResumingStep({ at: { clientSecret, unreached, declined }, checkout }: Props) {
  if (!unreached) {
    return (
      <p role="status" className="message">
        One moment, please. We are checking your payment...
      </p>
    )
  }
  return (
    <>
      <h3>We could not check your payment</h3>
      <p role="alert" className="message">
        We cannot connect at the moment, so we do not know yet whether your payment went through. If it did,
        we will email you about your <span>{checkout.noun}</span>, so please don't pay again. In a moment,
        please press “Check again”, or ring us on <ClinicPhoneLink />.
      </p>
      <Button
        onClick={() => void checkout.resume(clientSecret, { moveFocus: true, announce: true, declined })}
      >
        Check again
      </Button>
    </>
  )
}
