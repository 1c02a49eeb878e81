import type { AdminOrder } from '#contract/orders/admin-orders.ts'

let made = 0

/** Returns a new order to prepare. */
export function sampleOrder(changes: Partial<AdminOrder> = {}): AdminOrder {
  made += 1
  return {
    id: `00000000-0000-4000-8000-${String(made).padStart(12, '0')}`,
    number: 1000 + made,
    reference: 'pi_1',
    date: '2026-11-21T14:32:08.000Z',
    status: 'completed',
    fulfilment: 'to_prepare',
    delivery: 'collection',
    firstName: 'Buyer',
    lastName: String(made),
    email: `buyer${made}@example.com`,
    productName: 'Mat',
    quantity: 1,
    amount: '32.00',
    refunded: '0.00',
    refundable: '32.00',
    canHandOver: true,
    buyerTold: false,
    isCancelled: false,
    ...changes,
  }
}
