import { signal } from '@preact/signals-react'

export interface Toast {
  title: string
  description: string
  variant?: 'default' | 'destructive'
  /** In milliseconds. */
  duration?: number
}

/** In milliseconds. */
export const TOAST_DURATION = 5000
export const PAYMENT_TOAST_DURATION = 8000

/** The page's only toast; a new one replaces it. `key` distinguishes two with the same text. */
export const currentToast = signal<(Toast & { key: number }) | undefined>(undefined)

let mounting: Promise<unknown> | undefined
let count = 0

/** Shows a toast. The first one loads the toaster, which is mounted once for all islands of the page. */
export function showToast(toast: Toast): void {
  count += 1
  currentToast.value = { ...toast, key: count }
  mounting ??= import('./mount-toaster.tsx').then(({ mountToaster }) => mountToaster())
}
