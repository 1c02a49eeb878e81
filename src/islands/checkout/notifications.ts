import { signal } from '@preact/signals-react'
import { PAYMENT_TOAST_DURATION, showToast, type Toast } from '../../ui/toast.ts'

/** What a toast last said had failed: under an open dialog it is out of reach, and so the dialog says it, too. */
export const lastErrorMessage = signal<string | undefined>(undefined)

function notifyFailure(toast: Toast, words: string): void {
  lastErrorMessage.value = words
  showToast({ variant: 'destructive', ...toast })
}

export const notifyError = (description: string, words = description) =>
  notifyFailure({ title: 'Error', description }, words)

export const notifyUnreachable = () => notifyError('We cannot be reached at the moment. Please try again.')

export const notifyPaymentFailed = (description = 'Please try again.') =>
  notifyFailure(
    { title: 'Payment Failed', description, duration: PAYMENT_TOAST_DURATION },
    `Payment failed. ${description}`,
  )
