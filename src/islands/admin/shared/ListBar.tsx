import { useSignals } from '@preact/signals-react/runtime'
import type { ReactNode } from 'react'
import { SEARCH_MIN } from '#contract/listing.ts'
import type { List } from '#islands/admin/shared/list.ts'
import { RefreshButton } from '#islands/admin/shared/RefreshButton.tsx'
import { Field } from '#ui/Field.tsx'
import { Select } from '#ui/Select.tsx'

interface SearchProps {
  list: Pick<List<unknown>, 'search' | 'setSearch'>
  /** What the search covers: "Code, name or email". */
  placeholder: string
}

/** One `ListFilter` per filter. A list without a search leaves the other props out. */
type Props = { children?: ReactNode } & (SearchProps | { list?: never; placeholder?: never })

/** The bar above a list: search, filters, Refresh. */
export function ListBar({ children, ...search }: Props) {
  return (
    <search className="list-bar">
      {search.list && <SearchField {...search} />}
      {children}
      <RefreshButton />
    </search>
  )
}

/** A component of its own, so that typing renders nothing else. */
function SearchField({ list, placeholder }: SearchProps) {
  useSignals()
  const text = list.search.value
  const tooShort = text.trim() !== '' && text.trim().length < SEARCH_MIN
  return (
    <Field
      className="list-search"
      // The hint is in the label, where it causes no layout shift.
      label={tooShort ? `Search (at least ${SEARCH_MIN} letters)` : 'Search'}
      type="search"
      enterKeyHint="search"
      maxLength={100}
      placeholder={placeholder}
      value={text}
      onChange={(event) => list.setSearch(event.target.value)}
    />
  )
}

interface FilterProps<Filters extends Record<Name, string>, Name extends keyof Filters & string> {
  list: Pick<List<unknown, Filters>, 'filters' | 'setFilter'>
  name: Name
  label: string
  /** Values and labels; the first value is '', for all. */
  options: readonly (readonly [value: Filters[Name], label: string])[]
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
      {options.map(([value, label]) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
    </Select>
  )
}
