import { signal } from '@preact/signals-react'
import {
  createPaymentIntentEndpoint,
  giftVouchersEndpoint,
  type BoughtVoucher,
} from '#contract/vouchers/vouchers.ts'
import { createCheckout } from '#islands/checkout/checkout.ts'
import { clearError, lastErrorMessage, notifyError } from '#islands/checkout/notifications.ts'
import { createStepper, type PaymentStep } from '#islands/checkout/stepper.ts'
import {
  amountError,
  checkAmount,
  clearForm,
  form,
  order,
  pence,
  showServerErrors,
} from '#islands/voucher/voucher-form.store.ts'
import { ApiError, call, fieldErrorsOf } from '#lib/api.ts'
import { PAYMENT_TOAST_DURATION, showToast } from '#ui/toast.ts'

export type VoucherStep = { name: 'amount' | 'details' } | PaymentStep<BoughtVoucher>

export const { step, notice, goTo, consumeNavigation } = createStepper<VoucherStep>({ name: 'amount' })

/** The checkout of a voucher. */
export const checkout = createCheckout<BoughtVoucher>({
  noun: 'voucher',
  input: order,
  api: {
    createPayment: (attempt) => call(createPaymentIntentEndpoint, { ...order.value, ...attempt }),
    async claim(clientSecret) {
      const reply = await call(giftVouchersEndpoint, { clientSecret })
      return 'voucher' in reply ? reply.voucher : undefined
    },
  },
  stepper: {
    step,
    goTo,
    isAtForm: () => step.value.name === 'details',
    goToForm: (notice, moveFocus) =>
      goTo({ name: pence.value === undefined ? 'amount' : 'details' }, { moveFocus, notice }),
  },
  notify: {
    ready: () =>
      showToast({
        title: 'Ready for Payment',
        description: 'Please complete your payment to create the gift voucher.',
      }),
    paid: ({ amount, reference }) =>
      showToast({
        title: 'Payment Successful!',
        description: `Payment of £${amount} completed successfully. Reference: ${reference}`,
        duration: PAYMENT_TOAST_DURATION,
      }),
  },
  clearForm,
})

export const isSubmitting = signal(false)
/** Payments are unavailable: show the phone number. */
export const isUnavailable = signal(false)

/** Goes to the details if the amount is valid. Returns whether it is. */
export function submitAmount(): boolean {
  const fine = checkAmount()
  if (fine) goTo({ name: 'details' })
  else showFailure()
  return fine
}

export function changeAmount(): void {
  goTo({ name: 'amount' })
}

export function createAnother(): void {
  goTo({ name: 'amount' })
  clearForm()
  checkout.attempts.forget()
}

export function backToForm(): void {
  goTo({ name: 'details' })
}

/** Starts the payment. Returns whether it could; if not, shows why. */
export async function submitDetails(): Promise<boolean> {
  if (isSubmitting.value) return false
  clearError()
  if (!form.validate()) return false
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

/** Shows the error; one about the amount returns the buyer to the amount step. */
function handleSubmitError(error: unknown): void {
  showServerErrors(fieldErrorsOf(error))
  if (amountError.value !== undefined) changeAmount()
  const body = error instanceof ApiError ? error.body : undefined
  isUnavailable.value = body?.code === 'unavailable'
  // A rate limit may last an hour, so do not say "try again".
  showFailure(body?.code === 'too_many_requests' ? body.message : undefined)
  // The fields and the phone number say more.
  if (body?.fields || isUnavailable.value) lastErrorMessage.value = undefined
}

const FAILED = 'Failed to create gift voucher. Please try again.'
const showFailure = (message = FAILED) => notifyError(FAILED, message)
