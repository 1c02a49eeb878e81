import * as v from 'valibot'
import { AmountSchema } from '#contract/base/amounts.ts'
import { defineEndpoint } from '#contract/base/endpoint.ts'
import { IdSchema, RequestIdSchema } from '#contract/base/ids.ts'
import { PoundsSchema } from '#contract/base/money.ts'
import { normalizePostcode } from '#contract/base/postcode.ts'
import { deliveries, orderStatuses } from '#contract/base/statuses.ts'
import {
  EmailSchema,
  HoneypotSchema,
  LineSchema,
  normalizeToken,
  OptionalLineSchema,
  OptionalPhoneSchema,
} from '#contract/base/text.ts'
import { claimBy, ClientSecretSchema, OpenIntentSchema, ProcessingSchema } from '#contract/money/payments.ts'
import { CountSchema } from '#contract/products/quantity.ts'
import { BoughtBySchema } from '#contract/purchases/bought-by.ts'
import { PurchaseNumberSchema } from '#contract/purchases/purchase-number.ts'

export const ORDER_QUANTITY_MAX = 1000

/** Delivery address, or the billing address of a collected order. */
export const ShippingAddressSchema = v.object({
  line1: LineSchema({ min: 5, max: 200, tooShort: 'Address required' }),
  line2: OptionalLineSchema(200),
  city: LineSchema({ tooShort: 'City required' }),
  postcode: v.pipe(
    LineSchema({ min: 5, max: 12, tooShort: 'Postcode required', normalize: normalizeToken }),
    v.transform(normalizePostcode),
  ),
  country: v.optional(LineSchema({ tooShort: 'Country required' }), 'UK'),
})

export type ShippingAddress = v.InferOutput<typeof ShippingAddressSchema>

export const QuantitySchema = CountSchema({
  max: ORDER_QUANTITY_MAX,
  tooSmall: 'Quantity must be at least 1',
  tooLarge: `Quantity must be at most ${ORDER_QUANTITY_MAX}`,
})

/** Error message for a quantity above the stock. */
export const onlyLeftMessage = (available: number) =>
  `There ${available === 1 ? 'is' : 'are'} only ${available} of these left`

export const ProductPurchaseSchema = v.object({
  firstName: LineSchema({ tooShort: 'First name required (at least 2 characters)' }),
  lastName: LineSchema({ tooShort: 'Last name required (at least 2 characters)' }),
  email: EmailSchema('Valid email required'),
  phone: OptionalPhoneSchema(),
  shippingAddress: v.optional(ShippingAddressSchema, {}),
  delivery: v.optional(v.picklist(deliveries, 'Please choose collection or delivery'), 'collection'),
})

export type ProductPurchase = v.InferOutput<typeof ProductPurchaseSchema>

const TotalSchema = PoundsSchema({
  min: 30,
  max: 99_999_999,
  invalid: 'Please enter an amount in pounds',
  tooSmall: 'The smallest payment is £0.30',
  tooLarge: 'This is more than we can take in one payment, so please order fewer',
})

export const createProductPaymentIntentEndpoint = defineEndpoint({
  method: 'POST',
  path: '/api/create-product-payment-intent',
  access: 'public',
  body: v.object({
    productId: IdSchema,
    /** Price × quantity as the page showed it; the server refuses it if its own total differs. */
    amount: TotalSchema,
    quantity: QuantitySchema,
    purchaseData: ProductPurchaseSchema,
    requestId: RequestIdSchema,
    replaces: v.optional(ClientSecretSchema),
    leaveEmpty: HoneypotSchema,
  }),
  reply: OpenIntentSchema,
})

const ClaimSchema = claimBy({
  ...ProductPurchaseSchema.entries,
  productId: IdSchema,
  quantity: QuantitySchema,
  amount: TotalSchema,
})

export type OrderClaim = v.InferOutput<typeof ClaimSchema>

/** An order as its buyer sees it. `reference` is the PaymentIntent id, `date` the time of payment. */
export const BoughtOrderSchema = v.object({
  id: IdSchema,
  number: v.optional(PurchaseNumberSchema),
  status: v.picklist(orderStatuses),
  reference: v.string(),
  productId: IdSchema,
  productName: v.string(),
  quantity: v.number(),
  delivery: v.picklist(deliveries),
  /** '' and null once the buyer is erased. */
  firstName: v.string(),
  lastName: v.string(),
  shippingAddress: v.nullable(ShippingAddressSchema),
  amount: AmountSchema,
  date: v.pipe(v.string(), v.isoTimestamp()),
  boughtBy: v.optional(BoughtBySchema),
})

export type BoughtOrder = v.InferOutput<typeof BoughtOrderSchema>

export const createOrderEndpoint = defineEndpoint({
  method: 'POST',
  path: '/api/create-order',
  access: 'public',
  body: ClaimSchema,
  reply: v.union([v.object({ order: BoughtOrderSchema }), ProcessingSchema]),
  status: (reply) => ('order' in reply ? 200 : 202),
})
