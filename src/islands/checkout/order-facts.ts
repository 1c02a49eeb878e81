import type { deliveries } from '#contract/base/statuses.ts'
import { addressLines, type Envelope } from '#contract/base/text.ts'
import type { BoughtOrder } from '#contract/orders/orders.ts'
import { purchaseLabels } from '#contract/purchases/purchase-number.ts'
import { printedTime } from '#islands/checkout/voucher-facts.ts'

type Facts = [label: string, value: string][]

type Order = Pick<BoughtOrder, 'number' | 'productName' | 'quantity' | 'amount' | 'date' | 'delivery'> & {
  firstName: string
  lastName?: string
  shippingAddress: Envelope | null
}

/** Returns the facts of an order for the confirmation and the receipt. Without name and address once they are erased. */
export function orderFacts(order: Order): Facts {
  const { firstName, lastName = '', shippingAddress, delivery } = order
  const buyer: Facts = shippingAddress
    ? [
        ['Name', `${firstName} ${lastName}`.trim()],
        [ADDRESS_LABELS[delivery], addressLines(shippingAddress)],
      ]
    : []
  return [
    ...(order.number ? [[purchaseLabels.order, String(order.number)] satisfies [string, string]] : []),
    ['Product', order.productName],
    ['Quantity', String(order.quantity)],
    ['Total paid', `£${order.amount}`],
    ['Date', printedTime(order.date)],
    ['Collection or delivery', DELIVERY_NAMES[delivery]],
    ...buyer,
  ]
}

type Delivery = (typeof deliveries)[number]

export const ADDRESS_LABELS: Record<Delivery, string> = { collection: 'Billed to', local: 'Deliver to' }

export const DELIVERY_NAMES: Record<Delivery, string> = {
  collection: 'Collect from the clinic',
  local: 'Local delivery',
}
