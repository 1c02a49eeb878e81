// Remember me keeps the e-mail address for a year, and nothing else.

const KEY = 'adminRemembered'
const YEAR_MS = 365 * 24 * 60 * 60 * 1000

export function readRememberedEmail(): string | undefined {
  try {
    const { email, until } = JSON.parse(localStorage.getItem(KEY) ?? '{}') as {
      email?: string
      until?: number
    }
    return until !== undefined && until > Date.now() ? email : undefined
  } catch {
    return undefined
  }
}

/** Without an address, forgets it. */
export function rememberEmail(email: string | undefined): void {
  try {
    if (email === undefined) localStorage.removeItem(KEY)
    else localStorage.setItem(KEY, JSON.stringify({ email, until: Date.now() + YEAR_MS }))
  } catch {
    // Then it is typed anew.
  }
}
