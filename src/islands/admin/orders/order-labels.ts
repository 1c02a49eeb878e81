import { formatPounds, parsePence } from '#contract/base/money.ts'
import { fulfilmentSteps } from '#contract/base/statuses.ts'
import type { AdminOrder, Fulfilment } from '#contract/orders/admin-orders.ts'
import { purchaseName } from '#contract/purchases/purchase-number.ts'
import type { OrderViewName } from '#contract/search/list-counts.ts'

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

interface FulfilmentTexts {
  badge: Badge
  /** The button that takes the step. */
  action: string
  /** Completes "Mark 6 as ready and ...", in the order of a request. */
  several: (count: number) => string
  /** Completes "Mary Smith’s order ..." in the toast once it is taken. */
  done: string
  /** The button that takes it back. */
  undo?: string
}

const FULFILMENT: Record<Fulfilment, FulfilmentTexts> = {
  to_prepare: {
    badge: { label: 'To prepare', tone: 'wait' },
    action: 'Mark as “To prepare”',
    several: (count) => `mark ${count} as “To prepare”`,
    done: 'has been moved back to “To prepare”.',
  },
  ready: {
    badge: { label: 'Ready', tone: 'good' },
    action: 'Mark as ready',
    several: (count) => `mark ${count} as ready`,
    done: 'is ready.',
    undo: 'Mark as not ready yet',
  },
  collected: {
    badge: { label: 'Collected', tone: 'off' },
    action: 'Mark as collected',
    several: (count) => `mark ${count} as collected`,
    done: 'has been collected.',
    undo: 'Mark as not collected yet',
  },
  delivered: {
    badge: { label: 'Delivered', tone: 'off' },
    action: 'Mark as delivered',
    several: (count) => `mark ${count} as delivered`,
    done: 'has been delivered.',
    undo: 'Mark as not delivered yet',
  },
}

/** A delivered order is `ready` once it is sent out: the buyer is then told that it is on its way. */
const SENT_OUT: FulfilmentTexts = {
  badge: { label: 'Out for delivery', tone: 'good' },
  action: 'Send out for delivery',
  several: (count) => `send ${count} out for delivery`,
  done: 'is out for delivery.',
  undo: 'Mark as not sent out yet',
}

export const fulfilmentTexts = (
  { delivery }: Pick<AdminOrder, 'delivery'>,
  fulfilment: Fulfilment,
): FulfilmentTexts => (delivery === 'local' && fulfilment === 'ready' ? SENT_OUT : FULFILMENT[fulfilment])

const eitherBadge = (one: FulfilmentTexts, other: FulfilmentTexts): string =>
  `${one.badge.label} or ${other.badge.label.toLowerCase()}`

/** Names each filter after the badges that it shows: "Ready or out for delivery". */
export const ORDER_VIEWS: Record<OrderViewName, string> = {
  to_prepare: FULFILMENT.to_prepare.badge.label,
  ready: eitherBadge(FULFILMENT.ready, SENT_OUT),
  handed_over: eitherBadge(FULFILMENT.collected, FULFILMENT.delivered),
  refunding: ORDER_STATUS.refunding.label,
  part_refunded: ORDER_STATUS.part_refunded.label,
  refunded: ORDER_STATUS.refunded.label,
  disputed: ORDER_STATUS.disputed.label,
}

/** "2 × Tuning fork" */
export const quantityAndProduct = ({
  quantity,
  productName,
}: Pick<AdminOrder, 'quantity' | 'productName'>): string => `${quantity} × ${productName}`

/** Returns the buyer's name; '' once it is erased. */
export const buyerName = ({ firstName, lastName }: Pick<AdminOrder, 'firstName' | 'lastName'>): string =>
  `${firstName} ${lastName}`.trim()

/** Says what became of an order: "Mary Smith’s order is ready." */
export const describeStep = (order: AdminOrder, step: Fulfilment): string =>
  `${buyerName(order) ? `${buyerName(order)}’s` : 'The'} order ${fulfilmentTexts(order, step).done}`

/** "Order 1042, First Last" */
export const orderName = (order: AdminOrder): string =>
  [order.number && purchaseName('order', order.number), buyerName(order)].filter(Boolean).join(', ')

/** Returns the amount less refunds. */
export function remainingAmount({ amount, refunded }: AdminOrder): string {
  return formatPounds((parsePence(amount) ?? 0) - (parsePence(refunded) ?? 0))
}

const stepAt = (order: AdminOrder, by: 1 | -1): Fulfilment | undefined => {
  const steps: readonly Fulfilment[] = fulfilmentSteps[order.delivery]
  return order.canHandOver ? steps[steps.indexOf(order.fulfilment) + by] : undefined
}

export const nextStep = (order: AdminOrder): Fulfilment | undefined => stepAt(order, 1)
/** What a buyer has cancelled is not prepared again. */
export function previousStep(order: AdminOrder): Fulfilment | undefined {
  const step = stepAt(order, -1)
  return step === 'to_prepare' && order.isCancelled ? undefined : step
}

/** Returns whether the next step of an order sends an email to its buyer. */
export const tellsBuyer = (order: AdminOrder): boolean =>
  nextStep(order) === (order.isCancelled ? 'collected' : 'ready') && order.email !== '' && !order.buyerTold

/** Returns whether the order may still be packed. What its buyer has cancelled is not. */
export const hasPackingSlip = ({ isCancelled }: Pick<AdminOrder, 'isCancelled'>): boolean => !isCancelled

/** Returns whether to show the fulfilment status. Once refunded, it matters only if the goods were handed over. */
export const showsFulfilment = ({ status, fulfilment }: Pick<AdminOrder, 'status' | 'fulfilment'>): boolean =>
  status !== 'refunded' || fulfilment === 'collected' || fulfilment === 'delivered'

export const canRefund = (order: AdminOrder): boolean =>
  (order.status === 'completed' || order.status === 'part_refunded') && order.refundable !== '0.00'
