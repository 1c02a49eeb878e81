import { type AdminOrder, type Fulfilment, fulfilmentSteps } from '#contract/admin-orders'
import { formatPounds, parsePence } from '#contract/money'

interface Badge {
  words: string
  tone: 'good' | 'wait' | 'bad' | 'off'
}

export const ORDER_STATUS: Record<AdminOrder['status'], Badge> = {
  completed: { words: 'Paid', tone: 'good' },
  refunding: { words: 'Refunding', tone: 'wait' },
  part_refunded: { words: 'Part refunded', tone: 'off' },
  refunded: { words: 'Refunded', tone: 'off' },
  disputed: { words: 'Frozen', tone: 'bad' },
}

export const FULFILMENT: Record<Fulfilment, Badge> = {
  to_prepare: { words: 'To prepare', tone: 'wait' },
  ready: { words: 'Ready', tone: 'good' },
  collected: { words: 'Collected', tone: 'off' },
  delivered: { words: 'Delivered', tone: 'off' },
}

/** "2 × Tuning fork" */
export const quantityAndProduct = ({ quantity, productName }: AdminOrder): string =>
  `${quantity} × ${productName}`

/** Empty once they are erased. */
export const buyerName = ({ firstName, lastName }: AdminOrder): string => `${firstName} ${lastName}`.trim()

/** What has not been given back. */
export function remainingAmount({ amount, refunded }: AdminOrder): string {
  return formatPounds((parsePence(amount) ?? 0) - (parsePence(refunded) ?? 0))
}

/** Whether goods may go from hand to hand: not where all the money is back, nor while it is frozen. */
const canHandOver = ({ status }: AdminOrder) => status !== 'refunded' && status !== 'disputed'

const stepAt = (order: AdminOrder, by: 1 | -1): Fulfilment | undefined => {
  const steps: readonly Fulfilment[] = fulfilmentSteps[order.delivery]
  return canHandOver(order) ? steps[steps.indexOf(order.fulfilment) + by] : undefined
}

export const nextStep = (order: AdminOrder): Fulfilment | undefined => stepAt(order, 1)
export const previousStep = (order: AdminOrder): Fulfilment | undefined => stepAt(order, -1)

/** Of an order that is refunded, where its goods are no longer matters unless they are gone. */
export const showsFulfilment = ({ status, fulfilment }: AdminOrder): boolean =>
  status !== 'refunded' || fulfilment === 'collected' || fulfilment === 'delivered'

export const canRefund = (order: AdminOrder): boolean =>
  order.status !== 'refunding' && canHandOver(order) && remainingAmount(order) !== '0.00'
