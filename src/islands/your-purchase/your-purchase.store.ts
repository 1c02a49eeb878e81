import { signal } from '@preact/signals-react'
import { findPurchaseEndpoint, type Purchased, type PurchasedVoucher } from '#contract/purchases/purchases.ts'
import { ApiError, call, messageOf } from '#lib/api.ts'
import {
  catchPurchaseToken,
  currentPurchaseToken,
  forgetPurchaseToken,
  keepPurchaseToken,
} from '#lib/purchase-token.ts'

/**
 * 'unread': the address has not been read, as in the rendered page. 'unknown': the link opens nothing. 'unavailable': the
 * server has no key for links.
 */
type View =
  | { name: 'unread' | 'opening' | 'no_link' | 'unknown' | 'unavailable' }
  | { name: 'failed'; message: string }
  | { name: 'open'; purchase: Purchased }

export const view = signal<View>({ name: 'unread' })
/** What a buyer can change of a gift. `code`: the voucher is replaced by one with a new code. */
export type GiftChange = 'address' | 'day' | 'code'

/** What is being changed. */
export const editing = signal<GiftChange | undefined>(undefined)
/** Whether the form is open that cancels the purchase. */
export const isCancelling = signal(false)
/** What the last change has led to. `needsReload`: scripts are missing. */
export const outcome = signal<{ text: string; isGood: boolean; needsReload?: boolean } | undefined>(undefined)

/** Returns what can still be changed of a voucher. */
export const possibleChanges = ({
  canCorrect,
  canReschedule,
  canReissue,
}: PurchasedVoucher): Record<GiftChange, boolean> => ({
  address: canCorrect,
  day: canReschedule,
  code: canReissue,
})

/** The token of the purchase that was opened last. */
let opened: string | undefined

/** Opens the purchase of the link in the address, or reads it again. */
export async function openPurchase(): Promise<void> {
  const token = currentPurchaseToken()
  opened = token
  if (token === undefined) return void (view.value = { name: 'no_link' })
  if (view.value.name !== 'open') view.value = { name: 'opening' }
  const next = await find(token)
  // What is shown, and typed there, stays if it cannot be read again.
  if (next.name === 'failed' && view.value.name === 'open') return
  // Another link may have been opened since.
  if (token === currentPurchaseToken()) view.value = next
}

async function find(token: string): Promise<View> {
  try {
    return { name: 'open', purchase: await call(findPurchaseEndpoint, { token }) }
  } catch (error) {
    return failureOf(error)
  }
}

/** Returns what to show instead of the purchase. A token that opens nothing is not kept. */
export function failureOf(error: unknown): View {
  const body = error instanceof ApiError ? error.body : undefined
  if (body?.code === 'not_found') {
    forgetPurchaseToken()
    return { name: 'unknown' }
  }
  if (body?.code === 'unavailable') return { name: 'unavailable' }
  return { name: 'failed', message: messageOf(error) }
}

/** Shows a purchase whose link has changed, and goes on with the new token. */
export function showRelinked(token: string, purchase: Purchased): void {
  keepPurchaseToken(token)
  opened = token
  view.value = { name: 'open', purchase }
}

/** Forgets what was shown if the address has another link now, and opens it. */
export function openNextLink(): void {
  // The script of the page may have caught it.
  if (!catchPurchaseToken() && currentPurchaseToken() === opened) return
  editing.value = undefined
  isCancelling.value = false
  outcome.value = undefined
  view.value = { name: 'opening' }
  void openPurchase()
}
