import { clinic } from '#clinic/clinic-facts.ts'
import type { AdminOrder, PackedOrder } from '#contract/orders/admin-orders.ts'
import { listToPick } from '#islands/admin/orders/list-to-pick.ts'
import { PackingSlip } from '#islands/admin/orders/PackingSlip.tsx'
import { usePrintedOnce } from '#islands/admin/shared/use-printed-once.ts'
import { BrandMark } from '#islands/checkout/BrandMark.tsx'
import { sheetTitle } from '#islands/checkout/print-sheet.ts'

export type OrderSheet =
  { name: 'slips'; orders: PackedOrder[] } | { name: 'pick list'; orders: AdminOrder[] }

interface Props {
  sheet: OrderSheet
  onPrinted: () => void
}

/** The packing slips of several orders, one on each sheet, or the list to pick them by. Prints once it is mounted. */
export function OrderSheets({ sheet, onPrinted }: Props) {
  usePrintedOnce(sheetsTitle(sheet), onPrinted)
  return (
    <div className="print-alone">
      {sheet.name === 'slips' ? (
        sheet.orders.map((order) => <PackingSlip key={order.id} order={order} isChosen />)
      ) : (
        <PickList orders={sheet.orders} />
      )}
    </div>
  )
}

/** "Packing slip 1042", "3 packing slips", "Pick list" */
function sheetsTitle({ name, orders }: OrderSheet): string {
  if (name === 'pick list') return 'Pick list'
  return orders.length === 1
    ? sheetTitle('Packing slip', orders[0]?.number)
    : `${orders.length} packing slips`
}

/** How many of each product to take from the shelf, for which orders. */
function PickList({ orders }: { orders: AdminOrder[] }) {
  const numbers = orders.flatMap(({ number }) => number ?? []).toSorted((one, other) => one - other)
  return (
    <div className="printed" data-print="receipt" aria-hidden>
      <div className="printed-brand">
        <BrandMark />
        <span>{clinic.name}</span>
      </div>
      <p className="printed-large">Pick list</p>
      <p className="printed-label">{`${orders.length} ${orders.length === 1 ? 'order' : 'orders'}`}</p>
      <ul className="printed-lines">
        {listToPick(orders).map(({ productName, quantity }) => (
          <li key={productName}>{`${quantity} × ${productName}`}</li>
        ))}
      </ul>
      {numbers.length > 0 && <p>{`Orders ${numbers.join(', ')}`}</p>}
    </div>
  )
}
