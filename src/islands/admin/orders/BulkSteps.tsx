import { useSignals } from '@preact/signals-react/runtime'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Suspense, useCallback, useState } from 'react'
import { ORDERS_AT_ONCE_MAX, UNDO_MS, type AdminOrder } from '#contract/orders/admin-orders.ts'
import {
  describeSteps,
  listTold,
  moveOn,
  refusals,
  select,
  selected,
} from '#islands/admin/orders/bulk-steps.store.ts'
import { nextStep } from '#islands/admin/orders/order-labels.ts'
import { list, loadPackingSlips } from '#islands/admin/orders/orders.store.ts'
import type { OrderSheet } from '#islands/admin/orders/OrderSheets.tsx'
import { Confirm } from '#islands/admin/shared/Confirm.tsx'
import { errorMessage } from '#islands/admin/shared/error-message.ts'
import { LoadBoundary } from '#islands/admin/shared/LoadBoundary.tsx'
import { Button } from '#ui/Button.tsx'
import { ExactText } from '#ui/ExactText.tsx'
import { lazyPart } from '#ui/lazy-part.ts'
import { showToast } from '#ui/toast.ts'

/** Only printed. */
const OrderSheets = lazyPart(async () => (await import('#islands/admin/orders/OrderSheets.tsx')).OrderSheets)

/** Moves several orders of the list on together. */
export function BulkSteps() {
  useSignals()
  const { data } = useInfiniteQuery(list.query.value)
  const [asked, setAsked] = useState<AdminOrder[]>()
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
              ? `Select the first ${ORDERS_AT_ONCE_MAX} orders`
              : 'Select all orders shown'}
          </span>
        </label>
      )}
      {chosen.length > 0 && (
        <div className="entry-acts">
          <PrintButtons orders={chosen} />
          <Button className="button-compact" aria-haspopup="dialog" onClick={() => setAsked(chosen)}>
            {describeSteps(chosen)}
          </Button>
        </div>
      )}
      <div role="alert" className="w-full empty:hidden">
        {refusals.value.length > 0 && (
          <ul className="message message-bad">
            {refusals.value.map((sentence) => (
              <li key={sentence}>
                <ExactText>{sentence}</ExactText>
              </li>
            ))}
          </ul>
        )}
      </div>
      {asked && <MoveOnConfirm orders={asked} onClose={() => setAsked(undefined)} />}
    </div>
  )
}

/** Prints the packing slips of several orders together, and the list to pick them by. */
function PrintButtons({ orders }: { orders: AdminOrder[] }) {
  const [sheet, setSheet] = useState<OrderSheet>()
  const [isBusy, setBusy] = useState(false)
  const close = useCallback(() => setSheet(undefined), [])

  async function printSlips() {
    setBusy(true)
    try {
      setSheet({ name: 'slips', orders: await loadPackingSlips(orders) })
    } catch (error) {
      const description = errorMessage(error, 'The packing slips could not be loaded. Please try again.')
      showToast({ title: 'Error', description, variant: 'destructive' })
    }
    setBusy(false)
  }

  return (
    <>
      <Button
        variant="quiet"
        className="button-compact"
        onClick={() => setSheet({ name: 'pick list', orders })}
      >
        Print Pick List
      </Button>
      <Button
        variant="quiet"
        className="button-compact"
        pendingLabel={isBusy ? 'One moment...' : undefined}
        onClick={() => void printSlips()}
      >
        {orders.length === 1 ? 'Print Packing Slip' : `Print ${orders.length} Packing Slips`}
      </Button>
      {sheet && (
        <LoadBoundary onClose={close}>
          <Suspense>
            <OrderSheets sheet={sheet} onPrinted={close} />
          </Suspense>
        </LoadBoundary>
      )}
    </>
  )
}

/** Asks before the next step of several orders, and names who gets an email. */
function MoveOnConfirm({ orders, onClose }: { orders: AdminOrder[]; onClose: () => void }) {
  const steps = describeSteps(orders)
  const told = listTold(orders)
  return (
    <Confirm
      title={`${steps}?`}
      submitLabel={orders.length === 1 ? 'Update 1 order' : `Update ${orders.length} orders`}
      pendingLabel="Saving..."
      variant="primary"
      onSubmit={() => moveOn(orders)}
      onClose={onClose}
    >
      {told.length === 0 ? (
        <p>No emails will be sent.</p>
      ) : (
        <>
          <p>
            {told.length === 1 ? '1 person will get an email:' : `${told.length} people will get an email:`}
          </p>
          <ul className="list-disc pl-5 wrap-anywhere">
            {told.map(({ email, name }) => (
              <li key={email} translate="no">
                {name}
              </li>
            ))}
          </ul>
          <p>{`You will have ${UNDO_MS / 1000} seconds to undo this. Nothing will be emailed before that time is up.`}</p>
        </>
      )}
    </Confirm>
  )
}
