// Wraps sessionStorage. If it is forbidden or full, nothing is stored and nothing throws.

export function readSession(key: string): string | null {
  try {
    return sessionStorage.getItem(key)
  } catch {
    return null
  }
}

/** Stores the text; `undefined` removes the key. */
export function writeSession(key: string, text: string | undefined): void {
  try {
    if (text === undefined) sessionStorage.removeItem(key)
    else sessionStorage.setItem(key, text)
  } catch {
    // Not stored: a reload starts from scratch.
  }
}
