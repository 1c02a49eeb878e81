import { clinic } from '#content/clinic'
import type { deliveries, orderStatuses } from '#contract/orders'
import { sql } from 'kysely'
import type { Statement } from '../db/db.ts'
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
    reservation: sql`select payment_id from stock_reservation where payment_id = ${paid.paymentId} for update`,
    order: insertOrder(order, paid),
    lowStock: enqueueLowStockEmail(order.emailIds.lowStock, selectSold(order), now),
    sold: sellStock(paid.paymentId, order.id, now),
    orderEmails: insertEmails(order, now),
    orderActivity: insertActivity(order, now),
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

function insertEmails({ id, emailIds }: NewOrder, now: Date): Statement {
  return sql`
    insert into outbox (id, key, template, recipient, data, created_at, due_at)
    select mail.id, 'order:' || orders.id || ':' || mail.template, mail.template, mail.recipient, jsonb_build_object(
        'firstName', first_name, 'lastName', last_name, 'email', orders.email, 'phone', phone, 'product', product_name,
        'quantity', quantity, 'pence', orders.amount_pence, 'delivery', delivery, 'shippingAddress', shipping_address,
        'reference', payment.stripe_payment_intent_id, 'placedAt', placed_at
      ), ${now}, ${now}
    from orders join payment on payment.id = orders.payment_id,
      lateral (values
        (${emailIds.confirmation}::uuid, 'order-confirmation', orders.email),
        (${emailIds.notice}::uuid, 'order-notice', ${clinic.email})
      ) as mail (id, template, recipient)
    where orders.id = ${id}`
}

function insertActivity({ id }: NewOrder, now: Date): Statement {
  return sql`
    insert into activity (at, actor, action, payment_id, order_id, product_id, after)
    select ${now}, 'buyer', 'order_placed', payment_id, id, product_id,
      jsonb_build_object('pence', amount_pence, 'quantity', quantity)
    from orders where id = ${id}`
}

export interface PlacedOrderRow {
  id: string
  status: (typeof orderStatuses)[number]
  productId: string
  productName: string
  quantity: number
  delivery: (typeof deliveries)[number]
  amountPence: number
  placedAt: Date
  /** The form data of the purchase; null after erasure. */
  purchase: Record<string, unknown> | null
}

/** Returns the order of a payment, also if another caller has placed it. */
export function selectPlacedOrder(paymentId: string, intentId: string): Statement<PlacedOrderRow> {
  return sql<PlacedOrderRow>`
    select orders.id, status, product_id, product_name, quantity, delivery, orders.amount_pence, placed_at, purchase
    from orders join payment on payment.id = orders.payment_id
    where payment.id = ${paymentId} and payment.stripe_payment_intent_id = ${intentId}`
}
