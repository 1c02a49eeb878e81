import { signal } from '@preact/signals-react'

export interface Toast {
  title: string
  description: string
  variant?: 'default' | 'destructive'
  /** How long it stays, in milliseconds. */
  duration?: number
}

export const TOAST_DURATION = 5000
export const PAYMENT_TOAST_DURATION = 8000

/** The one toast of the page; a new one takes its place. `key` tells two with the same words apart. */
export const currentToast = signal<(Toast & { key: number }) | undefined>(undefined)

let mounting: Promise<unknown> | undefined
let count = 0

/** Shows a toast. What draws it is fetched with the first one, and mounted once for all islands of the page. */
export function showToast(toast: Toast): void {
  count += 1
  currentToast.value = { ...toast, key: count }
  mounting ??= import('./mount-toaster.tsx').then(({ mountToaster }) => mountToaster())
}
