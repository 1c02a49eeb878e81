import { type Signal, signal } from '@preact/signals-react'
import { SEARCH_MIN } from '#contract/listing'

/** Typing goes on for so long before it is searched by, in milliseconds. */
const SEARCH_DEBOUNCE_MS = 200

export type ListState<Item> =
  | { name: 'loading' }
  | { name: 'failed'; trying: boolean }
  | {
      name: 'here'
      items: Item[]
      /** The cursor of what follows, where something does. */
      next: string | undefined
      /** What is being done, or was tried in vain. */
      doing?: 'refresh' | 'more'
      failed?: 'refresh' | 'more'
    }

/** What was chosen of each filter; '' is everything. */
type FilterValues<Filters> = { [Name in keyof Filters]: string }

/** What a page of the list is asked for by. */
export type ListQuery<Filters> = { search?: string | undefined; cursor?: string | undefined } & {
  [Name in keyof Filters]?: Exclude<Filters[Name], ''> | undefined
}

export interface PagedList<Item, Filters extends FilterValues<Filters> = object> {
  /** What was typed to search by. */
  search: Signal<string>
  filters: Signal<Filters>
  state: Signal<ListState<Item>>
  /** Loads the list, unless it has been. */
  open(): void
  setSearch(search: string): void
  setFilter<Name extends keyof Filters>(name: Name, value: Filters[Name]): void
  /** Loads as much as is shown once more. */
  refresh(): Promise<void>
  loadMore(): Promise<void>
}

interface Page<Item> {
  reply: Item[]
  next: string | undefined
}

/** A list that the server gives page by page. Whatever was asked for last is what is shown in the end. */
export function createPagedList<Item, Filters extends FilterValues<Filters> = object>(
  loadPage: (asked: ListQuery<Filters>) => Promise<Page<Item>>,
  everything: Filters = {} as Filters,
): PagedList<Item, Filters> {
  const search = signal('')
  const filters = signal(everything)
  const state = signal<ListState<Item>>({ name: 'loading' })
  let latest = 0
  let opened = false
  /** What is shown is about to be replaced: nothing may follow it. */
  let typing = false

  const currentQuery = (): ListQuery<Filters> => {
    const chosen = Object.entries(filters.value).filter(([, value]) => value !== '')
    return { search: effectiveSearch(search.value), ...Object.fromEntries(chosen) } as ListQuery<Filters>
  }

  /** Page after page, until at least so many items are there. */
  async function loadFrom(cursor: string | undefined, count: number): Promise<Page<Item>> {
    const page = await loadPage({ ...currentQuery(), cursor })
    if (page.next === undefined || page.reply.length >= count) return page
    const rest = await loadFrom(page.next, count - page.reply.length)
    return { reply: [...page.reply, ...rest.reply], next: rest.next }
  }

  async function load(count: number, pause = 0): Promise<void> {
    const mine = ++latest
    typing = pause > 0
    if (typing) await new Promise((resolve) => setTimeout(resolve, pause))
    if (mine !== latest) return
    typing = false
    state.value = whileLoading(state.value)
    try {
      const { reply, next } = await loadFrom(undefined, count)
      if (mine === latest) state.value = { name: 'here', items: reply, next }
    } catch {
      if (mine === latest) state.value = afterFailure(state.value)
    }
  }

  async function loadMore(): Promise<void> {
    const before = state.value
    if (before.name !== 'here' || before.next === undefined || before.doing || typing) return
    const mine = ++latest
    const { items, next } = before
    state.value = { name: 'here', items, next, doing: 'more' }
    try {
      const page = await loadPage({ ...currentQuery(), cursor: next })
      if (mine === latest) state.value = { name: 'here', items: [...items, ...page.reply], next: page.next }
    } catch {
      if (mine === latest) state.value = { name: 'here', items, next, failed: 'more' }
    }
  }

  return {
    search,
    filters,
    state,
    open() {
      if (!opened) void load(0)
      opened = true
    },
    setSearch(text) {
      const before = effectiveSearch(search.value)
      search.value = text
      if (effectiveSearch(text) !== before) void load(0, SEARCH_DEBOUNCE_MS)
    },
    setFilter(name, value) {
      filters.value = { ...filters.value, [name]: value }
      void load(0)
    },
    refresh: () => load(state.value.name === 'here' ? state.value.items.length : 0),
    loadMore,
  }
}

function effectiveSearch(text: string): string | undefined {
  const trimmed = text.trim()
  return trimmed.length < SEARCH_MIN ? undefined : trimmed
}

/** What is shown stays in sight, and a button that has the focus stays where it is. */
function whileLoading<Item>(shown: ListState<Item>): ListState<Item> {
  if (shown.name === 'here') return { name: 'here', items: shown.items, next: shown.next, doing: 'refresh' }
  return shown.name === 'failed' ? { name: 'failed', trying: true } : shown
}

function afterFailure<Item>(shown: ListState<Item>): ListState<Item> {
  if (shown.name !== 'here') return { name: 'failed', trying: false }
  return { name: 'here', items: shown.items, next: shown.next, failed: 'refresh' }
}
