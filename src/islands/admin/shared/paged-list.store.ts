import { type Signal, signal } from '@preact/signals-react'
import { SEARCH_MIN } from '#contract/listing'

/** Typing goes on for so long before it is searched by, in milliseconds. */
const PAUSE = 200

export type Shown<Item> =
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
type Words<Filters> = { [Name in keyof Filters]: string }

/** What a page of the list is asked for by. */
export type Asked<Filters> = { search?: string | undefined; cursor?: string | undefined } & {
  [Name in keyof Filters]?: Exclude<Filters[Name], ''> | undefined
}

export interface PagedList<Item, Filters extends Words<Filters> = object> {
  /** What was typed to search by. */
  search: Signal<string>
  filters: Signal<Filters>
  shown: Signal<Shown<Item>>
  /** Loads the list, unless it has been. */
  open(): void
  type(search: string): void
  choose<Name extends keyof Filters>(name: Name, value: Filters[Name]): void
  /** Loads as much as is shown once more. */
  refresh(): Promise<void>
  more(): Promise<void>
}

interface Page<Item> {
  reply: Item[]
  next: string | undefined
}

/** A list that the server gives page by page. Whatever was asked for last is what is shown in the end. */
export function createPagedList<Item, Filters extends Words<Filters> = object>(
  loadPage: (asked: Asked<Filters>) => Promise<Page<Item>>,
  everything: Filters = {} as Filters,
): PagedList<Item, Filters> {
  const search = signal('')
  const filters = signal(everything)
  const shown = signal<Shown<Item>>({ name: 'loading' })
  let latest = 0
  let opened = false
  /** What is shown is about to be replaced: nothing may follow it. */
  let typing = false

  const asked = (): Asked<Filters> => {
    const chosen = Object.entries(filters.value).filter(([, value]) => value !== '')
    return { search: searchedFor(search.value), ...Object.fromEntries(chosen) } as Asked<Filters>
  }

  /** Page after page, until at least so many items are there. */
  async function loadFrom(cursor: string | undefined, count: number): Promise<Page<Item>> {
    const page = await loadPage({ ...asked(), cursor })
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
    shown.value = waiting(shown.value)
    try {
      const { reply, next } = await loadFrom(undefined, count)
      if (mine === latest) shown.value = { name: 'here', items: reply, next }
    } catch {
      if (mine === latest) shown.value = broken(shown.value)
    }
  }

  async function more(): Promise<void> {
    const before = shown.value
    if (before.name !== 'here' || before.next === undefined || before.doing || typing) return
    const mine = ++latest
    const { items, next } = before
    shown.value = { name: 'here', items, next, doing: 'more' }
    try {
      const page = await loadPage({ ...asked(), cursor: next })
      if (mine === latest) shown.value = { name: 'here', items: [...items, ...page.reply], next: page.next }
    } catch {
      if (mine === latest) shown.value = { name: 'here', items, next, failed: 'more' }
    }
  }

  return {
    search,
    filters,
    shown,
    open() {
      if (!opened) void load(0)
      opened = true
    },
    type(text) {
      const before = searchedFor(search.value)
      search.value = text
      if (searchedFor(text) !== before) void load(0, PAUSE)
    },
    choose(name, value) {
      filters.value = { ...filters.value, [name]: value }
      void load(0)
    },
    refresh: () => load(shown.value.name === 'here' ? shown.value.items.length : 0),
    more,
  }
}

function searchedFor(text: string): string | undefined {
  const trimmed = text.trim()
  return trimmed.length < SEARCH_MIN ? undefined : trimmed
}

/** What is shown stays in sight, and a button that has the focus stays where it is. */
function waiting<Item>(shown: Shown<Item>): Shown<Item> {
  if (shown.name === 'here') return { name: 'here', items: shown.items, next: shown.next, doing: 'refresh' }
  return shown.name === 'failed' ? { name: 'failed', trying: true } : shown
}

function broken<Item>(shown: Shown<Item>): Shown<Item> {
  if (shown.name !== 'here') return { name: 'failed', trying: false }
  return { name: 'here', items: shown.items, next: shown.next, failed: 'refresh' }
}
