import { type Signal, signal } from '@preact/signals-react'
import { ApiError } from '../../../lib/api.ts'

export type AsyncState<Thing> =
  | { name: 'loading'; id: string }
  | { name: 'failed'; id: string }
  | { name: 'missing'; id: string }
  | { name: 'here'; id: string; thing: Thing }

/** One thing of a list, with all that is known of it. */
export interface Detail<Thing> {
  state: Signal<AsyncState<Thing> | undefined>
  /** Loads a thing; what is here of it already stays in sight meanwhile. */
  open: (id: string) => Promise<void>
  /** Loads what is looked at once more. */
  refresh: () => Promise<void>
  /** What a change has made of it, where it is the one that is looked at. */
  setDetail: (id: string, thing: Thing) => void
}

export function createDetail<Thing>(load: (id: string) => Promise<Thing>): Detail<Thing> {
  const state = signal<AsyncState<Thing> | undefined>(undefined)
  let latest = 0

  async function open(id: string): Promise<void> {
    const mine = ++latest
    if (state.value?.id !== id || state.value.name !== 'here') state.value = { name: 'loading', id }
    try {
      const item = await load(id)
      if (mine === latest) state.value = { name: 'here', id, thing: item }
    } catch (error) {
      if (mine !== latest) return
      // 400 is for an id that is none: an address may have been cut off.
      const missing = error instanceof ApiError && (error.status === 404 || error.status === 400)
      if (missing || state.value.name !== 'here') state.value = { name: missing ? 'missing' : 'failed', id }
    }
  }

  async function refresh(): Promise<void> {
    if (state.value) await open(state.value.id)
  }

  function setDetail(id: string, thing: Thing): void {
    if (state.value?.id !== id) return
    latest += 1
    state.value = { name: 'here', id, thing }
  }

  return { state, open, refresh, setDetail }
}
