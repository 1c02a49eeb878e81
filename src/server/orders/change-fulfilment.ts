import { type Fulfilment, fulfilmentSteps } from '#contract/admin-orders'
import { type FreezeCause, ORDER_FROZEN } from '#contract/frozen'
import { sql } from 'kysely'
import { recordActivity } from '../activity/record-activity.ts'
import { enqueueEmail } from '../email/outbox.ts'
import { query, type Statement } from '../db/db.ts'
import { DomainError } from '../domain-error.ts'
import type { Services } from '../clients/services.ts'
import { FROZEN_BY, type OrderStatus } from './order-status.ts'

interface FulfilmentChange {
  orderId: string
  fulfilment: Fulfilment
  /** If present, the change applies only from this status. */
  from?: Fulfilment | undefined
  actor: string
}

interface CurrentOrder {
  status: OrderStatus
  fulfilment: Fulfilment
  frozenBy: FreezeCause | null
}

/**
 * Moves an order one step forwards or backwards. Enqueues one email to the buyer when it is ready. A repeat changes
 * nothing.
 */
export async function changeFulfilment(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  change: FulfilmentChange,
): Promise<void> {
  const { orderId, fulfilment } = change
  const now = clock.now()
  const { moved, orders } = await db.batch({
    locked: query.selectFrom('orders').select('id').where('id', '=', orderId).forNoKeyUpdate(),
    moved: moveOrder(change, now),
    email: enqueueReadyEmail(orderId, now),
    orders: selectCurrent(orderId),
  })
  const [order] = orders
  if (!order) throw new DomainError('not_found', 'There is no such order.')
  if (moved.length === 0 && order.fulfilment !== fulfilment) throw refusalOf(order)
}

const selectCurrent = (orderId: string): Statement<CurrentOrder> =>
  query
    .selectFrom('orders')
    .select(['status', 'fulfilment', FROZEN_BY.as('frozenBy')])
    .where('id', '=', orderId)

const STATUS_MESSAGES: Partial<Record<OrderStatus, string>> = {
  refunded: 'This order is refunded: there is nothing to hand over.',
}

function refusalOf({ status, frozenBy }: CurrentOrder): DomainError {
  const message = frozenBy ? ORDER_FROZEN[frozenBy] : STATUS_MESSAGES[status]
  return new DomainError('not_active', message ?? 'This order cannot take this step as it is now.')
}

/** Returns the combinations of delivery and step from which an order may move to this step, as `delivery step`. */
const adjacentSteps = (fulfilment: Fulfilment): string[] =>
  Object.entries(fulfilmentSteps).flatMap(([delivery, steps]: [string, readonly Fulfilment[]]) => {
    const at = steps.indexOf(fulfilment)
    return steps
      .filter((_, step) => at >= 0 && Math.abs(step - at) === 1)
      .map((step) => `${delivery} ${step}`)
  })

function moveOrder({ orderId, fulfilment, from, actor }: FulfilmentChange, now: Date): Statement {
  return sql`
    with moved as (
      update orders set fulfilment = ${fulfilment} from orders before
      where orders.id = ${orderId} and before.id = orders.id and orders.status not in ('refunded', 'disputed')
        and before.fulfilment = coalesce(${from ?? null}, before.fulfilment)
        and orders.delivery || ' ' || before.fulfilment = any(${adjacentSteps(fulfilment)}::text[])
      returning orders.id, orders.payment_id, orders.product_id, before.fulfilment as former
    )
    ${recordActivity(
      {
        at: now,
        actor,
        action: 'fulfilment_changed',
        paymentId: sql`payment_id`,
        orderId: sql`id`,
        productId: sql`product_id`,
        before: { fulfilment: sql`former` },
        after: { fulfilment },
      },
      sql`from moved`,
    ).returning('orderId')}`
}

/** The key makes it one email, even if the order becomes ready several times. */
const enqueueReadyEmail = (orderId: string, now: Date) =>
  enqueueEmail(
    {
      key: `order:${orderId}:order-ready`,
      template: 'order-ready',
      recipient: sql`email`,
      data: {
        firstName: sql`first_name`,
        product: sql`product_name`,
        quantity: sql`quantity`,
        delivery: sql`delivery`,
        shippingAddress: sql`shipping_address`,
        paymentId: sql`payment_id`,
        number: sql`number`,
        reference: sql`reference`,
      },
      at: now,
    },
    sql`from orders where id = ${orderId} and fulfilment = 'ready' and email <> ''`,
  )
