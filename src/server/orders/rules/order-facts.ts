import { sql } from 'kysely'
import { linkIdOf } from '#server/purchases/rules/link-id.ts'

/** SQL expressions on `orders` and its `payment`: what the emails about an order say. */
export const ORDER_FACTS = {
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
  linkId: linkIdOf(sql`orders.payment_id`),
  number: sql`orders.number`,
  reference: sql`payment.stripe_payment_intent_id`,
  placedAt: sql`placed_at`,
}
