import { purchaseLabels } from '#contract/purchase-number'
import type { BoughtOrder, deliveries } from '#contract/orders'

/** Returns the facts of an order for the confirmation and the receipt. */
export function orderFacts(order: BoughtOrder): [label: string, value: string][] {
  return [
    ...(order.number ? [[purchaseLabels.order, String(order.number)] satisfies [string, string]] : []),
    ['Product', order.productName],
    ['Quantity', String(order.quantity)],
    ['Total paid', `£${order.amount}`],
    ['Date', new Date(order.date).toLocaleString('en-GB', { timeZone: 'Europe/London' })],
    ['Collection or delivery', DELIVERY_NAMES[order.delivery]],
  ]
}

export const DELIVERY_NAMES: Record<(typeof deliveries)[number], string> = {
  collection: 'Collect at the clinic',
  local: 'Local delivery',
}
