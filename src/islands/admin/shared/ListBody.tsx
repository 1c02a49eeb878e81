import { useSignals } from '@preact/signals-react/runtime'
import { useInfiniteQuery } from '@tanstack/react-query'
import { type ComponentType, memo, useDeferredValue } from 'react'
import { Button } from '../../../ui/Button.tsx'
import type { List } from './list.ts'
import { useLostFocus } from './use-lost-focus.ts'

interface Props<Item> {
  list: Pick<List<Item>, 'query' | 'isTyping'>
  /** Names the items: "vouchers". */
  things: string
  /** The sort order, as text. */
  order?: string
  keyOf: (item: Item) => string
  /** Renders an `<li className="entry">`. It reads the selected id from the route, to avoid re-rendering the list. */
  Entry: ComponentType<{ item: Item }>
}

/** A paged list, with its loading, error and empty states. */
export function ListBody<Item>({ list, things, order = 'newest first', keyOf, Entry }: Props<Item>) {
  useSignals()
  const { data, status, isFetching, isFetchingNextPage, isFetchNextPageError, isRefetchError, ...query } =
    useInfiniteQuery(list.query.value)
  // Deferred, so that input stays responsive while a long list renders.
  const shown = useDeferredValue(data)
  const place = useLostFocus<HTMLDivElement>(shown ?? status)

  return (
    <div ref={place} role="group" aria-label={things} tabIndex={-1} className="min-w-0 outline-none">
      {!shown && status === 'pending' && (
        <p role="status" className="blank text-soft">
          Loading {things}...
        </p>
      )}
      {!data && status === 'error' && (
        <LoadError things={things} trying={isFetching} onTryAgain={() => void query.refetch()} />
      )}
      {data && shown && (
        <>
          {isRefetchError && (
            <p role="alert" className="message message-bad mb-4">
              We could not refresh this list, so it may be out of date. Press Refresh to try again.
            </p>
          )}
          <Entries items={shown.items} keyOf={keyOf} Entry={Entry as ComponentType<{ item: unknown }>} />
          <ListEnd
            {...shown}
            things={things}
            order={order}
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

interface EntriesProps {
  items: unknown[]
  keyOf: (item: never) => string
  Entry: ComponentType<{ item: unknown }>
}

const Entries = memo(({ items, keyOf, Entry }: EntriesProps) =>
  items.length === 0 ? null : (
    <ul className="entries">
      {items.map((item) => (
        <Entry key={keyOf(item as never)} item={item} />
      ))}
    </ul>
  ),
)

interface EndProps {
  items: unknown[]
  next: string | undefined
  things: string
  order: string
  /** Whether the next page is loading, or could not be loaded. */
  loading: boolean
  failed: boolean
  onMore: () => void
}

function ListEnd({ items, next, things, order, loading, failed, onMore }: EndProps) {
  // The last page removes the focused button.
  const end = useLostFocus<HTMLDivElement>(next)
  if (items.length === 0) {
    return (
      <p role="status" className="blank text-soft">
        No {things} found.
      </p>
    )
  }
  return (
    <div ref={end} tabIndex={-1} className="list-end outline-none">
      <p role="status" className="text-small text-soft tabular-nums">
        {items.length} {next === undefined ? 'in all' : 'shown'}, {order}
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
          The next {things} could not be loaded. Please try Load more again.
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
      <p role="alert">The {things} could not be loaded. Nothing is lost.</p>
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
