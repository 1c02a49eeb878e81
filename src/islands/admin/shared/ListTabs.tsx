import { useSignals } from '@preact/signals-react/runtime'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { COUNTED_MAX, listCountsEndpoint } from '#contract/search/list-counts.ts'
import { adminCall } from '#islands/admin/admin-api.ts'
import type { List } from '#islands/admin/shared/list.ts'

export const listCountsQuery = queryOptions({
  queryKey: ['list-counts'],
  queryFn: () => adminCall(listCountsEndpoint, undefined),
  refetchOnMount: 'always',
})

interface Props<Filters extends Record<Name, string>, Name extends keyof Filters & string> {
  list: Pick<List<unknown, Filters>, 'filters' | 'setFilter' | 'sentSearch'>
  /** Which counts are the list's. */
  of: 'vouchers' | 'orders' | 'requests'
  name: Name
  label: string
  /** Values and labels; '' for all. One that is rare is shown while it has items. */
  tabs: readonly (readonly [value: Filters[Name], label: string, isRare?: 'rare'])[]
}

/** The values of a filter, each with the number of its items: of all of them, so not while there is another filter. */
export function ListTabs<Filters extends Record<Name, string>, Name extends keyof Filters & string>({
  list,
  of,
  name,
  label,
  tabs,
}: Props<Filters, Name>) {
  useSignals()
  const counts: Partial<Record<string, number>> = useQuery(listCountsQuery).data?.[of] ?? {}
  const { [name]: chosen, ...others } = list.filters.value
  const isCounted =
    list.sentSearch.value === undefined &&
    Object.entries<string>(others).every(([other, value]) => other === 'order' || value === '')
  const shown = tabs.filter(([value, , isRare]) => !isRare || chosen === value || (counts[value] ?? 0) > 0)
  return (
    <fieldset className="segments list-tabs">
      <legend className="sr-only">{label}</legend>
      {shown.map(([value, tabLabel]) => (
        <label key={value}>
          <input
            type="radio"
            name={name}
            checked={chosen === value}
            onChange={() => list.setFilter(name, value)}
          />
          <span>{tabLabel}</span>
          {value !== '' && isCounted && <TabCount count={counts[value]} />}
        </label>
      ))}
    </fieldset>
  )
}

/** Its place is kept while it is loaded. */
function TabCount({ count }: { count: number | undefined }) {
  const text = count === undefined || count < COUNTED_MAX ? count : `${COUNTED_MAX - 1}+`
  return (
    <span className="choice-count" translate="no">
      {text}
    </span>
  )
}
