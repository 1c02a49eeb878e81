/** The token of a session, and whose it is. The session also needs an HttpOnly cookie. */
export interface Session {
  token: string
  email: string
}

export const TOKEN_KEY = 'adminToken'
const EMAIL_KEY = 'adminEmail'
const LAST_USE_KEY = 'adminUsed'

export function readStoredSession(): Session | undefined {
  try {
    const token = localStorage.getItem(TOKEN_KEY)
    return token === null ? undefined : { token, email: localStorage.getItem(EMAIL_KEY) ?? '' }
  } catch {
    return undefined
  }
}

/** Returns whether the session could be stored: the browser may forbid it. */
export function storeSession({ token, email }: Session): boolean {
  try {
    recordUse()
    // Store the token last: other tabs listen for its event.
    localStorage.setItem(EMAIL_KEY, email)
    localStorage.setItem(TOKEN_KEY, token)
    return true
  } catch {
    return false
  }
}

export function clearStoredSession(): void {
  try {
    localStorage.removeItem(EMAIL_KEY)
    localStorage.removeItem(LAST_USE_KEY)
    localStorage.removeItem(TOKEN_KEY)
  } catch {
    // Storage is forbidden, so nothing is stored.
  }
}

/** Records the time of a successful request, for the idle timeout. */
export function recordUse(): void {
  try {
    localStorage.setItem(LAST_USE_KEY, String(Date.now()))
  } catch {
    // Not stored: the idle warning does not appear.
  }
}

/** Returns the time (ms) of the last successful request of any tab. */
export function readLastUse(): number | undefined {
  try {
    return Number(localStorage.getItem(LAST_USE_KEY)) || undefined
  } catch {
    return undefined
  }
}
