import { batch, computed, signal, type ReadonlySignal } from '@preact/signals-react'
import { keepPreviousData } from '@tanstack/react-query'
import { isSearchable } from '#contract/base/listing.ts'
import { isDay } from '#contract/base/text.ts'
import { findVoucherCodes } from '#contract/vouchers/voucher-code.ts'
import { checkDays } from '#islands/admin/shared/check-days.ts'
import { pagesQuery, type Page } from '#islands/admin/shared/pages-query.ts'
import { queryClient } from '#islands/admin/shared/server-data.ts'

const SEARCH_DEBOUNCE_MS = 200
/** The most pages that are loaded together. */
const RESTORED_PAGES_MAX = 10

/** The value of each filter; '' for all. */
type FilterValues<Filters> = { [Name in keyof Filters]: string }

/** The query of a page. */
export type ListQuery<Filters> = { search?: string | undefined; cursor?: string | undefined } & {
  [Name in keyof Filters]?: Exclude<Filters[Name], ''> | undefined
}

export type List<Item, Filters extends FilterValues<Filters> = object> = ReturnType<
  typeof createList<Item, Filters>
>

/** A list with a range of days. */
export type ListWithDays = Pick<List<unknown>, 'order' | 'setOrder' | 'setDay' | 'sentSearch'> & {
  filters: { readonly value: { from: string; to: string } }
}

/** Creates a search: the typed text, and what is searched by once typing pauses. */
export function createSearch(beforeSearching: () => void = () => undefined) {
  const search = signal('')
  const sentSearch = signal<string | undefined>(undefined)
  let timer: ReturnType<typeof setTimeout> | undefined

  function setSearch(text: string): void {
    search.value = text
    clearTimeout(timer)
    timer = setTimeout(() => {
      beforeSearching()
      sentSearch.value = effectiveSearch(text)
    }, SEARCH_DEBOUNCE_MS)
  }

  /** Searches by the text at once. */
  function restoreSearch(text: string): void {
    clearTimeout(timer)
    search.value = text
    sentSearch.value = effectiveSearch(text)
  }

  return {
    search: search as ReadonlySignal<string>,
    sentSearch: sentSearch as ReadonlySignal<string | undefined>,
    setSearch,
    restoreSearch,
    /** Whether the results are about to be replaced: do not load more of them. */
    isTyping: computed(() => effectiveSearch(search.value) !== sentSearch.value),
  }
}

/** The voucher code, if the text has one. */
function effectiveSearch(text: string): string | undefined {
  const [code, ...others] = findVoucherCodes(text)
  return code !== undefined && others.length === 0 ? code : text.trim() || undefined
}

interface Options<Filters> {
  /** The values that each filter can have; one that is left out is a day. */
  choices?: { [Name in keyof Filters]?: readonly Filters[Name][] }
  /** The order of the list while none is chosen, and always in a search. */
  usualOrder?: (filters: Filters) => string
}

/** The filter that sorts. It leaves nothing out. */
const ORDER = 'order'

/** Creates a searchable list. What is typed and chosen is kept while another tab is open. */
export function createList<Item, Filters extends FilterValues<Filters> = object>(
  name: string,
  loadPage: (query: ListQuery<Filters>) => Promise<Page<Item>>,
  noFilters: Filters = {} as Filters,
  { choices = {}, usualOrder = () => 'newest' }: Options<Filters> = {},
) {
  const filters = signal(noFilters)
  /** Forgets earlier results, so that returning to the same search loads again. */
  const forgetOthers = () => queryClient.removeQueries({ queryKey: [name, 'list'], type: 'inactive' })
  const typed = createSearch(forgetOthers)

  const usual = computed(() => usualOrder(filters.value))
  const order = computed(() => {
    const { [ORDER]: chosen } = filters.value as { [ORDER]?: string }
    return (typed.sentSearch.value === undefined && chosen) || usual.value
  })

  const query = computed((): ListQuery<Filters> => {
    const { from, to, ...others } = filters.value as FilterValues<Record<string, string>>
    const chosen = Object.entries(others).filter(([, value]) => value !== '')
    return {
      ...Object.fromEntries(chosen),
      ...(ORDER in others && { [ORDER]: order.value }),
      ...checkDays({ from, to }).days,
      search: typed.sentSearch.value,
    } as ListQuery<Filters>
  })

  const pages = computed(() => {
    const asked = query.value
    const findsNothing = asked.search !== undefined && !isSearchable(asked.search)
    return pagesQuery([name, 'list', asked], async (cursor) =>
      findsNothing ? { reply: [], next: undefined } : loadPage({ ...asked, cursor }),
    )
  })
  /** How many pages are loaded, or about to be. */
  const pageCount = signal(1)

  function setFilter<Name extends keyof Filters>(name: Name, value: Filters[Name]): void {
    forgetOthers()
    filters.value = { ...filters.value, [name]: value }
  }

  /** Removes all filters, and keeps what is searched for. */
  function showAll(): void {
    forgetOthers()
    filters.value = Object.fromEntries(Object.keys(filters.value).map((name) => [name, ''])) as Filters
  }

  /** Sorts by a value of the filter `order`. */
  const setOrder = (value: string): void =>
    setFilter(ORDER as keyof Filters, (value === usual.value ? '' : value) as Filters[keyof Filters])

  /** Sets an end of the range of days, '' for none. */
  const setDay = (end: 'from' | 'to', day: string): void =>
    setFilter(end as keyof Filters, day as Filters[keyof Filters])

  /**
   * Takes the filters from an address, searches, and loads so many pages. What an address does not name is as the list
   * opens.
   */
  function restore(address: URLSearchParams, search: string, pagesBefore = 1): void {
    const chosen = Object.entries(noFilters).map(([name, none]) => {
      const value = address.get(name)
      const isChoice =
        value !== null && (choices[name as keyof Filters]?.includes(value as never) ?? isDay(value))
      return [name, isChoice ? value : none]
    })
    batch(() => {
      filters.value = Object.fromEntries(chosen) as Filters
      typed.restoreSearch(search)
      restorePages(pagesBefore)
    })
  }

  /** Before the list is shown, which would load its first page alone. */
  function restorePages(pagesBefore: number): void {
    const count = Math.min(pagesBefore, RESTORED_PAGES_MAX)
    const loaded = queryClient.getQueryData(pages.value.queryKey)?.pages.length
    pageCount.value = loaded ?? count
    if (loaded !== undefined || count === 1) return
    // The list shows what went wrong.
    void queryClient.infiniteQuery({ ...pages.value, pages: count }).catch(() => undefined)
  }

  return {
    ...typed,
    filters,
    setFilter,
    showAll,
    /** By what it is sorted. */
    order,
    setOrder,
    setDay,
    isFiltered: computed(() =>
      Object.entries(filters.value).some(([name, value]) => name !== ORDER && value !== ''),
    ),
    /** The filters that differ from those that the list opens with, for its address. */
    address: computed(() => {
      const changed = Object.entries<string>(filters.value).filter(
        ([name, value]) => value !== noFilters[name as keyof Filters],
      )
      return new URLSearchParams(changed).toString()
    }),
    restore,
    /** How far it is scrolled (px), and how far it is to be scrolled once it is rendered. */
    scroll: { y: 0, awaited: undefined as number | undefined },
    /** The item that the owner changed last. */
    changed: signal<Item | undefined>(undefined),
    /** The query for the current search and filters. Shows the previous items until the new ones are loaded. */
    query: computed(() => ({ ...pages.value, placeholderData: keepPreviousData })),
    pageCount,
    setPageCount: (count: number): void => void (pageCount.value = count),
    /** Whether nothing is searched for and no filter is changed. */
    isUnfiltered: computed(
      () =>
        typed.sentSearch.value === undefined &&
        Object.entries(filters.value).every(
          ([name, value]) => name === ORDER || value === noFilters[name as keyof Filters],
        ),
    ),
  }
}
