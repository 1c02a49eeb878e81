import { computed, signal, type ReadonlySignal } from '@preact/signals-react'
import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query'
import { SEARCH_MIN } from '#contract/listing.ts'
import { queryClient } from '#islands/admin/shared/server-data.ts'

const SEARCH_DEBOUNCE_MS = 200

/** The value of each filter; '' for all. */
type FilterValues<Filters> = { [Name in keyof Filters]: string }

/** The query of a page. */
export type ListQuery<Filters> = { search?: string | undefined; cursor?: string | undefined } & {
  [Name in keyof Filters]?: Exclude<Filters[Name], ''> | undefined
}

export interface Page<Item> {
  reply: Item[]
  /** The cursor of the next page, if there is one. */
  next: string | undefined
}

export type List<Item, Filters extends FilterValues<Filters> = object> = ReturnType<
  typeof createList<Item, Filters>
>

/** The pages of a list that has a next page as long as there is a cursor. */
export const pagesQuery = <Item>(
  queryKey: readonly unknown[],
  loadPage: (cursor: string | undefined) => Promise<Page<Item>>,
) =>
  infiniteQueryOptions({
    queryKey,
    queryFn: ({ pageParam }) => loadPage(pageParam),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next,
    select: ({ pages }) => ({ items: pages.flatMap(({ reply }) => reply), next: pages.at(-1)?.next }),
  })

/** Creates a search: the typed text, and what is searched by once the text is long enough and typing pauses. */
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

  return {
    search: search as ReadonlySignal<string>,
    sentSearch: sentSearch as ReadonlySignal<string | undefined>,
    setSearch,
    /** Whether the results are about to be replaced: do not load more of them. */
    isTyping: computed(() => effectiveSearch(search.value) !== sentSearch.value),
  }
}

function effectiveSearch(text: string): string | undefined {
  const trimmed = text.trim()
  return trimmed.length < SEARCH_MIN ? undefined : trimmed
}

/** Creates a searchable list. What is typed and chosen is kept while another tab is open. */
export function createList<Item, Filters extends FilterValues<Filters> = object>(
  name: string,
  loadPage: (query: ListQuery<Filters>) => Promise<Page<Item>>,
  noFilters: Filters = {} as Filters,
) {
  const filters = signal(noFilters)
  /** Forgets earlier results, so that returning to the same search loads again. */
  const forgetOthers = () => queryClient.removeQueries({ queryKey: [name, 'list'], type: 'inactive' })
  const typed = createSearch(forgetOthers)

  const query = computed((): ListQuery<Filters> => {
    const chosen = Object.entries(filters.value).filter(([, value]) => value !== '')
    return { ...Object.fromEntries(chosen), search: typed.sentSearch.value } as ListQuery<Filters>
  })

  function setFilter<Name extends keyof Filters>(name: Name, value: Filters[Name]): void {
    forgetOthers()
    filters.value = { ...filters.value, [name]: value }
  }

  /** Removes all filters, and keeps what is searched for. */
  function showAll(): void {
    forgetOthers()
    filters.value = Object.fromEntries(Object.keys(filters.value).map((name) => [name, ''])) as Filters
  }

  return {
    ...typed,
    filters,
    setFilter,
    showAll,
    isFiltered: computed(() => Object.values(filters.value).some((value) => value !== '')),
    /** The query for the current search and filters. Shows the previous items until the new ones are loaded. */
    query: computed(() => {
      const asked = query.value
      return {
        ...pagesQuery([name, 'list', asked], (cursor) => loadPage({ ...asked, cursor })),
        placeholderData: keepPreviousData,
      }
    }),
    /** Whether nothing is searched for and no filter is changed. */
    isUnfiltered: computed(
      () =>
        typed.sentSearch.value === undefined &&
        Object.entries(filters.value).every(([name, value]) => value === noFilters[name as keyof Filters]),
    ),
  }
}
