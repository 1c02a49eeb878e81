import type { FreezeCause } from '#contract/frozen'
import { sql } from 'kysely'
import type { Statement } from '../db/db.ts'
import type { OrderStatus } from '../orders/order-status.ts'

/** What there is to give back of an order, and to put back on the shelf. */
export interface OrderBooks {
  intentId: string
  status: OrderStatus
  leftPence: number
  restockable: number
  frozenBy: FreezeCause | null
}

const LEFT = sql`payment.amount_pence - payment.lost_pence - coalesce((select sum(pence) from refund where payment_id = payment.id and state <> 'failed'), 0)`
const RESTOCKABLE = sql`orders.quantity - coalesce((select sum(quantity) from stock_movement where payment_id = payment.id and kind = 'return'), 0)`

export const selectOrderBooks = (orderId: string): Statement<OrderBooks> => sql<OrderBooks>`
  select stripe_payment_intent_id as intent_id, status, (${LEFT})::int as left_pence, (${RESTOCKABLE})::int as restockable,
    (select min(cause) from freeze_cause where freeze_cause.payment_id = payment.id) as frozen_by
  from orders join payment on payment.id = orders.payment_id where orders.id = ${orderId}`

export interface OrderRefundRow {
  id: string
  intentId: string
  stripeRefundId: string | null
  refundedPence: number
  restocked: number
  state: 'due' | 'pending' | 'succeeded' | 'failed'
  status: OrderStatus
  requestHash: string | null
}

/** The refund of that id, or the order's one that had the request's name before. */
export const selectOrderRefund = (
  id: string,
  { orderId, requestId }: { orderId: string; requestId?: string | undefined },
): Statement<OrderRefundRow> => sql<OrderRefundRow>`
  select refund.id, stripe_payment_intent_id as intent_id, stripe_refund_id, pence as refunded_pence, refund.state,
    orders.status, refund.request_hash, coalesce((select quantity from stock_movement where refund_id = refund.id), 0) as restocked
  from refund join payment on payment.id = refund.payment_id join orders on orders.payment_id = payment.id
  where orders.id = ${orderId} and (refund.id = ${id} or refund.request_id = ${requestId ?? null}::uuid)`

/** The product whose stock a refund changes. Locked before the order. */
export const lockReturned = (orderId: string): Statement =>
  sql`select id from product where id = (select product_id from orders where orders.id = ${orderId}) for no key update`

interface NewOrderRefund {
  id: string
  orderId: string
  pence?: number | undefined
  expectedPence?: number | undefined
  restock?: number | undefined
  atStripe: number
  requestId?: string | undefined
  requestHash: string | null
  actor: string
  now: Date
}

/** Writes the refund down and puts the goods back, or does nothing where the books do not allow it. */
export function beginOrderRefund(refund: NewOrderRefund): Statement {
  const { id, orderId, pence = null, expectedPence = null, restock = 0, atStripe, actor, now } = refund
  return sql`
    with begun as (
      insert into refund (id, payment_id, pence, cause, state, request_id, request_hash, created_at)
      select ${id}, payment.id, coalesce(${pence}::int, least(${atStripe}::int, ${LEFT})), 'order', 'due',
        ${refund.requestId ?? null}::uuid, ${refund.requestHash}, ${now}
      from orders join payment on payment.id = orders.payment_id
      where orders.id = ${orderId} and payment.state = 'fulfilled'
        and coalesce(${pence}::int, 1) between 1 and least(${atStripe}::int, ${LEFT})
        and coalesce(${expectedPence}::int, ${pence}::int, least(${atStripe}::int, ${LEFT})) = coalesce(${pence}::int, least(${atStripe}::int, ${LEFT}))
        and ${restock}::int between 0 and ${RESTOCKABLE}
      on conflict (payment_id, request_id) do nothing
      returning id, payment_id, pence
    ),
    returned as (
      insert into stock_movement (product_id, payment_id, refund_id, kind, quantity, actor, at)
      select product_id, payment_id, begun.id, 'return', ${restock}::int, ${actor}, ${now}
      from begun join orders using (payment_id) where ${restock}::int > 0
      returning product_id, quantity
    ),
    shelved as (
      update product set stock = stock + returned.quantity, version = version + 1
      from returned where product.id = returned.product_id
    )
    insert into activity (at, actor, action, payment_id, order_id, product_id, after)
    select ${now}, ${actor}, 'refund_asked', payment_id, orders.id, product_id,
      jsonb_build_object('pence', begun.pence, 'restocked', ${restock}::int)
    from begun join orders using (payment_id)`
}
