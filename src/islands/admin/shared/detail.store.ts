import { type Signal, signal } from '@preact/signals-react'
import { ApiError } from '../../../lib/api.ts'

export type AsyncState<Item> =
  | { name: 'loading'; id: string }
  | { name: 'failed'; id: string }
  | { name: 'missing'; id: string }
  | { name: 'here'; id: string; item: Item }

/** The details of the selected item. */
export interface Detail<Item> {
  state: Signal<AsyncState<Item> | undefined>
  /** Loads an item. If it is loaded already, it stays visible meanwhile. */
  open: (id: string) => Promise<void>
  /** Reloads the open item. */
  refresh: () => Promise<void>
  /** Updates the item after a change, if it is the open one. */
  setDetail: (id: string, item: Item) => void
}

export function createDetail<Item>(load: (id: string) => Promise<Item>): Detail<Item> {
  const state = signal<AsyncState<Item> | undefined>(undefined)
  let latest = 0

  async function open(id: string): Promise<void> {
    const request = ++latest
    if (state.value?.id !== id || state.value.name !== 'here') state.value = { name: 'loading', id }
    try {
      const item = await load(id)
      if (request === latest) state.value = { name: 'here', id, item }
    } catch (error) {
      if (request !== latest) return
      // 400 means an invalid id: the URL may have been truncated.
      const missing = error instanceof ApiError && (error.status === 404 || error.status === 400)
      if (missing || state.value.name !== 'here') state.value = { name: missing ? 'missing' : 'failed', id }
    }
  }

  async function refresh(): Promise<void> {
    if (state.value) await open(state.value.id)
  }

  function setDetail(id: string, item: Item): void {
    if (state.value?.id !== id) return
    latest += 1
    state.value = { name: 'here', id, item }
  }

  return { state, open, refresh, setDetail }
}
