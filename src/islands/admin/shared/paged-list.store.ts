import { type Signal, signal } from '@preact/signals-react'
import { SEARCH_MIN } from '#contract/listing'

const SEARCH_DEBOUNCE_MS = 200

export type ListState<Item> =
  | { name: 'loading' }
  | { name: 'failed'; trying: boolean }
  | {
      name: 'here'
      items: Item[]
      /** The cursor of the next page, if there is one. */
      next: string | undefined
      /** The pending request, and the last one that failed. */
      doing?: 'refresh' | 'more'
      failed?: 'refresh' | 'more'
    }

/** The value of each filter; '' for all. */
type FilterValues<Filters> = { [Name in keyof Filters]: string }

/** The query of a page. */
export type ListQuery<Filters> = { search?: string | undefined; cursor?: string | undefined } & {
  [Name in keyof Filters]?: Exclude<Filters[Name], ''> | undefined
}

export interface PagedList<Item, Filters extends FilterValues<Filters> = object> {
  search: Signal<string>
  filters: Signal<Filters>
  state: Signal<ListState<Item>>
  /** Loads the list on the first call. */
  open(): void
  setSearch(search: string): void
  setFilter<Name extends keyof Filters>(name: Name, value: Filters[Name]): void
  /** Reloads as many items as are shown. */
  refresh(): Promise<void>
  loadMore(): Promise<void>
}

interface Page<Item> {
  reply: Item[]
  next: string | undefined
}

/** Creates the state of a paged list. The response to the latest request wins. */
export function createPagedList<Item, Filters extends FilterValues<Filters> = object>(
  loadPage: (query: ListQuery<Filters>) => Promise<Page<Item>>,
  noFilters: Filters = {} as Filters,
): PagedList<Item, Filters> {
  const search = signal('')
  const filters = signal(noFilters)
  const state = signal<ListState<Item>>({ name: 'loading' })
  let latest = 0
  let isOpened = false
  /** A search is about to replace the items: do not load more of them. */
  let isTyping = false

  const currentQuery = (): ListQuery<Filters> => {
    const chosen = Object.entries(filters.value).filter(([, value]) => value !== '')
    return { search: effectiveSearch(search.value), ...Object.fromEntries(chosen) } as ListQuery<Filters>
  }

  /** Loads pages until there are at least `count` items. */
  async function loadFrom(cursor: string | undefined, count: number): Promise<Page<Item>> {
    const page = await loadPage({ ...currentQuery(), cursor })
    if (page.next === undefined || page.reply.length >= count) return page
    const rest = await loadFrom(page.next, count - page.reply.length)
    return { reply: [...page.reply, ...rest.reply], next: rest.next }
  }

  async function load(count: number, delayMs = 0): Promise<void> {
    const request = ++latest
    isTyping = delayMs > 0
    if (isTyping) await new Promise((resolve) => setTimeout(resolve, delayMs))
    if (request !== latest) return
    isTyping = false
    state.value = whileLoading(state.value)
    try {
      const { reply, next } = await loadFrom(undefined, count)
      if (request === latest) state.value = { name: 'here', items: reply, next }
    } catch {
      if (request === latest) state.value = afterFailure(state.value)
    }
  }

  async function loadMore(): Promise<void> {
    const before = state.value
    if (before.name !== 'here' || before.next === undefined || before.doing || isTyping) return
    const request = ++latest
    const { items, next } = before
    state.value = { name: 'here', items, next, doing: 'more' }
    try {
      const page = await loadPage({ ...currentQuery(), cursor: next })
      if (request === latest)
        state.value = { name: 'here', items: [...items, ...page.reply], next: page.next }
    } catch {
      if (request === latest) state.value = { name: 'here', items, next, failed: 'more' }
    }
  }

  return {
    search,
    filters,
    state,
    open() {
      if (!isOpened) void load(0)
      isOpened = true
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

/** Keeps the items, and the retry button, which may have the focus, while loading. */
function whileLoading<Item>(state: ListState<Item>): ListState<Item> {
  if (state.name === 'here') return { name: 'here', items: state.items, next: state.next, doing: 'refresh' }
  return state.name === 'failed' ? { name: 'failed', trying: true } : state
}

function afterFailure<Item>(state: ListState<Item>): ListState<Item> {
  if (state.name !== 'here') return { name: 'failed', trying: false }
  return { name: 'here', items: state.items, next: state.next, failed: 'refresh' }
}
