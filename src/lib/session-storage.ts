// The storage of this tab alone. Where it is forbidden or full nothing is kept, and nothing else breaks.

export function readSession(key: string): string | null {
  try {
    return sessionStorage.getItem(key)
  } catch {
    return null
  }
}

/** Without a text, forgets the key. */
export function writeSession(key: string, text: string | undefined): void {
  try {
    if (text === undefined) sessionStorage.removeItem(key)
    else sessionStorage.setItem(key, text)
  } catch {
    // Then a reload begins anew, as it would without this file.
  }
}
