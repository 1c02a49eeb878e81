import { computed, signal } from '@preact/signals-react'
import { currentToast, dismissToast, PAYMENT_TOAST_DURATION, showToast, type Toast } from '#ui/toast.ts'

/** The last error toast's message. The step shows it as well, because the toast goes after a few seconds. */
export const lastErrorMessage = signal<string | undefined>(undefined)

const ERROR_TOAST = 'checkout-error'

/** What is left of the last error's message without what its toast says, for as long as that is shown beside it. */
export const untoldErrorMessage = computed(() => {
  const message = lastErrorMessage.value
  const toast = currentToast.value
  if (message === undefined || !toast?.isOpen || toast.id !== ERROR_TOAST) return message
  const [, untold = message] = message.split(toast.description)
  return untold.trim() || undefined
})

function notifyFailure(toast: Toast, message: string): void {
  lastErrorMessage.value = message
  showToast({ id: ERROR_TOAST, variant: 'destructive', ...toast })
}

/** Takes back the last error, because its cause is corrected or the buyer tries again. */
export function clearError(): void {
  lastErrorMessage.value = undefined
  dismissToast(ERROR_TOAST)
}

export const notifyError = (description: string, message = description) =>
  notifyFailure({ title: 'Error', description }, message)

export const notifyUnreachable = () => notifyError('We cannot connect at the moment. Please try again.')

/** @param outcome What is known of the money; only the message on the page has it. */
export const notifyPaymentFailed = (description = 'Please try again.', outcome = '') =>
  notifyFailure(
    { title: 'Payment Failed', description, duration: PAYMENT_TOAST_DURATION },
    `Payment failed. ${description} ${outcome}`.trim(),
  )

export const notifyDeclined = (description?: string) =>
  notifyPaymentFailed(description, 'You have not been charged.')
