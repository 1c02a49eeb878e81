import type { BoughtOrder } from '#contract/orders'
import { DELIVERY_NAMES } from './delivery.ts'

/** What a buyer is told of an order, on the screen and on paper. */
export function orderFacts(order: BoughtOrder): [label: string, value: string][] {
  return [
    ['Order reference', order.reference],
    ['Product', order.productName],
    ['Quantity', String(order.quantity)],
    ['Total paid', `£${order.amount}`],
    ['Date', new Date(order.date).toLocaleString('en-GB', { timeZone: 'Europe/London' })],
    ['Collection or delivery', DELIVERY_NAMES[order.delivery]],
  ]
}
