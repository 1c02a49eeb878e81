import { formatPounds } from '#contract/money'
import { DomainError } from '../domain-error.ts'
import type { OrderStatus } from '../orders/order-status.ts'
import type { Services } from '../services/services.ts'
import { askRefundSoon } from './apply-refund.ts'
import { heldAtStripe } from './held-at-stripe.ts'
import {
  beginOrderRefund,
  lockReturned,
  type OrderBooks,
  type OrderRefundRow,
  selectOrderBooks,
  selectOrderRefund,
} from './refund-order-queries.ts'
import { lockBought } from './refund-queries.ts'
import { requestHash } from '../request-hash.ts'
import { followRefunds } from './follow-refunds.ts'

type Needs = Pick<Services, 'db' | 'stripe' | 'clock' | 'random'>

export interface OrderRefundRequest {
  orderId: string
  /** All that is left, unless told. */
  pence?: number | undefined
  /** How many of the goods go back on the shelf. */
  restock?: number | undefined
  /** The caller's own name for it: a repeat gets the first one's result. */
  requestId?: string | undefined
  actor: string
}

export interface OrderRefund {
  refundedPence: number
  restocked: number
  /** `due` until the card provider could be asked, `pending` until it has finished. */
  state: 'due' | 'pending' | 'succeeded'
  status: OrderStatus
}

/**
 * Gives back what was paid for an order, or part of it. Written down first, then asked of Stripe: if this dies or Stripe
 * is down in between, the hourly pass asks. Goods go back on the shelf at once, and stay there whatever becomes of the
 * money.
 */
export async function refundOrder(services: Needs, wanted: OrderRefundRequest): Promise<OrderRefund> {
  const { db, random } = services
  const id = random.uuid()
  const found = await db.batch({
    books: selectOrderBooks(wanted.orderId),
    earlier: selectOrderRefund(id, wanted),
  })
  const [order] = found.books
  if (!order) throw new DomainError('not_found', 'There is no such order.')
  const begun = found.earlier[0] ?? (await begin(services, id, order, wanted))
  if (begun.requestHash !== hashOf(wanted)) {
    throw new DomainError('request_reused', 'This request id already stands for another refund.')
  }
  if (begun.state === 'due') {
    await askRefundSoon(services, { ...begun, pence: begun.refundedPence, again: begun.id !== id })
  }
  const [refund] = await db.run(selectOrderRefund(begun.id, wanted))
  if (!refund || refund.state === 'failed') {
    throw new DomainError('not_active', 'Our card provider has refused this refund. Nothing has gone back.')
  }
  const { refundedPence, restocked, state, status } = refund
  return { refundedPence, restocked, state, status }
}

const hashOf = ({ requestId, pence, restock }: OrderRefundRequest): string | null =>
  requestId === undefined ? null : requestHash({ pence, restock })

async function begin(
  { db, stripe, clock }: Needs,
  id: string,
  { intentId }: OrderBooks,
  wanted: OrderRefundRequest,
): Promise<OrderRefundRow> {
  const atStripe = await heldAtStripe(stripe, intentId)
  const { payment, ...bought } = lockBought(intentId)
  const { books, refund } = await db.batch({
    payment,
    ...(wanted.restock && { product: lockReturned(wanted.orderId) }),
    ...bought,
    books: selectOrderBooks(wanted.orderId),
    begun: beginOrderRefund({ ...wanted, id, atStripe, requestHash: hashOf(wanted), now: clock.now() }),
    ...followRefunds(intentId),
    refund: selectOrderRefund(id, wanted),
  })
  if (refund[0]) return refund[0]
  throw whyNot(wanted, books[0], atStripe)
}

function whyNot(
  { pence, restock = 0 }: OrderRefundRequest,
  books: OrderBooks | undefined,
  atStripe: number,
): DomainError {
  const { status, leftPence, restockable } = books ?? { status: 'completed', leftPence: 0, restockable: 0 }
  const most = Math.min(leftPence, atStripe)
  if (status === 'disputed')
    return new DomainError('not_active', 'This payment is disputed: the bank decides where the money goes.')
  if (status === 'refunding') return new DomainError('not_active', 'A refund of this order is under way.')
  if (most <= 0) return new DomainError('not_active', 'There is nothing left of this order to refund.')
  if (restock > restockable)
    return refused('restock', `Only ${restockable} of these can go back on the shelf`)
  if (pence !== undefined && (pence < 1 || pence > most))
    return refused('amount', `Please enter an amount from £0.01 to £${formatPounds(most)}`)
  return new DomainError('changed_meanwhile', 'This order has just changed. Please look at it again.')
}

const refused = (field: string, sentence: string) =>
  new DomainError('invalid_request', `${sentence}.`, { fields: { [field]: sentence } })
