import { clinic } from '#content/clinic'
import type { ShippingAddress } from '#contract/orders'
import { type InferResult, type RawBuilder, sql } from 'kysely'
import { recordActivity } from '../activity/record-activity.ts'
import { enqueueEmail } from '../email/outbox.ts'
import type { JsonPrimitive } from '../db/database.types.ts'
import { query, type Statement } from '../db/db.ts'
import { enqueueLowStockEmail } from '../products/enqueue-low-stock-email.ts'
import { sellStock } from './reserve-stock.ts'

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
export function placeOrder(orderId: string, paid: PaidIntent, now: Date) {
  return {
    reservation: query
      .selectFrom('stockReservation')
      .select('paymentId')
      .where('paymentId', '=', paid.paymentId)
      .forUpdate(),
    order: insertOrder(orderId, paid),
    lowStock: enqueueLowStockEmail(selectSold(orderId), now),
    sold: sellStock(paid.paymentId, orderId, now),
    ...enqueueOrderEmails(orderId, now),
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
      sql`from orders where id = ${orderId}`,
    ),
  }
}

function insertOrder(id: string, paid: PaidIntent): Statement {
  return sql`
    insert into orders (id, payment_id, product_id, product_name, first_name, last_name, email, phone, shipping_address,
      delivery, quantity, amount_pence, reference, placed_at)
    select ${id}, payment.id, product.id, product.name, purchase ->> 'firstName', purchase ->> 'lastName', purchase ->> 'email',
      purchase ->> 'phone', purchase -> 'shippingAddress', purchase ->> 'delivery', held.quantity, amount_pence, ${paid.intentId}, ${paid.at}
    from payment join stock_reservation held on held.payment_id = payment.id join product on product.id = held.product_id
    where payment.id = ${paid.paymentId} and purpose = 'order' and payment.settled_at is null and held.state = 'held'
      and amount_pence = ${paid.pence} and stripe_payment_intent_id = ${paid.intentId}`
}

const selectSold = (id: string) =>
  query.selectFrom('orders').select(['productId', 'quantity', 'id as cause']).where('id', '=', id)

/** Enqueues the confirmation to the buyer and the notice to the clinic. */
function enqueueOrderEmails(id: string, now: Date) {
  const data = {
    order: sql`orders.id`,
    firstName: sql`first_name`,
    lastName: sql`last_name`,
    email: sql`orders.email`,
    phone: sql`phone`,
    product: sql`product_name`,
    quantity: sql`quantity`,
    pence: sql`orders.amount_pence`,
    delivery: sql`delivery`,
    shippingAddress: sql`shipping_address`,
    paymentId: sql`orders.payment_id`,
    number: sql`orders.number`,
    reference: sql`payment.stripe_payment_intent_id`,
    placedAt: sql`placed_at`,
  }
  const enqueue = (
    template: 'order-confirmation' | 'order-notice',
    recipient: string | RawBuilder<unknown>,
    where = sql`true`,
  ) =>
    enqueueEmail(
      { key: `order:${id}:${template}`, template, recipient, data, at: now },
      sql`from orders join payment on payment.id = orders.payment_id where orders.id = ${id} and ${where}`,
    )
  return {
    confirmation: enqueue('order-confirmation', sql`orders.email`),
    // In the other case the order is in the summary of the day.
    notice: enqueue('order-notice', clinic.email, sql`(select sale_emails from settings) = 'each'`),
  }
}

/** Fields of the form by which a buyer proves a purchase. */
type ProofField = 'firstName' | 'lastName' | 'email' | 'productId' | 'quantity'

/** `purchase` is the form data; null after erasure. */
export type PlacedOrderRow = InferResult<ReturnType<typeof selectPlacedOrder>>[number]

/** Returns the order of a payment, also if another caller has placed it. */
export const selectPlacedOrder = (paymentId: string, intentId: string) =>
  query
    .selectFrom('orders')
    .innerJoin('payment', 'payment.id', 'orders.paymentId')
    .select([
      'orders.id',
      'orders.number',
      'orders.status',
      'orders.productId',
      'orders.productName',
      'orders.quantity',
      'orders.delivery',
      'orders.firstName',
      'orders.lastName',
      // Null once the buyer is erased.
      sql<ShippingAddress | null>`nullif(orders.shipping_address, '{}')`.as('shippingAddress'),
      'orders.amountPence',
      'orders.placedAt',
      'payment.purchase',
    ])
    .$narrowType<{ purchase: Record<ProofField, JsonPrimitive> | null }>()
    .where('payment.id', '=', paymentId)
    .where('payment.stripePaymentIntentId', '=', intentId)
