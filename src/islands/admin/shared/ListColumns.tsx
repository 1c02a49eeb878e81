import { useSignals } from '@preact/signals-react/runtime'
import type { List } from '#islands/admin/shared/list.ts'
import { Select } from '#ui/Select.tsx'

/** An order in which a list can be sorted. */
interface ListOrder {
  value: string
  /** "Newest first" */
  label: string
  direction: 'ascending' | 'descending'
}

/** A column of a list, and the orders that pressing its heading takes in turn. */
export interface Column {
  name: string
  /** Not a figure, so it is at the left of its column. */
  isText?: boolean
  orders?: readonly ListOrder[]
}

type SortedList = Pick<List<unknown>, 'order' | 'setOrder' | 'sentSearch'>

interface Props {
  list: SortedList
  columns: readonly Column[]
}

/** Headings of the rows and of their figures, where a row is one line. Figures are named in each row for screen readers. */
export function ColumnHeads({ list, columns: [row, ...figures] }: Props) {
  return (
    <div className="list-heads" role="table" aria-label="Sort by">
      <div role="row">
        <ColumnHead list={list} column={row!} />
        <span className="entry-figures" role="none">
          {figures.map((column) => (
            <ColumnHead key={column.name} list={list} column={column} />
          ))}
        </span>
      </div>
    </div>
  )
}

function ColumnHead({ list, column: { name, isText, orders } }: { list: SortedList; column: Column }) {
  useSignals()
  const index = orders?.findIndex(({ value }) => value === list.order.value) ?? -1
  const sorted = orders?.[index]
  const next = orders?.[(index + 1) % orders.length]
  // A search has an order of its own.
  const canSort = next && list.sentSearch.value === undefined
  return (
    <span
      role="columnheader"
      className={isText ? 'list-head-text' : undefined}
      aria-sort={canSort ? (sorted?.direction ?? 'none') : undefined}
    >
      {canSort ? (
        <button
          type="button"
          className="list-sort"
          title={next.label}
          onClick={() => list.setOrder(next.value)}
        >
          <span>{name}</span>
          {sorted && <SortMark direction={sorted.direction} />}
        </button>
      ) : (
        <span>{name}</span>
      )}
    </span>
  )
}

const SortMark = ({ direction }: { direction: ListOrder['direction'] }) => (
  <svg width="8" height="8" viewBox="0 0 8 8" fill="currentColor" aria-hidden>
    <path d={direction === 'ascending' ? 'M4 1l4 6H0z' : 'M4 7L0 1h8z'} />
  </svg>
)

/** Chooses the order where there are no headings. */
export function OrderSelect({ list, columns }: Props) {
  useSignals()
  return (
    <Select
      className="list-order"
      label="Sort by"
      value={list.order.value}
      disabled={list.sentSearch.value !== undefined}
      onChange={(event) => list.setOrder(event.target.value)}
    >
      {columns
        .flatMap(({ orders = [] }) => orders)
        .map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
    </Select>
  )
}

/** Returns the present order, as it stands in a sentence: "newest first". */
export function describeOrder({ order }: Pick<SortedList, 'order'>, columns: readonly Column[]): string {
  const { label } = columns
    .flatMap(({ orders = [] }) => orders)
    .find(({ value }) => value === order.value) ?? { label: 'Newest first' }
  return label.charAt(0).toLowerCase() + label.slice(1)
}
