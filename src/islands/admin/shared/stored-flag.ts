// What the owner has done or dismissed in this browser.

export function readFlag(name: string): boolean {
  try {
    return localStorage.getItem(name) !== null
  } catch {
    return false
  }
}

export function setFlag(name: string): void {
  try {
    localStorage.setItem(name, '1')
  } catch {
    // Storage is forbidden: the flag lasts until the page is closed.
  }
}
