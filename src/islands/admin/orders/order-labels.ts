import { type AdminOrder, type Fulfilment, fulfilmentSteps } from '#contract/admin-orders'
import { formatPounds, parsePence } from '#contract/money'

interface Badge {
  label: string
  tone: 'good' | 'wait' | 'bad' | 'off'
}

export const ORDER_STATUS: Record<AdminOrder['status'], Badge> = {
  completed: { label: 'Paid', tone: 'good' },
  refunding: { label: 'Refunding', tone: 'wait' },
  part_refunded: { label: 'Part refunded', tone: 'off' },
  refunded: { label: 'Refunded', tone: 'off' },
  disputed: { label: 'Frozen', tone: 'bad' },
}

export const FULFILMENT: Record<Fulfilment, Badge> = {
  to_prepare: { label: 'To prepare', tone: 'wait' },
  ready: { label: 'Ready', tone: 'good' },
  collected: { label: 'Collected', tone: 'off' },
  delivered: { label: 'Delivered', tone: 'off' },
}

/** "2 × Tuning fork" */
export const quantityAndProduct = ({ quantity, productName }: AdminOrder): string =>
  `${quantity} × ${productName}`

/** Returns the buyer's name; '' once it is erased. */
export const buyerName = ({ firstName, lastName }: AdminOrder): string => `${firstName} ${lastName}`.trim()

/** Returns the amount less refunds. */
export function remainingAmount({ amount, refunded }: AdminOrder): string {
  return formatPounds((parsePence(amount) ?? 0) - (parsePence(refunded) ?? 0))
}

/** Returns whether the goods may be handed over: not if the order is fully refunded or frozen. */
const canHandOver = ({ status }: AdminOrder) => status !== 'refunded' && status !== 'disputed'

const stepAt = (order: AdminOrder, by: 1 | -1): Fulfilment | undefined => {
  const steps: readonly Fulfilment[] = fulfilmentSteps[order.delivery]
  return canHandOver(order) ? steps[steps.indexOf(order.fulfilment) + by] : undefined
}

export const nextStep = (order: AdminOrder): Fulfilment | undefined => stepAt(order, 1)
export const previousStep = (order: AdminOrder): Fulfilment | undefined => stepAt(order, -1)

/** Returns whether to show the fulfilment status. Once refunded, it matters only if the goods were handed over. */
export const showsFulfilment = ({ status, fulfilment }: AdminOrder): boolean =>
  status !== 'refunded' || fulfilment === 'collected' || fulfilment === 'delivered'

export const canRefund = (order: AdminOrder): boolean =>
  order.status !== 'refunding' && canHandOver(order) && remainingAmount(order) !== '0.00'
