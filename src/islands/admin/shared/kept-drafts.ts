import { readSession, writeSession } from '#lib/session-storage.ts'

// What is typed in the portal and would be lost by the reload that a missing script asks for. It is in session storage from
// the press of Reload until the reloaded portal takes it, and no longer than the session.

/** A draft is kept by its name even if its tab has not been opened since. */
const NAMES = ['website'] as const
type Name = (typeof NAMES)[number]

const keyOf = (name: Name) => `portal-draft:${name}`

const readers = new Map<Name, () => object | undefined>()
let isReloading = false

/** Names a draft to keep. `read` returns nothing if nothing is typed. */
export function keepDraft(name: Name, read: () => object | undefined): void {
  readers.set(name, read)
}

export function keepDrafts(): void {
  isReloading = true
  for (const [name, read] of readers) writeSession(keyOf(name), JSON.stringify(read()))
}

export function reloadPortal(): void {
  keepDrafts()
  location.reload()
}

/** Whether the page is about to reload, and keeps what is typed. */
export const isKept = (): boolean => isReloading

/** Returns a kept draft, once. */
export function takeDraft(name: Name): unknown {
  const json = readSession(keyOf(name))
  writeSession(keyOf(name), undefined)
  return json === null ? undefined : JSON.parse(json)
}

/** Called when the session ends. */
export function forgetDrafts(): void {
  for (const name of NAMES) writeSession(keyOf(name), undefined)
}
