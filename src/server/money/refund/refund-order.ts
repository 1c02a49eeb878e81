import { sql } from 'kysely'
import { formatPounds } from '#contract/base/money.ts'
import type { FreezeCause } from '#contract/money/frozen.ts'
import type { RefundState } from '#contract/money/refunds.ts'
import { recordActivity } from '#server/activity/record-activity.ts'
import type { Services } from '#server/clients/services.ts'
import { query, type Statement } from '#server/db/db.ts'
import { hashRequest } from '#server/db/idempotency.ts'
import { insertRows } from '#server/db/insert-rows.ts'
import { DomainError } from '#server/domain-error.ts'
import { amountChangedError, requireAccepted, tryRequestRefund } from '#server/money/refund/apply-refund.ts'
import { deriveRefundStatus } from '#server/money/refund/derive-refund-status.ts'
import { getHeldAtStripe } from '#server/money/refund/held-at-stripe.ts'
import { LEFT_PENCE } from '#server/money/rules/refundable-pence.ts'
import { lockPurchase } from '#server/money/settle/our-intents.ts'
import type { OrderStatus } from '#server/orders/order-status.ts'
import { RESTOCKABLE } from '#server/orders/rules/units-to-hand-over.ts'
import { FROM_CANCELLATION, STAGE, TO_PAY_PENCE } from '#server/purchases/rules/cancellation-facts.ts'

type Deps = Pick<Services, 'db' | 'stripe' | 'clock' | 'random'>

export interface OrderRefundRequest {
  orderId: string
  /** The whole refundable amount if absent. */
  pence?: number | undefined
  /** What was left to refund when the owner confirmed; anything if absent. Somebody else may have refunded since. */
  refundablePence?: number | undefined
  /** Number of units to restock. */
  restock?: number | undefined
  /** The cancellation that still has to be owed this refund once the purchase is locked. */
  cancellationId?: string | undefined
  /** Idempotency key: a repeat returns the first result. */
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
 * Refunds an order in full or in part. Records the refund first, then requests it from Stripe: if the process dies in
 * between or Stripe is down, the full run requests it. Restocks the units at once, and does not reverse that if the
 * refund fails.
 */
export async function refundOrder(services: Deps, request: OrderRefundRequest): Promise<OrderRefund> {
  const { db, random } = services
  const id = random.uuid()
  const { orders, earlier } = await db.batch({
    orders: selectRefundableOrder(request.orderId),
    earlier: selectOrderRefund(id, request),
  })
  const [order] = orders
  if (!order) throw new DomainError('not_found', 'We could not find this order.')
  const started = earlier[0] ?? (await startRefund(services, id, order, request))
  if (started.requestHash !== hashOf(request)) {
    throw new DomainError(
      'request_reused',
      'This was already sent with different details. Please refresh the page and try again.',
    )
  }
  if (started.state === 'due') {
    await tryRequestRefund(services, { ...started, pence: started.refundedPence, isRetry: started.id !== id })
  }
  const [refund = started] = await db.run(selectOrderRefund(started.id, request))
  const { refundedPence, restocked, status } = refund
  return { refundedPence, restocked, state: requireAccepted([refund]), status }
}

const hashOf = ({ requestId, pence, restock }: OrderRefundRequest): string | null =>
  requestId === undefined ? null : hashRequest({ pence, restock })

async function startRefund(
  { db, stripe, clock }: Deps,
  id: string,
  { intentId }: RefundableOrder,
  request: OrderRefundRequest,
): Promise<OrderRefundRow> {
  const heldPence = await getHeldAtStripe(stripe, intentId)
  const { paymentLock, ...purchaseLocks } = lockPurchase(intentId)
  const { orders, refund } = await db.batch({
    paymentLock,
    ...(request.restock && { product: lockProductOf(request.orderId) }),
    ...purchaseLocks,
    orders: selectRefundableOrder(request.orderId),
    inserted: insertOrderRefund({
      ...request,
      id,
      heldPence,
      requestHash: hashOf(request),
      now: clock.now(),
    }),
    ...deriveRefundStatus(intentId, clock.now()),
    refund: selectOrderRefund(id, request),
  })
  if (refund[0]) return refund[0]
  throw refusalOf(request, orders[0], heldPence)
}

const FROZEN_MESSAGES: Record<FreezeCause, string> = {
  dispute: 'This payment is disputed, so the bank will decide who gets the money.',
  review: 'Stripe is reviewing this payment. Please refund it under “Needs attention” instead.',
  warning: 'This payment may be fraudulent. Please refund it under “Needs attention” instead.',
}

const NOTHING_REFUNDABLE = { status: 'completed', leftPence: 0, restockable: 0, frozenBy: null } as const

function refusalOf(
  { pence, refundablePence, restock = 0 }: OrderRefundRequest,
  order: RefundableOrder | undefined,
  heldPence: number,
): DomainError {
  const { status, leftPence, restockable, frozenBy } = order ?? NOTHING_REFUNDABLE
  const most = Math.min(leftPence, heldPence)
  if (frozenBy) return new DomainError('not_active', FROZEN_MESSAGES[frozenBy])
  if (status === 'refunding') return new DomainError('not_active', 'This order is already being refunded.')
  if (most <= 0) return new DomainError('not_active', 'There is nothing left to refund on this order.')
  if (refundablePence !== undefined && refundablePence !== most)
    return refundablePence === leftPence ? behindStripeError() : amountChangedError(most)
  if (restock > restockable)
    return invalidField('restock', `Only ${restockable} of these can go back on the shelf`)
  if (pence !== undefined && (pence < 1 || pence > most))
    return invalidField('amount', `Please enter an amount from £0.01 to £${formatPounds(most)}`)
  return new DomainError('changed_meanwhile', 'This order has just changed. Please check it and try again.')
}

/** Until our books have what was done there, the page shows the same again. */
const behindStripeError = () =>
  new DomainError(
    'changed_meanwhile',
    'Stripe has less of this payment left than this page shows. Please try again in a few minutes.',
  )

const invalidField = (field: string, sentence: string) =>
  new DomainError('invalid_request', `${sentence}.`, { fields: { [field]: sentence } })

/** The amount of an order that is left to refund, and the units left to restock. */
interface RefundableOrder {
  intentId: string
  status: OrderStatus
  leftPence: number
  restockable: number
  frozenBy: FreezeCause | null
}

const selectRefundableOrder = (orderId: string): Statement<RefundableOrder> => sql<RefundableOrder>`
  select stripe_payment_intent_id as intent_id, status, ${LEFT_PENCE} as left_pence, ${RESTOCKABLE} as restockable,
    (select min(cause) from freeze_cause where freeze_cause.payment_id = payment.id) as frozen_by
  from orders join payment on payment.id = orders.payment_id where orders.id = ${orderId}`

interface OrderRefundRow {
  id: string
  intentId: string
  stripeRefundId: string | null
  refundedPence: number
  restocked: number
  state: 'due' | 'pending' | 'succeeded' | 'failed'
  status: OrderStatus
  requestHash: string | null
}

/** Returns the refund with this id, or the order's earlier one with the same request id. */
const selectOrderRefund = (
  id: string,
  { orderId, requestId }: { orderId: string; requestId?: string | undefined },
): Statement<OrderRefundRow> => sql<OrderRefundRow>`
  select refund.id, stripe_payment_intent_id as intent_id, stripe_refund_id, pence as refunded_pence, refund.state,
    orders.status, refund.request_hash, coalesce((select quantity from stock_movement where refund_id = refund.id), 0) as restocked
  from refund join payment on payment.id = refund.payment_id join orders on orders.payment_id = payment.id
  where orders.id = ${orderId} and (refund.id = ${id} or refund.request_id = ${requestId ?? null}::uuid)`

/** Locks the product whose stock a refund changes. Must precede the lock of the order. */
const lockProductOf = (orderId: string) =>
  query
    .selectFrom('product')
    .select('id')
    .where('id', '=', query.selectFrom('orders').select('productId').where('orders.id', '=', orderId))
    .forNoKeyUpdate()

interface NewOrderRefund {
  id: string
  orderId: string
  pence?: number | undefined
  refundablePence?: number | undefined
  restock?: number | undefined
  cancellationId?: string | undefined
  heldPence: number
  requestId?: string | undefined
  requestHash: string | null
  actor: string
  now: Date
}

/** Inserts the refund and restocks the units, or does nothing if the amount or quantity is not available, or if
 *  something else is left than was shown. */
function insertOrderRefund(refund: NewOrderRefund): Statement {
  const { id, orderId, pence = null, refundablePence = null, restock = 0, heldPence, actor, now } = refund
  const isStillOwed =
    refund.cancellationId === undefined
      ? sql`true`
      : sql`exists (
          select ${FROM_CANCELLATION} where cancellation.id = ${refund.cancellationId}
            and ${STAGE} in ('at_counter', 'refunding') and ${TO_PAY_PENCE} = ${pence}::int
        )`
  return sql`
    with begun as (${insertRows(
      'refund',
      {
        id,
        paymentId: sql`payment.id`,
        pence: sql`coalesce(${pence}::int, least(${heldPence}::int, ${LEFT_PENCE}))`,
        cause: 'order',
        state: 'due',
        requestId: sql`${refund.requestId ?? null}::uuid`,
        requestHash: refund.requestHash,
        createdAt: now,
      },
      sql`
        from orders join payment on payment.id = orders.payment_id
        where orders.id = ${orderId} and payment.state = 'fulfilled'
          and coalesce(${pence}::int, 1) between 1 and least(${heldPence}::int, ${LEFT_PENCE})
          and least(${heldPence}::int, ${LEFT_PENCE}) = coalesce(${refundablePence}::int, least(${heldPence}::int, ${LEFT_PENCE}))
          and ${restock}::int between 0 and ${RESTOCKABLE} and ${isStillOwed}`,
    )
      .onConflict((conflict) => conflict.columns(['paymentId', 'requestId']).doNothing())
      .returning(['id', 'paymentId', 'pence'])}),
    returned as (${insertRows(
      'stockMovement',
      {
        productId: sql`product_id`,
        paymentId: sql`payment_id`,
        refundId: sql`begun.id`,
        kind: 'return',
        quantity: sql`${restock}::int`,
        actor,
        at: now,
      },
      sql`from begun join orders using (payment_id) where ${restock}::int > 0`,
    ).returning(['productId', 'quantity'])}),
    shelved as (
      update product set stock = stock + returned.quantity, version = version + 1
      from returned where product.id = returned.product_id
    )
    ${recordActivity(
      {
        at: now,
        actor,
        action: 'refund_asked',
        paymentId: sql`payment_id`,
        orderId: sql`orders.id`,
        productId: sql`product_id`,
        after: { pence: sql`begun.pence`, restocked: restock },
      },
      sql`from begun join orders using (payment_id)`,
    )}`
}
