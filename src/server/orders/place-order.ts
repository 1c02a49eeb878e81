import { sql, type InferResult } from 'kysely'
import { clinic } from '#clinic/current-clinic.ts'
import type { ShippingAddress } from '#contract/orders/orders.ts'
import { recordActivity } from '#server/activity/record-activity.ts'
import type { JsonPrimitive } from '#server/db/database.types.ts'
import { query, type Statement } from '#server/db/db.ts'
import { insertRows } from '#server/db/insert-rows.ts'
import { enqueueEmail } from '#server/email/outbox.ts'
import { sellStock } from '#server/orders/reserve-stock.ts'
import { ORDER_FACTS } from '#server/orders/rules/order-facts.ts'
import { enqueueLowStockEmail } from '#server/products/enqueue-low-stock-email.ts'
import { canChangeEmail } from '#server/purchases/rules/can-change-email.ts'
import { HAS_NEW_LINK, linkIdOf } from '#server/purchases/rules/link-id.ts'

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

const insertOrder = (id: string, paid: PaidIntent): Statement =>
  insertRows(
    'orders',
    (row) => ({
      id,
      paymentId: row.ref('payment.id'),
      productId: row.ref('product.id'),
      productName: row.ref('product.name'),
      firstName: sql`purchase ->> 'firstName'`,
      lastName: sql`purchase ->> 'lastName'`,
      email: sql`purchase ->> 'email'`,
      phone: sql`purchase ->> 'phone'`,
      shippingAddress: sql`purchase -> 'shippingAddress'`,
      delivery: sql`purchase ->> 'delivery'`,
      quantity: row.ref('held.quantity'),
      amountPence: row.ref('payment.amountPence'),
      reference: paid.intentId,
      placedAt: paid.at,
    }),
    query
      .selectFrom('payment')
      .innerJoin('stockReservation as held', 'held.paymentId', 'payment.id')
      .innerJoin('product', 'product.id', 'held.productId')
      .where('payment.id', '=', paid.paymentId)
      .where('payment.purpose', '=', 'order')
      .where('payment.settledAt', 'is', null)
      .where('held.state', '=', 'held')
      .where('payment.amountPence', '=', paid.pence)
      .where('payment.stripePaymentIntentId', '=', paid.intentId),
  )

const selectSold = (id: string) =>
  query.selectFrom('orders').select(['productId', 'quantity', 'id as cause']).where('id', '=', id)

/** Enqueues the confirmation to the buyer and the notice to the clinic. */
const enqueueOrderEmails = (id: string, now: Date) => ({
  confirmation: enqueueEmail(
    { key: `order:${id}:order-confirmation`, template: 'order-confirmation', data: {}, at: now },
    sql`from orders where id = ${id}`,
  ),
  // In the other case the order is in the summary of the day.
  notice: enqueueEmail(
    {
      key: `order:${id}:order-notice`,
      template: 'order-notice',
      recipient: clinic.email,
      data: ORDER_FACTS,
      at: now,
    },
    sql`
      from orders join payment on payment.id = orders.payment_id
      where orders.id = ${id} and (select sale_emails from settings) = 'each'`,
  ),
})

/** Fields of the form by which a buyer proves a purchase. */
type ProofField = 'firstName' | 'lastName' | 'email' | 'productId' | 'quantity'

/** `purchase` is the form data; null after erasure. */
export type PlacedOrderRow = InferResult<ReturnType<typeof selectPlacedOrder>>[number]

/** Returns the order of a payment, also if another caller has placed it. */
export const selectPlacedOrder = (paymentId: string, intentId: string, now: Date) =>
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
      'orders.email',
      linkIdOf(sql`payment.id`).as('linkId'),
      HAS_NEW_LINK.as('hasNewLink'),
      canChangeEmail(sql`orders.placed_at`, now).as('canChangeEmail'),
    ])
    .$narrowType<{ purchase: Record<ProofField, JsonPrimitive> | null }>()
    .where('payment.id', '=', paymentId)
    .where('payment.stripePaymentIntentId', '=', intentId)
