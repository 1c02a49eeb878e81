import { signal } from '@preact/signals-react'
import { sayError } from '../checkout/notifications.ts'
import { ApiError, fieldErrorsOf } from '../../lib/api.ts'
import { checkAmount, checkDetails, errors, showServerErrors } from './voucher-form.store.ts'
import { goTo } from './voucher-step.ts'
import { checkout } from './voucher.store.ts'

// From the amount to a payment that can be made, and back.

export const busy = signal(false)
/** No payment can be started here, for the sentence with the phone number. */
export const closed = signal(false)

/** 'Purchase Gift Voucher': on to the details, if the amount is one. Tells whether it is. */
export function purchase(): boolean {
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
  if (busy.value || !checkDetails()) return false
  busy.value = true
  try {
    await checkout.start()
    return true
  } catch (error) {
    takeError(error)
    return false
  } finally {
    busy.value = false
  }
}

/** A wrong amount takes the buyer back to where it was chosen. */
function takeError(error: unknown): void {
  showServerErrors(fieldErrorsOf(error))
  if (errors.value.originalAmount !== undefined) changeAmount()
  const body = error instanceof ApiError ? error.body : undefined
  closed.value = body?.code === 'unavailable'
  // "Try again" is not true of a refusal that lasts an hour.
  showFailure(body?.code === 'too_many_requests' ? body.message : undefined)
}

const FAILED = 'Failed to create gift voucher. Please try again.'
const showFailure = (words = FAILED) => sayError(FAILED, words)
