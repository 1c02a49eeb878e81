import { type Signal, signal } from '@preact/signals-react'
import { ApiError } from '../../../lib/api.ts'

export type Looked<Thing> =
  | { name: 'loading'; id: string }
  | { name: 'failed'; id: string }
  | { name: 'missing'; id: string }
  | { name: 'here'; id: string; thing: Thing }

/** One thing of a list, with all that is known of it. */
export interface Detail<Thing> {
  looked: Signal<Looked<Thing> | undefined>
  /** Loads a thing; what is here of it already stays in sight meanwhile. */
  lookAt: (id: string) => Promise<void>
  /** Loads what is looked at once more. */
  refresh: () => Promise<void>
  /** What a change has made of it, where it is the one that is looked at. */
  takeIn: (id: string, thing: Thing) => void
}

export function createDetail<Thing>(load: (id: string) => Promise<Thing>): Detail<Thing> {
  const looked = signal<Looked<Thing> | undefined>(undefined)
  let latest = 0

  async function lookAt(id: string): Promise<void> {
    const mine = ++latest
    if (looked.value?.id !== id || looked.value.name !== 'here') looked.value = { name: 'loading', id }
    try {
      const thing = await load(id)
      if (mine === latest) looked.value = { name: 'here', id, thing }
    } catch (error) {
      if (mine !== latest) return
      // 400 is for an id that is none: an address may have been cut off.
      const missing = error instanceof ApiError && (error.status === 404 || error.status === 400)
      if (missing || looked.value.name !== 'here') looked.value = { name: missing ? 'missing' : 'failed', id }
    }
  }

  async function refresh(): Promise<void> {
    if (looked.value) await lookAt(looked.value.id)
  }

  function takeIn(id: string, thing: Thing): void {
    if (looked.value?.id !== id) return
    latest += 1
    looked.value = { name: 'here', id, thing }
  }

  return { looked, lookAt, refresh, takeIn }
}
