import { useSignals } from '@preact/signals-react/runtime'
import { useId, useState, type ReactNode } from 'react'
import { isSearchable, SEARCH_MAX, SEARCH_MIN } from '#contract/base/listing.ts'
import { checkDays } from '#islands/admin/shared/check-days.ts'
import type { List, ListWithDays } from '#islands/admin/shared/list.ts'
import { OrderSelect, type Column } from '#islands/admin/shared/ListColumns.tsx'
import { Field } from '#ui/Field.tsx'
import { Select } from '#ui/Select.tsx'

interface SearchProps {
  list: Pick<List<unknown>, 'search' | 'sentSearch' | 'setSearch'>
  /** What the search covers: "Code, name or email". */
  placeholder: string
}

/** The bar above a list: the search, and what else there is to choose. */
export function ListBar({ children, ...search }: SearchProps & { children?: ReactNode }) {
  return (
    <search className="list-bar">
      <SearchField {...search} />
      {children}
    </search>
  )
}

interface OptionsProps {
  list: ListWithDays
  /** What happened on the days: "Sold". */
  done: string
  columns: readonly Column[]
}

/** The range of days and the order. In a narrow window they open below the search. */
export function ListOptions({ list, done, columns }: OptionsProps) {
  useSignals()
  const { from, to } = list.filters.value
  const [isOpen, setOpen] = useState(from !== '' || to !== '')
  const id = useId()
  const { errors } = checkDays({ from, to })
  const field = (name: 'from' | 'to') => ({
    type: 'date',
    value: list.filters.value[name],
    error: errors[name],
    onChange: (event: { target: { value: string } }) => list.setDay(name, event.target.value),
  })
  return (
    <>
      <button
        type="button"
        className="text-button list-more"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
      >
        Dates and sorting
      </button>
      <div id={id} className={isOpen ? 'list-options' : 'list-options list-options-closed'}>
        <Field label={`${done} from`} {...field('from')} />
        <Field label={`${done} until`} {...field('to')} />
        <OrderSelect list={list} columns={columns} />
      </div>
    </>
  )
}

function searchLabel(text: string | undefined): string {
  if (text === undefined || isSearchable(text)) return 'Search'
  const bound =
    text.length > SEARCH_MAX ? `at most ${SEARCH_MAX} characters` : `at least ${SEARCH_MIN} letters or digits`
  return `Search (${bound})`
}

/** A component of its own, so that typing renders nothing else. */
function SearchField({ list, placeholder }: SearchProps) {
  useSignals()
  const text = list.search.value
  return (
    <Field
      className="list-search"
      // The hint is in the label, where it causes no layout shift.
      label={searchLabel(list.sentSearch.value)}
      type="search"
      enterKeyHint="search"
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
