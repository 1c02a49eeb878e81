import { sql } from 'kysely'
import type { OrderDetail } from '#contract/admin-orders.ts'
import { query, type Db, type Statement } from '#server/db/db.ts'
import { RESTOCKABLE } from '#server/db/units-to-hand-over.ts'
import { DomainError } from '#server/domain-error.ts'
import { ORDER_COLUMNS, toAdminOrder, type OrderRow } from '#server/orders/list-orders.ts'
import { describeEvent, type OrderEvent } from '#server/orders/order-history.ts'
import { FROZEN_BY } from '#server/orders/order-status.ts'

type DetailRow = OrderRow &
  Pick<OrderDetail, 'frozenBy' | 'productId' | 'phone' | 'shippingAddress' | 'sold' | 'restockable'>

/** Returns one order with its history, or throws `not_found`. */
export async function getOrder(db: Db, id: string): Promise<OrderDetail> {
  const { orders, events } = await db.batch({ orders: selectDetail(id), events: selectEvents(id) })
  const [order] = orders
  if (!order) throw new DomainError('not_found', 'We could not find this order.')
  const history = events.map((event) => ({
    at: event.at.toISOString(),
    what: describeEvent(event, order.delivery),
  }))
  return { ...order, ...toAdminOrder(order), history }
}

const selectDetail = (id: string): Statement<DetailRow> => sql<DetailRow>`
  select ${ORDER_COLUMNS}, product_id, phone, ${FROZEN_BY} as frozen_by, nullif(shipping_address, '{}') as shipping_address,
    orders.quantity as sold, ${RESTOCKABLE} as restockable
  from orders where id = ${id}`

const selectEvents = (id: string) =>
  query
    .selectFrom('activity')
    .select(['at', 'action', 'before', 'after'])
    .$narrowType<Pick<OrderEvent, 'before' | 'after'>>()
    .where('orderId', '=', id)
    .orderBy('id', 'desc')
    .limit(200)
