import { useSignals } from '@preact/signals-react/runtime'
import { type ComponentType, memo, useDeferredValue, useEffect } from 'react'
import { Button } from '../../../ui/Button.tsx'
import type { PagedList, Shown } from './paged-list.store.ts'
import { useLostFocus } from './use-lost-focus.ts'

interface Props<Item> {
  list: Pick<PagedList<Item>, 'search' | 'shown' | 'open' | 'refresh' | 'more'>
  /** What the list is of: "vouchers". */
  things: string
  /** What comes first. */
  order?: string
  keyOf: (item: Item) => string
  /** One item, an `<li className="entry">`. It reads by itself which one is chosen. */
  Entry: ComponentType<{ item: Item }>
}

/** A list that the server gives page by page: on its way, not to be had, empty, or here. */
export function ListBody<Item>({ list, things, order = 'newest first', keyOf, Entry }: Props<Item>) {
  useSignals()
  useEffect(() => list.open(), [list])
  // What is being typed or pressed comes before drawing a long list.
  const shown = useDeferredValue(list.shown.value)
  const place = useLostFocus<HTMLDivElement>(shown)

  return (
    <div ref={place} role="group" aria-label={things} tabIndex={-1} className="min-w-0 outline-none">
      {shown.name === 'loading' && (
        <p role="status" className="blank text-soft">
          Loading {things}...
        </p>
      )}
      {shown.name === 'failed' && (
        <Failed things={things} trying={shown.trying} onTryAgain={() => void list.refresh()} />
      )}
      {shown.name === 'here' && (
        <>
          {shown.failed === 'refresh' && (
            <p role="alert" className="message message-bad mb-4">
              This list could not be loaded anew, so it may be out of date. Please try Refresh again.
            </p>
          )}
          <Entries items={shown.items} keyOf={keyOf} Entry={Entry as ComponentType<{ item: unknown }>} />
          <End shown={shown} things={things} order={order} onMore={() => void list.more()} />
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
  shown: Extract<Shown<unknown>, { name: 'here' }>
  things: string
  order: string
  onMore: () => void
}

function End({ shown: { items, next, doing, failed }, things, order, onMore }: EndProps) {
  // Load more goes with the last page.
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
          look="quiet"
          className="button-compact min-w-36"
          busy={doing === 'more' ? 'Loading...' : undefined}
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

function Failed({ things, trying, onTryAgain }: FailedProps) {
  return (
    <div className="blank stack">
      <p role="alert">The {things} could not be loaded. Nothing is lost.</p>
      <Button
        look="quiet"
        className="button-compact min-w-36"
        busy={trying ? 'Loading...' : undefined}
        onClick={onTryAgain}
      >
        Try again
      </Button>
    </div>
  )
}
