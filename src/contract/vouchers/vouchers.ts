import * as v from 'valibot'
import { AmountSchema } from '#contract/base/amounts.ts'
import { defineEndpoint } from '#contract/base/endpoint.ts'
import { IdSchema, RequestIdSchema } from '#contract/base/ids.ts'
import { longPounds, PoundsSchema } from '#contract/base/money.ts'
import { OptionalSendOnSchema } from '#contract/base/send-date.ts'
import { deliverToChoices, voucherStatuses } from '#contract/base/statuses.ts'
import {
  EmailSchema,
  HoneypotSchema,
  LineSchema,
  MessageSchema,
  OptionalEmailSchema,
} from '#contract/base/text.ts'
import { claimBy, ClientSecretSchema, OpenIntentSchema, ProcessingSchema } from '#contract/money/payments.ts'
import { BoughtBySchema } from '#contract/purchases/bought-by.ts'
import { PurchaseNumberSchema } from '#contract/purchases/purchase-number.ts'
import { VOUCHER_MAX, VOUCHER_MESSAGE_MAX, VOUCHER_MIN } from '#contract/vouchers/voucher-limits.ts'

/** The price of a voucher: transforms pounds to whole pence. */
export const VoucherAmountSchema = PoundsSchema({
  min: VOUCHER_MIN,
  max: VOUCHER_MAX,
  invalid: 'Please select a valid amount',
  tooSmall: `The smallest voucher is ${longPounds(VOUCHER_MIN)}`,
  tooLarge: `The largest voucher is ${longPounds(VOUCHER_MAX)}`,
})

const EMAIL_SENTENCE = 'Please enter a valid email address'

/** The details of a voucher, apart from its amount. */
export const VoucherDetailsSchema = v.object({
  buyerName: LineSchema({ tooShort: 'Buyer name must be at least 2 characters' }),
  buyerEmail: EmailSchema(EMAIL_SENTENCE),
  recipientName: LineSchema({ tooShort: 'Recipient name must be at least 2 characters' }),
  /** Required unless the voucher goes to the buyer. */
  recipientEmail: OptionalEmailSchema(EMAIL_SENTENCE),
  personalMessage: MessageSchema(VOUCHER_MESSAGE_MAX),
  /** Default: the recipient. */
  deliverTo: v.optional(v.picklist(deliverToChoices, 'Please choose who gets the voucher')),
  /** Default: at once. `sendOnProblem` has the bounds. Ignored if the voucher goes to the buyer. */
  sendOn: OptionalSendOnSchema,
})

interface Delivered {
  deliverTo?: (typeof deliverToChoices)[number] | undefined
  recipientEmail?: string | undefined
}

const hasAddress = ({ deliverTo, recipientEmail }: Delivered) =>
  deliverTo === 'buyer' || recipientEmail !== undefined

const purchaseEntries = {
  ...VoucherDetailsSchema.entries,
  originalAmount: v.pipe(
    v.optional(v.unknown(), ''),
    v.check((amount) => amount !== '', 'Please select an amount'),
    VoucherAmountSchema,
  ),
}

export const VoucherPurchaseSchema = v.pipe(
  v.object(purchaseEntries),
  v.forward(v.partialCheck([['deliverTo'], ['recipientEmail']], hasAddress, EMAIL_SENTENCE), [
    'recipientEmail',
  ]),
)

export type VoucherPurchaseData = v.InferOutput<typeof VoucherPurchaseSchema>

export const createPaymentIntentEndpoint = defineEndpoint({
  method: 'POST',
  path: '/api/create-payment-intent',
  access: 'public',
  body: v.pipe(
    v.object({
      amount: VoucherAmountSchema,
      voucherData: VoucherPurchaseSchema,
      requestId: RequestIdSchema,
      /** Client secret of the purchase attempt that this one replaces. */
      replaces: v.optional(ClientSecretSchema),
      leaveEmpty: HoneypotSchema,
    }),
    v.forward(
      v.check(
        (body) => body.amount === body.voucherData.originalAmount,
        'The two amounts do not match. Please refresh the page and try again',
      ),
      ['amount'],
    ),
  ),
  reply: OpenIntentSchema,
})

const ClaimSchema = claimBy(purchaseEntries)

export type VoucherClaim = v.InferOutput<typeof ClaimSchema>

/**
 * A voucher as its buyer sees it: with its value less refunds, and `active` until its last day if it is used up.
 * `reference` is the PaymentIntent id, `timestamp` the time of payment.
 */
export const BoughtVoucherSchema = v.object({
  id: IdSchema,
  voucherCode: v.string(),
  number: v.optional(PurchaseNumberSchema),
  status: v.picklist(voucherStatuses),
  amount: AmountSchema,
  originalAmount: AmountSchema,
  currentBalance: AmountSchema,
  reference: v.string(),
  buyerName: v.string(),
  recipientName: v.string(),
  /** Missing if the voucher goes to the buyer. */
  recipientEmail: v.optional(v.string()),
  personalMessage: v.optional(v.string()),
  deliverTo: v.optional(v.picklist(deliverToChoices)),
  /** The chosen day; missing if the email leaves at once. */
  sendOn: v.optional(v.pipe(v.string(), v.isoDate())),
  expiryDate: v.pipe(v.string(), v.isoDate()),
  timestamp: v.pipe(v.string(), v.isoTimestamp()),
  boughtBy: v.optional(BoughtBySchema),
})

export type BoughtVoucher = v.InferOutput<typeof BoughtVoucherSchema>

export const giftVouchersEndpoint = defineEndpoint({
  method: 'POST',
  path: '/api/gift-vouchers',
  access: 'public',
  body: ClaimSchema,
  reply: v.union([v.object({ voucher: BoughtVoucherSchema }), ProcessingSchema]),
  status: (reply) => ('voucher' in reply ? 200 : 202),
})
