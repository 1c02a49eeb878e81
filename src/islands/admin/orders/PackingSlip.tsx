import { clinic } from '#clinic/clinic-facts.ts'
import type { PackedOrder } from '#contract/orders/admin-orders.ts'
import { purchaseName } from '#contract/purchases/purchase-number.ts'
import { buyerName, quantityAndProduct } from '#islands/admin/orders/order-labels.ts'
import { BrandMark } from '#islands/checkout/BrandMark.tsx'
import { orderFacts } from '#islands/checkout/order-facts.ts'
import { PurchaseSummary } from '#islands/checkout/PurchaseSummary.tsx'

interface Props {
  order: PackedOrder
  /** Whether this is the sheet that prints. */
  isChosen: boolean
}

/** Facts that have no place on the slip: it may lie in a gift, and the rest is printed large. */
const LEFT_OUT = new Set(['Order', 'Product', 'Quantity', 'Total paid', 'Name', 'Billed to'])

/** What goes into the parcel, and to whom: read from a shelf, and ticked line by line. Names no amount. For print only. */
export function PackingSlip({ order, isChosen }: Props) {
  const facts = orderFacts(order).filter(([label]) => !LEFT_OUT.has(label))
  if (order.phone) facts.push(['Phone', order.phone])
  return (
    <div className="printed" data-print={isChosen ? 'receipt' : undefined} aria-hidden>
      <div className="printed-brand">
        <BrandMark />
        <span>{clinic.name}</span>
      </div>
      <p className="printed-large" translate="no">
        {buyerName(order) || 'Erased'}
      </p>
      {order.number && (
        <p className="printed-large" translate="no">
          {purchaseName('order', order.number)}
        </p>
      )}
      <p className="printed-label">Packing slip</p>
      <ul className="printed-lines">
        <li>{quantityAndProduct(order)}</li>
      </ul>
      <PurchaseSummary facts={facts} />
    </div>
  )
}
