import * as v from 'valibot'
import { AmountSchema } from '#contract/base/amounts.ts'
import { defineEndpoint } from '#contract/base/endpoint.ts'
import {
  deliveries,
  deliverToChoices,
  EmailStateSchema,
  fulfilments,
  orderStatuses,
  voucherStatuses,
} from '#contract/base/statuses.ts'
import { EmailSchema } from '#contract/base/text.ts'
import { freezeCauses } from '#contract/money/frozen.ts'
import { CancellationSchema } from '#contract/purchases/cancellation.ts'
import { PurchaseNumberSchema } from '#contract/purchases/purchase-number.ts'

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
  /** Whether its buyer may cancel it now. */
  canCancel: v.boolean(),
  /** The last day for that; missing until goods are with their buyer, and for what cannot be cancelled. */
  cancelUntil: v.optional(DaySchema),
  /** What cancelling would pay back; missing while it is frozen, and if it cannot be cancelled. */
  refundableAmount: v.optional(AmountSchema),
  /** Set only while it is frozen. */
  frozenBy: v.optional(v.picklist(freezeCauses)),
  cancellation: v.optional(CancellationSchema),
  /** Whether the buyer can correct that address. */
  canChangeEmail: v.boolean(),
}

const PurchasedVoucherSchema = v.object({
  kind: v.literal('voucher'),
  ...shared,
  /** Never `spent`: one that is used up is `active` until its last day. */
  status: v.picklist(voucherStatuses),
  /** For printing; missing unless the voucher can be used. */
  voucherCode: v.optional(v.string()),
  /** Whether some of it was used. Not how much or when: the buyer must not learn when somebody visits the clinic. */
  isUsed: v.boolean(),
  expiryDate: DaySchema,
  recipientName: v.string(),
  /** Missing if the voucher goes to the buyer. */
  recipientEmail: v.optional(v.string()),
  personalMessage: v.optional(v.string()),
  deliverTo: v.picklist(deliverToChoices),
  /** The chosen day; missing if the email leaves at once. */
  sendOn: v.optional(DaySchema),
  /** The last email with the voucher to the address that it goes to. Missing for a voucher that came with the receipt. */
  giftEmail: v.optional(EmailStateSchema),
  /** Whether the address can be corrected: its email is unsent or came back. */
  canCorrect: v.boolean(),
  /** Whether the day can still be changed: its email is unsent. */
  canReschedule: v.boolean(),
  /** Whether the buyer can have it replaced by one with a new code, for another address. */
  canReissue: v.boolean(),
  /** From when on it can be changed again, if it could be but for the clinic's correction of the buyer's address. */
  heldUntil: v.optional(TimeSchema),
})

const PurchasedOrderSchema = v.object({
  kind: v.literal('order'),
  ...shared,
  status: v.picklist(orderStatuses),
  fulfilment: v.picklist(fulfilments),
  delivery: v.picklist(deliveries),
  productName: v.string(),
  quantity: v.number(),
  shippingAddress: v.object({
    line1: v.string(),
    line2: v.optional(v.string()),
    city: v.string(),
    postcode: v.string(),
    country: v.string(),
  }),
})

/** A purchase as its buyer sees it under "Your purchase". */
export const PurchaseSchema = v.variant('kind', [PurchasedVoucherSchema, PurchasedOrderSchema])

export type Purchased = v.InferOutput<typeof PurchaseSchema>
export type PurchasedVoucher = v.InferOutput<typeof PurchasedVoucherSchema>
export type PurchasedOrder = v.InferOutput<typeof PurchasedOrderSchema>

/** What follows `#` in the link. Every token that opens nothing gets the same 404. */
export const PurchaseTokenSchema = v.optional(v.string(), '')

export const findPurchaseEndpoint = defineEndpoint({
  method: 'POST',
  path: '/api/purchase',
  access: 'public',
  body: v.object({ token: PurchaseTokenSchema }),
  reply: PurchaseSchema,
})

/**
 * Emails the receipt of each purchase of an address there again, of at most three, once a day: with the link to "Your purchase",
 * which a mail system may have cut. The response does not tell whether there is one.
 */
export const resendPurchasesEndpoint = defineEndpoint({
  method: 'POST',
  path: '/api/purchase/resend',
  access: 'public',
  body: v.object({ email: EmailSchema() }),
  reply: v.object({ sent: v.literal(true) }),
})
