import { signal } from '@preact/signals-react'
import { createPaymentIntent } from '#contract/vouchers'
import { ApiError, call, fieldErrorsOf } from '../../lib/api.ts'
import { showToast } from '../../ui/toast.ts'
import { type Attempt, attempt, currentAttempt, forgetAttempt, openPayment } from './attempt.ts'
import { findPayment } from './find-payment.ts'
import { checkAmount, checkDetails, errors, order, showServerErrors } from './form.state.ts'
import { goTo, type OpenPayment, stage } from './stage.ts'
import { resume, showFound } from './voucher.state.ts'

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
    return await startPayment()
  } catch (error) {
    takeError(error)
    return false
  } finally {
    busy.value = false
  }
}

/** Nothing changed since there is an intent: is it still to be paid? It may have been, in another tab. */
async function startPayment(): Promise<boolean> {
  const open = openPayment()
  const found = open && (await findPayment(open.clientSecret))
  if (found?.status === 'unreached') throw new Error('Nobody could say what became of the payment')
  if (!open || !found || found.status === 'closed' || found.status === 'unknown') return await startAnew()
  if (found.status === 'unpaid') return showPayment(open)
  showFound(open.clientSecret, found)
  return true
}

/** The same try asks with the same `requestId`, so that a lost answer costs no second intent. */
async function startAnew(): Promise<boolean> {
  if (openPayment()) forgetAttempt()
  const asked = currentAttempt()
  const { requestId, replaces } = asked
  try {
    const open = await call(createPaymentIntent, { ...order.value, requestId, ...(replaces && { replaces }) })
    attempt.value = { requestId, order: asked.order, open }
    return showPayment(open)
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    return takeRefusal(error, asked)
  }
}

function takeRefusal(error: ApiError, { replaces }: Attempt): boolean {
  if (error.body?.code === 'already_paid' && replaces) {
    void resume(replaces)
    return true
  }
  if (error.body?.code === 'request_reused') forgetAttempt()
  throw error
}

/** Unless the buyer has gone back meanwhile, or changed something: then the button is there to be pressed again. */
function showPayment(open: OpenPayment): boolean {
  if (stage.value.name !== 'details' || openPayment()?.clientSecret !== open.clientSecret) return true
  goTo({ name: 'payment', ...open })
  showToast({
    title: 'Ready for Payment',
    description: 'Please complete your payment to create the gift voucher.',
  })
  return true
}

/** A wrong amount takes the buyer back to where it was chosen. */
function takeError(error: unknown): void {
  showServerErrors(fieldErrorsOf(error))
  if (errors.value.originalAmount !== undefined) changeAmount()
  closed.value = error instanceof ApiError && error.body?.code === 'unavailable'
  showFailure()
}

function showFailure(): void {
  showToast({
    variant: 'destructive',
    title: 'Error',
    description: 'Failed to create gift voucher. Please try again.',
  })
}
