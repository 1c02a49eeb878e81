/** The half of a session that scripts hold; the other half is a cookie that they cannot read. */
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

/** Tells whether it is kept: a browser may be told to keep nothing. */
export function storeSession({ token, email }: Session): boolean {
  try {
    recordUse()
    // The token last: other tabs listen for it.
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
    // Then nothing was kept.
  }
}

/** The server has just heard from this session. */
export function recordUse(): void {
  try {
    localStorage.setItem(LAST_USE_KEY, String(Date.now()))
  } catch {
    // Then nobody is told in time that a session is about to end.
  }
}

/** When the server last heard from this session, whichever tab it was. */
export function readLastUse(): number | undefined {
  try {
    return Number(localStorage.getItem(LAST_USE_KEY)) || undefined
  } catch {
    return undefined
  }
}
