import { sql } from 'kysely'
import { LEFT_PENCE } from '#server/money/rules/refundable-pence.ts'

/** SQL expression on `orders`: the units that were not put back on the shelf. */
export const RESTOCKABLE = sql<number>`(orders.quantity - coalesce((
  select sum(back.quantity) from stock_movement back where back.payment_id = orders.payment_id and back.kind = 'return'
), 0))::int`

/**
 * SQL condition on `orders`: nothing is to be handed over, because all its money is back or on its way back, or all its
 * units are back on the shelf. If each refund has failed, the order is as it was. Not by `exists` of the payment: for
 * that, Postgres would read all payments for one page of a list.
 */
export const NOTHING_TO_HAND_OVER = sql<boolean>`(
  orders.status = 'refunded' or orders.status in ('refunding', 'part_refunded') and (
    ${RESTOCKABLE} = 0 or (select ${LEFT_PENCE} from payment where payment.id = orders.payment_id) <= 0
  ))`

/** SQL condition on `orders`: its buyer has cancelled it. */
export const IS_CANCELLED = sql<boolean>`exists (select from cancellation where cancellation.order_id = orders.id)`

/** SQL condition on `orders`: what the email that it is ready says is true. */
export const IS_READY = sql<boolean>`(
  orders.fulfilment = 'ready' and not ${NOTHING_TO_HAND_OVER} and not ${IS_CANCELLED})`

/** SQL condition on `orders` and its `cancellation`: the goods were handed over, and not only after the notice. */
const WERE_OUT_AT_NOTICE = sql<boolean>`(
  orders.fulfilment in ('collected', 'delivered') and not exists (
    select from activity where activity.order_id = orders.id and action = 'fulfilment_changed'
      and after ->> 'fulfilment' in ('collected', 'delivered') and at > cancellation.recorded_at
  ))`

/**
 * SQL condition on `orders`: it can take the next step, or the last one back. One that was cancelled stays on the shelf, with
 * its buyer if it was there already, and where it is once its goods are posted or back.
 */
export const CAN_HAND_OVER = sql<boolean>`(
  orders.status <> 'disputed' and not ${NOTHING_TO_HAND_OVER} and not exists (
    select from cancellation where cancellation.order_id = orders.id
      and (orders.fulfilment = 'to_prepare' or goods is not null or ${WERE_OUT_AT_NOTICE})
  ))`

/**
 * SQL expression on `orders`: the units that are to be handed over, or were. Those that went back on the shelf before
 * that are left out, unless all did, or each refund has failed.
 */
export const UNITS_TO_HAND_OVER = sql<number>`
  case when orders.fulfilment in ('to_prepare', 'ready') and orders.status in ('refunding', 'part_refunded')
    and not ${NOTHING_TO_HAND_OVER} then ${RESTOCKABLE} else orders.quantity end`
