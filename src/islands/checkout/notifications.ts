import { signal } from '@preact/signals-react'
import { PAYMENT_TOAST_DURATION, showToast, type Toast } from '../../ui/toast.ts'

/** What a toast last said had failed: under an open dialog it is out of reach, and so the dialog says it, too. */
export const failure = signal<string | undefined>(undefined)

function sayFailed(toast: Toast, words: string): void {
  failure.value = words
  showToast({ variant: 'destructive', ...toast })
}

export const sayError = (description: string, words = description) =>
  sayFailed({ title: 'Error', description }, words)

export const sayUnreached = () => sayError('We cannot be reached at the moment. Please try again.')

export const sayPaymentFailed = (description = 'Please try again.') =>
  sayFailed(
    { title: 'Payment Failed', description, duration: PAYMENT_TOAST_DURATION },
    `Payment failed. ${description}`,
  )
