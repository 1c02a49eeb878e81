/** The half of a session that scripts hold; the other half is a cookie that they cannot read. */
export interface Session {
  token: string
  email: string
}

export const TOKEN = 'adminToken'
const EMAIL = 'adminEmail'

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
    localStorage.removeItem(TOKEN)
  } catch {
    // Then nothing was kept.
  }
}
