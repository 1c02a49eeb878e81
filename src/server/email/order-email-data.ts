import * as v from 'valibot'
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
