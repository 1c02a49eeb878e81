import { sql } from 'kysely'

/** SQL expression on `orders`: the units that were not put back on the shelf. */
export const RESTOCKABLE = sql<number>`(orders.quantity - coalesce((
  select sum(back.quantity) from stock_movement back where back.payment_id = orders.payment_id and back.kind = 'return'
), 0))::int`

/**
 * SQL expression on `orders`: the units that are to be handed over, or were. Those that went back on the shelf before
 * that are left out, unless each refund has failed: the order is then as it was.
 */
export const UNITS_TO_HAND_OVER = sql<number>`
  case when orders.fulfilment in ('to_prepare', 'ready') and orders.status in ('refunding', 'part_refunded')
    then ${RESTOCKABLE} else orders.quantity end`
