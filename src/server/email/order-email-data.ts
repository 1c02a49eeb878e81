import { sql } from 'kysely'
import * as v from 'valibot'
import { linkIdOf } from '#server/db/link-id.ts'
import { purchaseEntries } from '#server/email/purchase-facts.ts'

export const AddressSchema = v.object({
  line1: v.string(),
  line2: v.optional(v.string()),
  city: v.string(),
  postcode: v.string(),
  country: v.string(),
})

/** Outbox data of the emails about an order. */
export const OrderEmailSchema = v.object({
  /** Id of the order. */
  order: v.string(),
  firstName: v.string(),
  lastName: v.string(),
  email: v.string(),
  phone: v.nullable(v.string()),
  product: v.string(),
  quantity: v.pipe(v.number(), v.integer()),
  pence: v.pipe(v.number(), v.integer()),
  delivery: v.picklist(['collection', 'local']),
  shippingAddress: AddressSchema,
  ...purchaseEntries,
  placedAt: v.pipe(
    v.string(),
    v.transform((text) => new Date(text)),
    v.date(),
  ),
})

/** What these emails read of their order, joined to its `payment`. */
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
