import { clinic } from '#content/clinic'
import type { deliveries, orderStatuses, ShippingAddress } from '#contract/orders'
import { type RawBuilder, sql } from 'kysely'
import { recordActivity } from '../activity/record-activity.ts'
import { enqueueEmail } from '../email/outbox.ts'
import { query, type Statement } from '../db/db.ts'
import { enqueueLowStockEmail } from '../products/low-stock.ts'
import { sellStock } from './reserve-stock.ts'

export interface NewOrder {
  id: string
  emailIds: { confirmation: string; notice: string; lowStock: string }
}

interface PaidIntent {
  paymentId: string
  intentId: string
  pence: number
  at: Date
}

/**
 * Returns the statements that place the order of a paid payment. All later statements depend on the order row of this
 * call, so for a second caller they do nothing.
 *
 * Locks: `stock_reservation`; the batch has locked the payment. Writes: `orders`, `stock_reservation`,
 * `stock_movement`, `product`. Emits: `outbox`, `activity`.
 */
export function placeOrder(order: NewOrder, paid: PaidIntent, now: Date) {
  return {
    reservation: query
      .selectFrom('stockReservation')
      .select('paymentId')
      .where('paymentId', '=', paid.paymentId)
      .forUpdate(),
    order: insertOrder(order, paid),
    lowStock: enqueueLowStockEmail(order.emailIds.lowStock, selectSold(order), now),
    sold: sellStock(paid.paymentId, order.id, now),
    ...enqueueOrderEmails(order, now),
    orderActivity: recordActivity(
      {
        at: now,
        actor: 'buyer',
        action: 'order_placed',
        paymentId: sql`payment_id`,
        orderId: sql`id`,
        productId: sql`product_id`,
        after: { pence: sql`amount_pence`, quantity: sql`quantity` },
      },
      sql`from orders where id = ${order.id}`,
    ),
  }
}

function insertOrder({ id }: NewOrder, paid: PaidIntent): Statement {
  return sql`
    insert into orders (id, payment_id, product_id, product_name, first_name, last_name, email, phone, shipping_address,
      delivery, quantity, amount_pence, reference, placed_at)
    select ${id}, payment.id, product.id, product.name, purchase ->> 'firstName', purchase ->> 'lastName', purchase ->> 'email',
      purchase ->> 'phone', purchase -> 'shippingAddress', purchase ->> 'delivery', held.quantity, amount_pence, ${paid.intentId}, ${paid.at}
    from payment join stock_reservation held on held.payment_id = payment.id join product on product.id = held.product_id
    where payment.id = ${paid.paymentId} and purpose = 'order' and payment.settled_at is null and held.state = 'held'
      and amount_pence = ${paid.pence} and stripe_payment_intent_id = ${paid.intentId}`
}

const selectSold = ({ id }: NewOrder): Statement =>
  sql`select product_id, quantity, id as cause from orders where id = ${id}`

/** Enqueues the confirmation to the buyer and the notice to the clinic. */
function enqueueOrderEmails({ id, emailIds }: NewOrder, now: Date) {
  const data = {
    firstName: sql`first_name`,
    lastName: sql`last_name`,
    email: sql`orders.email`,
    phone: sql`phone`,
    product: sql`product_name`,
    quantity: sql`quantity`,
    pence: sql`orders.amount_pence`,
    delivery: sql`delivery`,
    shippingAddress: sql`shipping_address`,
    number: sql`orders.number`,
    reference: sql`payment.stripe_payment_intent_id`,
    placedAt: sql`placed_at`,
  }
  const enqueue = (
    template: 'order-confirmation' | 'order-notice',
    emailId: string,
    recipient: string | RawBuilder<unknown>,
  ) =>
    enqueueEmail(
      { id: emailId, key: `order:${id}:${template}`, template, recipient, data, at: now },
      sql`from orders join payment on payment.id = orders.payment_id where orders.id = ${id}`,
    )
  return {
    confirmation: enqueue('order-confirmation', emailIds.confirmation, sql`orders.email`),
    notice: enqueue('order-notice', emailIds.notice, clinic.email),
  }
}

export interface PlacedOrderRow {
  id: string
  number: number
  status: (typeof orderStatuses)[number]
  productId: string
  productName: string
  quantity: number
  delivery: (typeof deliveries)[number]
  firstName: string
  lastName: string
  /** Null once the buyer is erased. */
  shippingAddress: ShippingAddress | null
  amountPence: number
  placedAt: Date
  /** The form data of the purchase; null after erasure. */
  purchase: Record<string, unknown> | null
}

/** Returns the order of a payment, also if another caller has placed it. */
export function selectPlacedOrder(paymentId: string, intentId: string): Statement<PlacedOrderRow> {
  return sql<PlacedOrderRow>`
    select orders.id, orders.number, status, product_id, product_name, quantity, delivery, first_name, last_name,
      nullif(shipping_address, '{}') as shipping_address, orders.amount_pence, placed_at, purchase
    from orders join payment on payment.id = orders.payment_id
    where payment.id = ${paymentId} and payment.stripe_payment_intent_id = ${intentId}`
}
