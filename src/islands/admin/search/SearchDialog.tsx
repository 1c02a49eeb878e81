import { useSignals } from '@preact/signals-react/runtime'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { isSearchable, SEARCH_MAX, SEARCH_MIN } from '#contract/base/listing.ts'
import type { SearchResults } from '#contract/search/search.ts'
import { Results } from '#islands/admin/search/Results.tsx'
import { isTyping, search, searchQuery, sentSearch, setSearch } from '#islands/admin/search/search.store.ts'
import { hasShortcut, setShortcut } from '#islands/admin/search/shortcut.ts'
import { isOwner } from '#islands/admin/session/session.store.ts'
import { SearchHelp } from '#islands/admin/shared/SearchHelp.tsx'
import { queryClient } from '#islands/admin/shared/server-data.ts'
import { Button } from '#ui/Button.tsx'
import { Dialog } from '#ui/Dialog.tsx'
import { Field } from '#ui/Field.tsx'

/** Searches vouchers, people, orders and products. What was typed is kept for the next time. */
export function SearchDialog({ onClose }: { onClose: () => void }) {
  useSignals()
  const body = useRef<HTMLDivElement>(null)
  const query = useQuery(searchQuery.value, queryClient)
  const isCurrent = !isTyping.value && !query.isPlaceholderData
  useEffect(() => {
    const element = body.current
    element?.querySelector('input')?.select()
    element?.addEventListener('keydown', moveFocus)
    return () => element?.removeEventListener('keydown', moveFocus)
  }, [])

  function openFirst() {
    if (isCurrent) body.current?.querySelector('a')?.click()
  }

  return (
    <Dialog title="Search" onClose={onClose}>
      <div ref={body} className="dialog-body search">
        <search>
          <form
            onSubmit={(event) => {
              event.preventDefault()
              openFirst()
            }}
          >
            <Field
              label={
                isOwner.value ? 'Vouchers, people, orders and products' : 'Vouchers, orders and products'
              }
              type="search"
              enterKeyHint="search"
              autoComplete="off"
              spellCheck={false}
              hint={
                search.value.length > SEARCH_MAX && sentSearch.value === search.value.trim()
                  ? `Please use at most ${SEARCH_MAX} characters for your search.`
                  : `Type at least ${SEARCH_MIN} letters or digits of a name, an email address, a number or a code.`
              }
              value={search.value}
              onChange={(event) => setSearch(event.target.value)}
            />
          </form>
        </search>
        {sentSearch.value !== undefined && isSearchable(sentSearch.value) && (
          <Found search={sentSearch.value} query={query} onOpen={onClose} />
        )}
      </div>
      <div className="dialog-foot search-foot">
        <label className="check">
          <input
            type="checkbox"
            checked={hasShortcut.value}
            onChange={({ target }) => setShortcut(target.checked)}
          />
          The / key opens this search, and j goes to the first row of a list
        </label>
      </div>
    </Dialog>
  )
}

interface FoundProps {
  search: string
  query: { data: SearchResults | undefined; isError: boolean; isFetching: boolean; refetch: () => unknown }
  onOpen: () => void
}

function Found({ search, query: { data, isError, isFetching, refetch }, onOpen }: FoundProps) {
  if (isError) {
    return (
      <div className="stack">
        <p role="alert">The search did not work. Please try again.</p>
        <Button
          variant="quiet"
          className="button-compact min-w-36"
          pendingLabel={isFetching ? 'Searching...' : undefined}
          onClick={() => void refetch()}
        >
          Try again
        </Button>
      </div>
    )
  }
  const count = data && Object.values(data).flat().length
  return (
    <>
      <div role="status" className={count ? 'sr-only' : 'text-soft'}>
        {count === undefined && <p>Searching...</p>}
        {count === 0 && <SearchHelp search={search} things="everything" />}
        {count !== undefined && count > 0 && <p>{`${count} found`}</p>}
      </div>
      {data && <Results found={data} onOpen={onOpen} />}
    </>
  )
}

/** Moves the focus between the field and the results with the arrow keys. */
function moveFocus(event: KeyboardEvent): void {
  if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
  const stops = [...(event.currentTarget as HTMLElement).querySelectorAll<HTMLElement>('input, a')]
  const index = stops.indexOf(document.activeElement as HTMLElement)
  if (index === -1) return
  event.preventDefault()
  stops[index + (event.key === 'ArrowDown' ? 1 : -1)]?.focus()
}
