import { signal } from '@preact/signals-react'
import { PAYMENT_TOAST_DURATION, showToast, type Toast } from '../../ui/toast.ts'

/** The last error toast's message. An open dialog shows it as well, because it makes the toast unreachable. */
export const lastErrorMessage = signal<string | undefined>(undefined)

function notifyFailure(toast: Toast, message: string): void {
  lastErrorMessage.value = message
  showToast({ variant: 'destructive', ...toast })
}

export const notifyError = (description: string, message = description) =>
  notifyFailure({ title: 'Error', description }, message)

export const notifyUnreachable = () => notifyError('We cannot be reached at the moment. Please try again.')

export const notifyPaymentFailed = (description = 'Please try again.') =>
  notifyFailure(
    { title: 'Payment Failed', description, duration: PAYMENT_TOAST_DURATION },
    `Payment failed. ${description}`,
  )
