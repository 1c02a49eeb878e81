import type { Role } from '#contract/base/endpoint.ts'

/** The token of a session, whose it is, and what it may do. The session also needs an HttpOnly cookie. */
export interface Session {
  token: string
  email: string
  role: Role
}

export const TOKEN_KEY = 'adminToken'
const EMAIL_KEY = 'adminEmail'
const ROLE_KEY = 'adminRole'
const LAST_USE_KEY = 'adminUsed'

export function readStoredSession(): Session | undefined {
  try {
    const token = localStorage.getItem(TOKEN_KEY)
    const role = localStorage.getItem(ROLE_KEY) === 'staff' ? 'staff' : 'owner'
    return token === null ? undefined : { token, email: localStorage.getItem(EMAIL_KEY) ?? '', role }
  } catch {
    return undefined
  }
}

/** Returns whether the session could be stored: the browser may forbid it. */
export function storeSession({ token, email, role }: Session): boolean {
  try {
    recordUse()
    // Store the token last: other tabs listen for its event.
    localStorage.setItem(EMAIL_KEY, email)
    localStorage.setItem(ROLE_KEY, role)
    localStorage.setItem(TOKEN_KEY, token)
    return true
  } catch {
    return false
  }
}

export function clearStoredSession(): void {
  try {
    localStorage.removeItem(EMAIL_KEY)
    localStorage.removeItem(ROLE_KEY)
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
