import { useSignals } from '@preact/signals-react/runtime'
import { useInfiniteQuery } from '@tanstack/react-query'
import { ORDERS_AT_ONCE_MAX } from '#contract/admin-orders.ts'
import { isMoving, moveOn, refusals, select, selected } from '#islands/admin/orders/bulk-steps.store.ts'
import { nextStep } from '#islands/admin/orders/order-labels.ts'
import { list } from '#islands/admin/orders/orders.store.ts'
import { Button } from '#ui/Button.tsx'

/** Moves several orders of the list on together. */
export function BulkSteps() {
  useSignals()
  const { data } = useInfiniteQuery(list.query.value)
  const movable = (data?.items ?? []).filter(nextStep)
  const chosen = movable.filter(({ id }) => selected.value.has(id))
  const selectable = movable.slice(0, ORDERS_AT_ONCE_MAX)
  const isEveryOne = selectable.every(({ id }) => selected.value.has(id))
  return (
    <div className="list-bulk">
      {movable.length > 0 && (
        <label className="check">
          <input
            type="checkbox"
            ref={(box) => {
              if (box) box.indeterminate = chosen.length > 0 && !isEveryOne
            }}
            checked={isEveryOne}
            onChange={(event) =>
              select(
                selectable.map(({ id }) => id),
                event.target.checked,
              )
            }
          />
          <span>
            {movable.length > ORDERS_AT_ONCE_MAX
              ? `Select the first ${ORDERS_AT_ONCE_MAX}`
              : 'Select all shown'}
          </span>
        </label>
      )}
      {chosen.length > 0 && (
        <Button
          className="button-compact"
          pendingLabel={isMoving.value ? 'Saving...' : undefined}
          onClick={() => void moveOn(chosen)}
        >
          {`Take the next step of ${chosen.length}`}
        </Button>
      )}
      <div role="alert" className="w-full empty:hidden">
        {refusals.value.length > 0 && (
          <ul className="message message-bad">
            {refusals.value.map((sentence) => (
              <li key={sentence}>{sentence}</li>
            ))}
          </ul>
        )}
      </div>
    </div>
  )
}
