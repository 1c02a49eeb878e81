import { useSignals } from '@preact/signals-react/runtime'
import { hashKey, useInfiniteQuery } from '@tanstack/react-query'
import {
  Fragment,
  memo,
  useDeferredValue,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  type ComponentType,
  type ReactNode,
} from 'react'
import { isSearchable, SEARCH_MAX, SEARCH_MIN } from '#contract/base/listing.ts'
import { route } from '#islands/admin/router.ts'
import { hasShortcut } from '#islands/admin/search/shortcut.ts'
import { keepPlaces } from '#islands/admin/shared/keep-places.ts'
import { scrollToAwaited } from '#islands/admin/shared/list-address.ts'
import type { List } from '#islands/admin/shared/list.ts'
import { ColumnHeads, describeOrder, type Column } from '#islands/admin/shared/ListColumns.tsx'
import { SearchHelp } from '#islands/admin/shared/SearchHelp.tsx'
import { useKeptItem } from '#islands/admin/shared/use-kept-item.ts'
import { useLostFocus } from '#islands/admin/shared/use-lost-focus.ts'
import { useMovedRows } from '#islands/admin/shared/use-moved-rows.ts'
import { Button } from '#ui/Button.tsx'

interface Props<Item> {
  list: Pick<
    List<Item>,
    | 'query'
    | 'setPageCount'
    | 'isTyping'
    | 'isUnfiltered'
    | 'isFiltered'
    | 'showAll'
    | 'sentSearch'
    | 'scroll'
    | 'changed'
    | 'order'
    | 'setOrder'
  >
  /** Names the items: "vouchers". */
  things: string
  /** Shown while the unfiltered list is empty: what it will hold, and the first step. */
  empty: ReactNode
  /** Shown while the list with its present filters is empty. */
  emptyFiltered?: ReactNode
  /** Headings of the rows and of their figures, shown where a row is one line. */
  columns?: readonly Column[]
  /** Utilities that set `--fields` and `--acts`, the widths of the columns (lists.css). */
  widths: string
  /** The order of a list without columns that is not newest first: "soonest first". */
  order?: string | undefined
  /** Returns the heading that an item stands under. */
  headingOf?: ((item: Item) => string) | undefined
  keyOf: (item: Item) => string
  /** Renders an `<li className="entry">`. It reads the selected id from the route, to avoid re-rendering the list. */
  Entry: ComponentType<{ item: Item }>
}

const NO_COLUMNS: readonly Column[] = []

/** A paged list, with its loading, error and empty states. */
export function ListBody<Item>({
  list,
  things,
  empty,
  emptyFiltered,
  columns = NO_COLUMNS,
  widths,
  order = describeOrder(list, columns),
  headingOf,
  keyOf,
  Entry,
}: Props<Item>) {
  useSignals()
  const {
    data: loaded,
    status,
    isFetching,
    isFetchingNextPage,
    isFetchNextPageError,
    isRefetchError,
    ...query
  } = useInfiniteQuery(list.query.value)
  const place = useRef<HTMLDivElement>(null)
  const { item: data, isHidden } = useKeptItem(loaded, place)
  const pages = query.isPlaceholderData ? undefined : data?.pages
  useEffect(() => {
    if (pages !== undefined) list.setPageCount(pages)
  }, [pages, list])
  // Deferred, so that input stays responsive while a long list renders.
  const shown = useDeferredValue(data)
  const { queryKey } = list.query.value
  const shownQuery = useDeferredValue(query.isPlaceholderData ? undefined : hashKey(queryKey))
  const rows = usePlacesWhileOpen(shown?.items, shownQuery, list.changed.value, keyOf)
  useLostFocus(shown ?? status, place)
  useEffect(() => {
    const listener = (event: KeyboardEvent) => moveBetweenRows(event, place.current)
    addEventListener('keydown', listener)
    return () => removeEventListener('keydown', listener)
  }, [place])

  useMovedRows(place, shownQuery, rows?.map(keyOf))

  const isRendered = shown !== undefined
  useLayoutEffect(() => {
    if (isRendered) scrollToAwaited(list)
  }, [isRendered, list])

  // Also between the arrival of the data and its rendering.
  const isLoading = !shown && status !== 'error'
  const isEmpty = rows?.length === 0 && list.isUnfiltered.value && !list.isFiltered.value
  return (
    <div
      ref={place}
      role="group"
      aria-label={things}
      aria-busy={list.isTyping.value || query.isPlaceholderData || shown !== data}
      tabIndex={-1}
      className={`rows min-w-0 outline-none ${widths} ${isLoading ? 'list-loading' : ''} ${isEmpty ? 'list-empty' : ''} ${isHidden ? 'invisible' : ''}`}
    >
      {isLoading && (
        <p role="status" className="blank text-soft">
          {`Loading ${things}...`}
        </p>
      )}
      {!data && status === 'error' && (
        <LoadError things={things} trying={isFetching} onTryAgain={() => void query.refetch()} />
      )}
      {data && shown && rows && (
        <>
          {isRefetchError && (
            <p role="alert" className="message message-bad mb-4">
              We could not refresh this list, so it may be out of date. Please press “Refresh” to try again.
            </p>
          )}
          {columns.length > 0 && rows.length > 0 && <ColumnHeads list={list} columns={columns} />}
          <Entries
            items={rows}
            headingOf={headingOf}
            keyOf={keyOf}
            Entry={Entry as ComponentType<{ item: unknown }>}
          />
          <ListEnd
            items={rows}
            next={shown.next}
            things={things}
            order={order}
            empty={list.isUnfiltered.value ? empty : emptyFiltered}
            search={list.sentSearch.value}
            onShowAll={list.isFiltered.value ? list.showAll : undefined}
            loading={isFetchingNextPage}
            failed={isFetchNextPageError}
            onMore={() => {
              if (!isFetching && !list.isTyping.value) void query.fetchNextPage()
            }}
          />
        </>
      )}
    </div>
  )
}

/** Keeps the rows of a list in their places while its panel is open, whatever changes in it. */
function usePlacesWhileOpen<Item>(
  items: Item[] | undefined,
  query: string | undefined,
  changed: Item | undefined,
  keyOf: (item: Item) => string,
): Item[] | undefined {
  useSignals()
  const kept = route.value.id === undefined ? undefined : query
  const [opened, setOpened] = useState<{ query: string | undefined; items: Item[] }>()
  if (items && opened?.query !== kept) setOpened({ query: kept, items })
  if (!items || !opened || opened.query !== kept || kept === undefined) return items
  return keepPlaces(opened.items, items, changed, keyOf)
}

/**
 * Moves the focus to the next or previous row on j or k. Outside the list, j goes to the first row, unless shortcuts are
 * turned off: a single character may come from speech input, https://www.w3.org/TR/WCAG22/#character-key-shortcuts
 */
function moveBetweenRows(
  { key, target, ctrlKey, altKey, metaKey }: KeyboardEvent,
  list: Element | null,
): void {
  if ((key !== 'j' && key !== 'k') || ctrlKey || altKey || metaKey || !(target instanceof Element)) return
  if (target.matches('input:not([type="checkbox"]), select, textarea')) return
  const rows = [...(list?.querySelectorAll('.entry') ?? [])]
  const index = rows.findIndex((row) => row.contains(target))
  const isInList = list?.contains(target)
  if (!isInList && (key === 'k' || !hasShortcut.value || target.closest('.side, .toasts, dialog'))) return
  const next = index === -1 ? rows[0] : rows[key === 'j' ? index + 1 : index - 1]
  // The control that opens it.
  next?.querySelector<HTMLElement>('a.entry-name, button')?.focus()
}

interface EntriesProps {
  items: unknown[]
  headingOf: ((item: never) => string) | undefined
  keyOf: (item: never) => string
  Entry: ComponentType<{ item: unknown }>
}

const Entries = memo(({ items, headingOf, keyOf, Entry }: EntriesProps) =>
  [...groupItems(items, headingOf)].map(([heading, group]) => (
    <Fragment key={heading}>
      {heading !== '' && <h2 className="entries-heading">{heading}</h2>}
      <ul className="entries">
        {group.map((item) => (
          <Entry key={keyOf(item as never)} item={item} />
        ))}
      </ul>
    </Fragment>
  )),
)

/** Returns the items by their headings, in the order of the list; all of them by '' if it has no headings. */
function groupItems(items: unknown[], headingOf?: (item: never) => string): Map<string, unknown[]> {
  const groups = new Map<string, unknown[]>()
  for (const item of items) {
    const heading = headingOf?.(item as never) ?? ''
    const group = groups.get(heading)
    if (group) group.push(item)
    else groups.set(heading, [item])
  }
  return groups
}

interface EndProps {
  items: unknown[]
  next: string | undefined
  things: string
  order: string
  empty: ReactNode
  /** What was searched for. */
  search: string | undefined
  /** Undefined without a filter. */
  onShowAll: (() => void) | undefined
  /** Whether the next page is loading, or could not be loaded. */
  loading: boolean
  failed: boolean
  onMore: () => void
}

function ListEnd({
  items,
  next,
  things,
  order,
  empty,
  search,
  onShowAll,
  loading,
  failed,
  onMore,
}: EndProps) {
  // The last page removes the focused button.
  const end = useLostFocus<HTMLDivElement>(next)
  if (items.length === 0 && search !== undefined && !isSearchable(search)) {
    return (
      <p role="status" className="blank text-soft">
        {search.length > SEARCH_MAX
          ? `Please use at most ${SEARCH_MAX} characters for your search.`
          : `Type at least ${SEARCH_MIN} letters or digits to search.`}
      </p>
    )
  }
  if (items.length === 0) {
    return (
      <div role="status" className="blank stack text-soft">
        {search === undefined ? (
          (empty ?? <p>{`No ${things} found.`}</p>)
        ) : (
          <SearchHelp search={search} things={things} />
        )}
        {!empty && onShowAll && (
          <>
            <p>{`This list does not include all the ${things}.`}</p>
            <Button variant="quiet" className="button-compact" onClick={onShowAll}>
              Show all
            </Button>
          </>
        )}
      </div>
    )
  }
  return (
    <div ref={end} tabIndex={-1} className="list-end outline-none">
      <p role="status" className="text-small text-soft tabular-nums">
        {`${items.length} ${next === undefined ? 'in all' : 'shown'}, ${order}`}
      </p>
      <p className="list-keys">
        Keyboard shortcuts: <kbd>j</kbd> next, <kbd>k</kbd> previous, <kbd>Enter</kbd> open, <kbd>Escape</kbd>{' '}
        back
      </p>
      {next !== undefined && (
        <Button
          variant="quiet"
          className="button-compact min-w-36"
          pendingLabel={loading ? 'Loading...' : undefined}
          onClick={onMore}
        >
          Load more
        </Button>
      )}
      {failed && (
        <p role="alert" className="message message-bad">
          {`We could not load any more ${things}. Please press “Load more” again.`}
        </p>
      )}
    </div>
  )
}

interface FailedProps {
  things: string
  trying: boolean
  onTryAgain: () => void
}

function LoadError({ things, trying, onTryAgain }: FailedProps) {
  return (
    <div className="blank stack">
      <p role="alert">{`We could not load the ${things}. Nothing is lost.`}</p>
      <Button
        variant="quiet"
        className="button-compact min-w-36"
        pendingLabel={trying ? 'Loading...' : undefined}
        onClick={onTryAgain}
      >
        Try again
      </Button>
    </div>
  )
}
