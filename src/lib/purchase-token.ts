// The token of a link to "Your purchase". It is kept in memory only, because anyone who has it can see the purchase.

/** More than any token has; the server refuses a request that is much larger. */
const LENGTH_MAX = 200

let token: string | undefined

/** Takes the token out of the address, so that it is not seen, bookmarked or shared. Returns whether there was one. */
export function catchPurchaseToken(): boolean {
  const hash = location.hash.slice(1, LENGTH_MAX)
  // A part of the page, such as the target of "Skip to content".
  if (hash === '' || document.querySelector(`[id="${CSS.escape(hash)}"]`)) return false
  token = hash
  history.replaceState(history.state, '', location.pathname)
  return true
}

/** Puts the token back into the address, so that a reload opens the purchase again. */
export function restorePurchaseLink(): void {
  if (token !== undefined) history.replaceState(history.state, '', `#${token}`)
}

/** Returns the token of the link that opened the page, if any. */
export function currentPurchaseToken(): string | undefined {
  catchPurchaseToken()
  return token
}
