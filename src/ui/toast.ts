import { signal } from '@preact/signals-react'
import { loadPart } from '#ui/load-part.ts'

/** A link or a button in a toast. Pressing it dismisses the toast. */
export type ToastAction = { label: string } & ({ href: string } | { onPress: () => void })

export interface Toast {
  /** Names the toast for `dismissToast`. */
  id?: string
  title: string
  description: string
  /** The people whom the description names. */
  names?: readonly string[]
  /** The ways on that the toast offers, the most likely one first. */
  action?: ToastAction[]
  variant?: 'default' | 'destructive'
  /** In milliseconds. */
  duration?: number
}

/** In milliseconds. */
export const TOAST_DURATION = 5000
export const PAYMENT_TOAST_DURATION = 8000
/** How long a dismissed toast is kept before it is forgotten, in milliseconds. */
export const TOAST_REMOVAL_DELAY = 1_000_000

/** The page's only toast; a new one replaces it. `key` distinguishes two with the same id or text. */
export const currentToast = signal<(Toast & { key: number; isOpen: boolean }) | undefined>(undefined)

let mounting: Promise<unknown> | undefined
let count = 0
let removal: ReturnType<typeof setTimeout> | undefined

/** Shows a toast. The first one loads the toaster, unless the page has loaded it. */
export function showToast(toast: Toast): void {
  count += 1
  clearTimeout(removal)
  currentToast.value = { ...toast, key: count, isOpen: true }
  void loadToaster()
}

/** Loads the toaster, which is mounted once for all islands of the page. It then shows a toast that has waited for it. */
export async function loadToaster(): Promise<void> {
  try {
    mounting ??= loadPart(() => import('#ui/mount-toaster.tsx')).then(({ mountToaster }) => mountToaster())
    await mounting
  } catch {
    // Allow a retry with the next toast.
    mounting = undefined
  }
}

/** Dismisses the toast with this id if it is shown, or whichever is shown: its cause is corrected, or is a step back. */
export function dismissToast(id?: string): void {
  const toast = currentToast.peek()
  if (!toast?.isOpen || (id !== undefined && toast.id !== id)) return
  currentToast.value = { ...toast, isOpen: false }
  removal = setTimeout(() => void (currentToast.value = undefined), TOAST_REMOVAL_DELAY)
}

/**
 * Moves the toasts into an open dialog, because what is outside a modal dialog is dimmed and inert, or back to the page.
 * Called when a dialog opens or closes, and when the toaster is mounted.
 */
export function placeToasts(dialog = [...document.querySelectorAll('.dialog[open]')].at(-1)): void {
  const toasts = document.querySelector('.toasts')
  const place = dialog ?? document.body
  if (toasts && toasts.parentElement !== place) place.append(toasts)
}
