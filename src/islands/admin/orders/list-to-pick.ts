import type { AdminOrder } from '#contract/orders/admin-orders.ts'

type Line = Pick<AdminOrder, 'productName' | 'quantity'>

/** Returns how many of each product these orders need together, by name. */
export function listToPick(orders: readonly Line[]): Line[] {
  const quantities = new Map<string, number>()
  for (const { productName, quantity } of orders)
    quantities.set(productName, (quantities.get(productName) ?? 0) + quantity)
  return Array.from(quantities, ([productName, quantity]) => ({ productName, quantity })).toSorted(
    (one, other) => one.productName.localeCompare(other.productName, 'en-GB'),
  )
}
