/** The half of a session that scripts hold; the other half is a cookie that they cannot read. */
export interface Session {
  token: string
  email: string
}

export const TOKEN = 'adminToken'
const EMAIL = 'adminEmail'
const USED = 'adminUsed'

export function keptSession(): Session | undefined {
  try {
    const token = localStorage.getItem(TOKEN)
    return token === null ? undefined : { token, email: localStorage.getItem(EMAIL) ?? '' }
  } catch {
    return undefined
  }
}

/** Tells whether it is kept: a browser may be told to keep nothing. */
export function keepSession({ token, email }: Session): boolean {
  try {
    noteUse()
    // The token last: other tabs listen for it.
    localStorage.setItem(EMAIL, email)
    localStorage.setItem(TOKEN, token)
    return true
  } catch {
    return false
  }
}

export function forgetSession(): void {
  try {
    localStorage.removeItem(EMAIL)
    localStorage.removeItem(USED)
    localStorage.removeItem(TOKEN)
  } catch {
    // Then nothing was kept.
  }
}

/** The server has just heard from this session. */
export function noteUse(): void {
  try {
    localStorage.setItem(USED, String(Date.now()))
  } catch {
    // Then nobody is told in time that a session is about to end.
  }
}

/** When the server last heard from this session, whichever tab it was. */
export function lastUse(): number | undefined {
  try {
    return Number(localStorage.getItem(USED)) || undefined
  } catch {
    return undefined
  }
}
