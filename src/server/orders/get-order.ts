import { sql } from 'kysely'
import type { OrderDetail } from '#contract/orders/admin-orders.ts'
import { query, type Db } from '#server/db/db.ts'
import { DomainError } from '#server/domain-error.ts'
import { selectAdminOrders, toAdminOrder } from '#server/orders/list-orders.ts'
import { describeEvent, type OrderEvent } from '#server/orders/order-history.ts'
import { FROZEN_BY } from '#server/orders/order-status.ts'
import { RESTOCKABLE } from '#server/orders/rules/units-to-hand-over.ts'
import { ORDER_IS_OPEN } from '#server/purchases/rules/cancellation-facts.ts'
import { selectCancellations, toAdminCancellation } from '#server/purchases/rules/read-cancellations.ts'

/** Returns one order with its history, or throws `not_found`. */
export async function getOrder(db: Db, id: string): Promise<OrderDetail> {
  const { orders, events, cancellations } = await db.batch({
    orders: selectDetail(id),
    events: selectEvents(id),
    cancellations: selectCancellations(sql`cancellation.order_id = ${id}`),
  })
  const [order] = orders
  const [cancellation] = cancellations
  if (!order) throw new DomainError('not_found', 'We could not find this order.')
  const history = events.map((event) => ({
    at: event.at.toISOString(),
    what: describeEvent(event, order.delivery),
  }))
  return {
    ...order,
    ...toAdminOrder(order),
    ...(cancellation && { cancellation: toAdminCancellation(cancellation) }),
    history,
  }
}

const selectDetail = (id: string) =>
  selectAdminOrders()
    .select(['productId', 'phone', 'quantity as sold'])
    .select([FROZEN_BY.as('frozenBy'), RESTOCKABLE.as('restockable')])
    .select(
      sql<boolean>`(select ${ORDER_IS_OPEN} from payment where payment.id = orders.payment_id)`.as(
        'canRecordCancellation',
      ),
    )
    .select(sql<OrderDetail['shippingAddress']>`nullif(shipping_address, '{}')`.as('shippingAddress'))
    .where('id', '=', id)

const selectEvents = (id: string) =>
  query
    .selectFrom('activity')
    .select(['at', 'action', 'before', 'after'])
    .$narrowType<Pick<OrderEvent, 'before' | 'after'>>()
    .where('orderId', '=', id)
    .orderBy('id', 'desc')
    .limit(200)
