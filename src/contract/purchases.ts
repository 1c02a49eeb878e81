import * as v from 'valibot'
import { fulfilments } from './admin-orders.ts'
import { defineEndpoint } from './endpoint.ts'
import { AmountSchema } from './money.ts'
import { deliveries, orderStatuses, ShippingAddressSchema } from './orders.ts'
import { PurchaseNumberSchema } from './purchase-number.ts'
import { deliverToChoices, SendOnSchema } from './send-date.ts'
import { EMAIL_MAX, EmailSchema, OptionalLineSchema } from './text.ts'
import { GiftEmailSchema, voucherStatuses } from './vouchers.ts'

const TimeSchema = v.pipe(v.string(), v.isoTimestamp())
const DaySchema = v.pipe(v.string(), v.isoDate())

/** The fields of both kinds of purchase. */
const shared = {
  number: PurchaseNumberSchema,
  /** PaymentIntent id. */
  reference: v.string(),
  paidAt: TimeSchema,
  /** Paid, before refunds. */
  amount: AmountSchema,
  /** Refunds so far, pending ones included. */
  refunded: AmountSchema,
  buyerName: v.string(),
  buyerEmail: v.string(),
}

const PurchasedVoucherSchema = v.object({
  kind: v.literal('voucher'),
  ...shared,
  status: v.picklist(voucherStatuses),
  /** For printing; missing unless the voucher can be used. */
  voucherCode: v.optional(v.string()),
  currentBalance: AmountSchema,
  expiryDate: DaySchema,
  recipientName: v.string(),
  /** Missing if the voucher goes to the buyer. */
  recipientEmail: v.optional(v.string()),
  personalMessage: v.optional(v.string()),
  deliverTo: v.picklist(deliverToChoices),
  /** The chosen day; missing if the email leaves at once. */
  sendOn: v.optional(DaySchema),
  /** Missing if the voucher goes to the buyer. */
  giftEmail: v.optional(GiftEmailSchema),
  /** Whether address and day can still be changed. */
  canChange: v.boolean(),
})

const PurchasedOrderSchema = v.object({
  kind: v.literal('order'),
  ...shared,
  status: v.picklist(orderStatuses),
  fulfilment: v.picklist(fulfilments),
  delivery: v.picklist(deliveries),
  productName: v.string(),
  quantity: v.number(),
  shippingAddress: ShippingAddressSchema,
})

/** A purchase as its buyer sees it under "Your purchase". */
export const PurchaseSchema = v.variant('kind', [PurchasedVoucherSchema, PurchasedOrderSchema])

export type Purchased = v.InferOutput<typeof PurchaseSchema>
export type PurchasedVoucher = v.InferOutput<typeof PurchasedVoucherSchema>
export type PurchasedOrder = v.InferOutput<typeof PurchasedOrderSchema>

/** What follows `#` in the link. Every token that opens nothing gets the same 404. */
const token = v.optional(v.string(), '')

export const findPurchaseEndpoint = defineEndpoint({
  method: 'POST',
  path: '/api/purchase',
  access: 'public',
  body: v.object({ token }),
  reply: PurchaseSchema,
})

/** Corrects the recipient's address while the gift email is unsent. */
export const changeRecipientEndpoint = defineEndpoint({
  method: 'POST',
  path: '/api/purchase/recipient',
  access: 'public',
  body: v.object({
    token,
    recipientEmail: EmailSchema(),
    /** The address that was shown; the change is refused if it is another now. */
    from: OptionalLineSchema(EMAIL_MAX),
  }),
  reply: PurchaseSchema,
})

/** Moves the gift email to another day, or sends it now (null), while it is unsent. */
export const changeSendDateEndpoint = defineEndpoint({
  method: 'POST',
  path: '/api/purchase/send-on',
  access: 'public',
  body: v.object({
    token,
    sendOn: v.nullable(SendOnSchema),
    /** The day that was shown, or null; the change is refused if it is another now. */
    from: v.optional(v.nullable(DaySchema)),
  }),
  reply: PurchaseSchema,
})
