import type { FreezeCause } from '#contract/frozen'
import { formatPounds } from '#contract/money'
import type { RefundState } from '#contract/refunds'
import { DomainError } from '../domain-error.ts'
import type { OrderStatus } from '../orders/order-status.ts'
import type { Services } from '../clients/services.ts'
import { amountChanged, askRefundSoon, requireAccepted } from './apply-refund.ts'
import { heldAtStripe } from './refundable-amount.ts'
import {
  beginOrderRefund,
  lockReturned,
  type OrderBooks,
  type OrderRefundRow,
  selectOrderBooks,
  selectOrderRefund,
} from './refund-order-queries.ts'
import { lockBought } from '../payments/our-intents.ts'
import { requestHash } from '../request-hash.ts'
import { followRefunds } from '../payments/derive-refund-status.ts'

type Deps = Pick<Services, 'db' | 'stripe' | 'clock' | 'random'>

export interface OrderRefundRequest {
  orderId: string
  /** All that is left, unless told. */
  pence?: number | undefined
  /** What the owner confirmed; any amount if absent. */
  expectedPence?: number | undefined
  /** How many of the goods go back on the shelf. */
  restock?: number | undefined
  /** The caller's own name for it: a repeat gets the first one's result. */
  requestId?: string | undefined
  actor: string
}

export interface OrderRefund {
  refundedPence: number
  restocked: number
  state: RefundState
  status: OrderStatus
}

/**
 * Gives back what was paid for an order, or part of it. Written down first, then asked of Stripe: if this dies or Stripe
 * is down in between, the hourly pass asks. Goods go back on the shelf at once, and stay there whatever becomes of the
 * money.
 */
export async function refundOrder(services: Deps, wanted: OrderRefundRequest): Promise<OrderRefund> {
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
  const [refund = begun] = await db.run(selectOrderRefund(begun.id, wanted))
  const { refundedPence, restocked, status } = refund
  return { refundedPence, restocked, state: requireAccepted([refund]), status }
}

const hashOf = ({ requestId, pence, restock, expectedPence }: OrderRefundRequest): string | null =>
  requestId === undefined ? null : requestHash({ pence, restock, expectedPence })

async function begin(
  { db, stripe, clock }: Deps,
  id: string,
  { intentId }: OrderBooks,
  wanted: OrderRefundRequest,
): Promise<OrderRefundRow> {
  const atStripe = await heldAtStripe(stripe, intentId)
  const { paymentLock, ...boughtLocks } = lockBought(intentId)
  const { books, refund } = await db.batch({
    paymentLock,
    ...(wanted.restock && { product: lockReturned(wanted.orderId) }),
    ...boughtLocks,
    books: selectOrderBooks(wanted.orderId),
    begun: beginOrderRefund({ ...wanted, id, atStripe, requestHash: hashOf(wanted), now: clock.now() }),
    ...followRefunds(intentId),
    refund: selectOrderRefund(id, wanted),
  })
  if (refund[0]) return refund[0]
  throw whyNot(wanted, books[0], atStripe)
}

const FROZEN: Record<FreezeCause, string> = {
  dispute: 'This payment is disputed: the bank decides where the money goes.',
  review: 'Stripe is reviewing this payment: please refund it under Needs attention.',
  warning: 'This payment may be fraud: please refund it under Needs attention.',
}

const NO_BOOKS = { status: 'completed', leftPence: 0, restockable: 0, frozenBy: null } as const

function whyNot(
  { pence, expectedPence, restock = 0 }: OrderRefundRequest,
  books: OrderBooks | undefined,
  atStripe: number,
): DomainError {
  const { status, leftPence, restockable, frozenBy } = books ?? NO_BOOKS
  const most = Math.min(leftPence, atStripe)
  if (frozenBy) return new DomainError('not_active', FROZEN[frozenBy])
  if (status === 'refunding') return new DomainError('not_active', 'A refund of this order is under way.')
  if (most <= 0) return new DomainError('not_active', 'There is nothing left of this order to refund.')
  if (restock > restockable)
    return refused('restock', `Only ${restockable} of these can go back on the shelf`)
  if (pence !== undefined && (pence < 1 || pence > most))
    return refused('amount', `Please enter an amount from £0.01 to £${formatPounds(most)}`)
  if (expectedPence !== undefined && expectedPence !== (pence ?? most)) return amountChanged(pence ?? most)
  return new DomainError('changed_meanwhile', 'This order has just changed. Please look at it again.')
}

const refused = (field: string, sentence: string) =>
  new DomainError('invalid_request', `${sentence}.`, { fields: { [field]: sentence } })
