import { SEARCH_MIN } from '#contract/listing'
import { useSignals } from '@preact/signals-react/runtime'
import type { ReactNode } from 'react'
import { Button } from '../../../ui/Button.tsx'
import { Field } from '../../../ui/Field.tsx'
import { Select } from '../../../ui/Select.tsx'
import type { PagedList } from './paged-list.store.ts'

interface Props {
  list: Pick<PagedList<unknown>, 'search' | 'state' | 'setSearch' | 'refresh'>
  /** What can be searched for: "Code, name or e-mail". */
  placeholder: string
  /** `ListFilter`s. */
  children?: ReactNode
}

/** Above a list: search, filters, Refresh. */
export function ListBar({ list, placeholder, children }: Props) {
  return (
    <search className="list-bar">
      <SearchField list={list} placeholder={placeholder} />
      {children}
      <RefreshButton list={list} />
    </search>
  )
}

/** By itself, so that a letter typed draws nothing but this. */
function SearchField({ list, placeholder }: Omit<Props, 'children'>) {
  useSignals()
  const text = list.search.value
  const tooShort = text.trim() !== '' && text.trim().length < SEARCH_MIN
  return (
    <Field
      className="list-search"
      // In the label, where it moves nothing.
      label={tooShort ? `Search (from ${SEARCH_MIN} letters on)` : 'Search'}
      type="search"
      enterKeyHint="search"
      maxLength={100}
      placeholder={placeholder}
      value={text}
      onChange={(event) => list.setSearch(event.target.value)}
    />
  )
}

function RefreshButton({ list }: Pick<Props, 'list'>) {
  useSignals()
  const state = list.state.value
  const busy = state.name === 'here' && state.doing === 'refresh'
  return (
    <Button
      variant="quiet"
      className="min-w-36"
      pendingLabel={busy ? 'Refreshing...' : undefined}
      onClick={() => void list.refresh()}
    >
      Refresh
    </Button>
  )
}

interface FilterProps<Filters extends Record<Name, string>, Name extends keyof Filters & string> {
  list: Pick<PagedList<unknown, Filters>, 'filters' | 'setFilter'>
  name: Name
  label: string
  /** Value and words; the first is '' for everything. */
  options: readonly (readonly [value: Filters[Name], words: string])[]
}

export function ListFilter<Filters extends Record<Name, string>, Name extends keyof Filters & string>({
  list,
  name,
  label,
  options,
}: FilterProps<Filters, Name>) {
  useSignals()
  return (
    <Select
      label={label}
      value={list.filters.value[name]}
      onChange={(event) => list.setFilter(name, event.target.value as Filters[Name])}
    >
      {options.map(([value, words]) => (
        <option key={value} value={value}>
          {words}
        </option>
      ))}
    </Select>
  )
}
