import { useSignals } from '@preact/signals-react/runtime'
import { type ComponentType, memo, useDeferredValue, useEffect } from 'react'
import { Button } from '../../../ui/Button.tsx'
import type { PagedList, ListState } from './paged-list.store.ts'
import { useLostFocus } from './use-lost-focus.ts'

interface Props<Item> {
  list: Pick<PagedList<Item>, 'search' | 'state' | 'open' | 'refresh' | 'loadMore'>
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
  useEffect(() => list.open(), [list])
  // Deferred, so that input stays responsive while a long list renders.
  const state = useDeferredValue(list.state.value)
  const place = useLostFocus<HTMLDivElement>(state)

  return (
    <div ref={place} role="group" aria-label={things} tabIndex={-1} className="min-w-0 outline-none">
      {state.name === 'loading' && (
        <p role="status" className="blank text-soft">
          Loading {things}...
        </p>
      )}
      {state.name === 'failed' && (
        <LoadError things={things} trying={state.trying} onTryAgain={() => void list.refresh()} />
      )}
      {state.name === 'here' && (
        <>
          {state.failed === 'refresh' && (
            <p role="alert" className="message message-bad mb-4">
              We could not refresh this list, so it may be out of date. Press Refresh to try again.
            </p>
          )}
          <Entries items={state.items} keyOf={keyOf} Entry={Entry as ComponentType<{ item: unknown }>} />
          <ListEnd state={state} things={things} order={order} onMore={() => void list.loadMore()} />
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
  state: Extract<ListState<unknown>, { name: 'here' }>
  things: string
  order: string
  onMore: () => void
}

function ListEnd({ state: { items, next, doing, failed }, things, order, onMore }: EndProps) {
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
          pendingLabel={doing === 'more' ? 'Loading...' : undefined}
          onClick={onMore}
        >
          Load more
        </Button>
      )}
      {failed === 'more' && (
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
