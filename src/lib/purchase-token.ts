// The token of a link to "Your purchase". Anyone who has it can see the purchase, so only this tab keeps it.
import { readSession, writeSession } from '#lib/session-storage.ts'

/** The page's first script reads it, too (pages/your-purchase.astro). */
const KEY = 'purchase-token'
/** More than any token has; the server refuses a request that is much larger. */
const LENGTH_MAX = 200

/** For browsers without session storage. */
let token: string | undefined

/** Takes the token out of the address, so that it is not seen, bookmarked or shared. Returns whether there was one. */
export function catchPurchaseToken(): boolean {
  const hash = location.hash.slice(1, LENGTH_MAX)
  // A part of the page, such as the target of "Skip to content".
  if (hash === '' || document.querySelector(`[id="${CSS.escape(hash)}"]`)) return false
  keepPurchaseToken(hash)
  history.replaceState(history.state, '', location.pathname)
  return true
}

/** Keeps a token instead of the former one, so that a reload opens the purchase again. */
export function keepPurchaseToken(next: string): void {
  token = next
  writeSession(KEY, next)
}

/** Makes a reload open nothing: the token opens nothing either. */
export function forgetPurchaseToken(): void {
  writeSession(KEY, undefined)
}

/** Returns the token of the link that this tab has opened last, if any. */
export function currentPurchaseToken(): string | undefined {
  catchPurchaseToken()
  return (token ??= readSession(KEY) ?? undefined)
}
