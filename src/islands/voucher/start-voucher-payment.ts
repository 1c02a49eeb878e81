import { signal } from '@preact/signals-react'
import { notifyError } from '../checkout/notifications.ts'
import { ApiError, fieldErrorsOf } from '../../lib/api.ts'
import { checkAmount, checkDetails, errors, showServerErrors } from './voucher-form.store.ts'
import { goTo } from './voucher-step.ts'
import { checkout } from './voucher.store.ts'

// From the amount to a payment that can be made, and back.

export const isSubmitting = signal(false)
/** No payment can be started here, for the sentence with the phone number. */
export const isUnavailable = signal(false)

/** 'Purchase Gift Voucher': on to the details, if the amount is one. Tells whether it is. */
export function submitAmount(): boolean {
  const fine = checkAmount()
  if (fine) goTo({ name: 'details' })
  else showFailure()
  return fine
}

export function changeAmount(): void {
  goTo({ name: 'amount' })
}

export function backToForm(): void {
  goTo({ name: 'details' })
}

/** Goes on to the payment. Tells whether it could; if not, `errors` says beside which field. */
export async function submitDetails(): Promise<boolean> {
  if (isSubmitting.value || !checkDetails()) return false
  isSubmitting.value = true
  try {
    await checkout.start()
    return true
  } catch (error) {
    handleSubmitError(error)
    return false
  } finally {
    isSubmitting.value = false
  }
}

/** A wrong amount takes the buyer back to where it was chosen. */
function handleSubmitError(error: unknown): void {
  showServerErrors(fieldErrorsOf(error))
  if (errors.value.originalAmount !== undefined) changeAmount()
  const body = error instanceof ApiError ? error.body : undefined
  isUnavailable.value = body?.code === 'unavailable'
  // "Try again" is not true of a refusal that lasts an hour.
  showFailure(body?.code === 'too_many_requests' ? body.message : undefined)
}

const FAILED = 'Failed to create gift voucher. Please try again.'
const showFailure = (words = FAILED) => notifyError(FAILED, words)
