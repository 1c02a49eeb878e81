import * as v from 'valibot'
import { defineEndpoint } from './endpoint.ts'
import { IdParamsSchema, IdSchema } from './ids.ts'
import { CursorSchema } from './listing.ts'
import { AmountSchema, SumSchema } from './money.ts'
import { ExpectedAmountSchema, RefundStateSchema } from './refunds.ts'
import { EmailSchema } from './text.ts'

const TimeSchema = v.pipe(v.string(), v.isoTimestamp())
const DaySchema = v.pipe(v.string(), v.isoDate())
const CountSchema = v.pipe(v.number(), v.integer(), v.minValue(0))

/** By how many percent this month to date is above the same days of the month before; null without sales then. */
const TrendSchema = v.nullable(v.number())

/** How many weeks the chart of revenue shows, this one included. */
export const REVENUE_WEEKS = 12

/** What the Overview says in figures. Months and weeks are those of London. */
export const adminStatsEndpoint = defineEndpoint({
  method: 'GET',
  path: '/api/admin/stats',
  access: 'admin',
  body: v.undefined(),
  reply: v.object({
    /** Vouchers and orders paid, less refunds and lost disputes; complimentary vouchers never count. */
    totalRevenue: SumSchema,
    revenueTrend: TrendSchema,
    activeVouchers: CountSchema,
    /** What the clinic owes: the balances of all active vouchers. */
    totalVoucherValue: SumSchema,
    /** Against the count at the end of last month. */
    activeVouchersTrend: TrendSchema,
    /** Units. */
    productsSold: CountSchema,
    productsTrend: TrendSchema,
    /** E-mail addresses whose first purchase falls in this month. */
    newCustomers: CountSchema,
    customersTrend: TrendSchema,
    /** By the Monday they begin with, the oldest first. */
    weeks: v.array(v.object({ monday: DaySchema, revenue: SumSchema })),
  }),
})

const Money = { amount: AmountSchema, reference: v.string() }

/** What a reconciliation can find; stored. */
export const differenceKinds = ['nothing_given', 'given_twice', 'amounts_differ', 'balance_exceeds'] as const

/** One thing that wants the owner, by `kind`; `id` is of what the kind names. */
export const AttentionSchema = v.variant('kind', [
  /** A mail that was given up on. */
  v.object({
    kind: v.literal('mail'),
    id: IdSchema,
    at: TimeSchema,
    recipient: v.string(),
    /** Such as "Gift voucher". */
    what: v.string(),
    voucherId: v.nullable(IdSchema),
    orderId: v.nullable(IdSchema),
  }),
  /** A payment that should have come to an end by now. */
  v.object({ kind: v.literal('payment_open'), id: IdSchema, at: TimeSchema, ...Money }),
  /** Money that was taken for something we have no record of. */
  v.object({
    kind: v.literal('payment_unknown'),
    id: IdSchema,
    at: TimeSchema,
    ...Money,
    /** What the Refund button refunds: all that is left of it. */
    refundable: AmountSchema,
  }),
  /** Our books differ from Stripe's, or a voucher from its money. `id` is of the difference. */
  v.object({
    kind: v.literal('difference'),
    id: IdSchema,
    at: TimeSchema,
    what: v.picklist(differenceKinds),
    /** At Stripe: received − refunded − lost. Of a voucher: what it may hold. */
    expected: SumSchema,
    /** The same by our books. Of a voucher: what it holds. */
    actual: SumSchema,
    /** The payment at Stripe, or null where a voucher differs. */
    reference: v.nullable(v.string()),
    voucherId: v.nullable(IdSchema),
  }),
  /** Refunded or lost at Stripe after it had been redeemed, in the last 30 days. `id` is of the voucher. */
  v.object({ kind: v.literal('shortfall'), id: IdSchema, recipientName: v.string(), ...Money }),
  /** A refund that was not made yet, or came to nothing. `id` is of the payment. */
  v.object({
    kind: v.literal('refund'),
    id: IdSchema,
    at: TimeSchema,
    ...Money,
    state: v.picklist(['due', 'failed']),
    /** What the Refund button refunds; null where it has to be made again at Stripe. */
    refundable: v.nullable(AmountSchema),
    voucherId: v.nullable(IdSchema),
    orderId: v.nullable(IdSchema),
  }),
  /** A buyer's bank is asking the money back. `id` is of the payment. */
  v.object({ kind: v.literal('dispute'), id: IdSchema, at: TimeSchema, ...Money, url: v.string() }),
  /** Frozen until the owner releases or refunds it. `id` is of the warning or review. */
  v.object({
    kind: v.literal('fraud_alert'),
    id: IdSchema,
    at: TimeSchema,
    what: v.picklist(['warning', 'review']),
    ...Money,
    paymentId: IdSchema,
    /** What the Refund button refunds: all that is left of the payment. Null if nothing is. */
    refundable: v.nullable(AmountSchema),
    voucherId: v.nullable(IdSchema),
    orderId: v.nullable(IdSchema),
  }),
  /** Usable again after a dispute of a part was lost in the last 30 days. `id` is of the payment, `amount` was taken. */
  v.object({
    kind: v.literal('part_lost'),
    id: IdSchema,
    at: TimeSchema,
    ...Money,
    /** Of a voucher its balance, of an order what is still paid. */
    left: AmountSchema,
    /** Null for an order. */
    voucherId: v.nullable(IdSchema),
  }),
  /** Sold out, or at its threshold, if only because of what is in checkouts. `id` is of the product. */
  v.object({
    kind: v.literal('stock'),
    id: IdSchema,
    name: v.string(),
    /** On the shelf, reserved ones included. */
    stock: CountSchema,
    /** In checkouts, not paid yet. */
    reserved: CountSchema,
    lowStock: CountSchema,
  }),
  v.object({
    kind: v.literal('voucher_expiring'),
    id: IdSchema,
    recipientName: v.string(),
    balance: AmountSchema,
    expiryDate: DaySchema,
  }),
])

export type Attention = v.InferOutput<typeof AttentionSchema>

/** How many days ahead a voucher's end is told. */
export const EXPIRING_DAYS = 30

export const attentionEndpoint = defineEndpoint({
  method: 'GET',
  path: '/api/admin/attention',
  access: 'admin',
  body: v.undefined(),
  reply: v.object({
    items: v.array(AttentionSchema),
    waiting: v.object({
      ordersToPrepare: CountSchema,
      /** Of the last seven days. */
      inquiries: CountSchema,
      messages: CountSchema,
      appointments: CountSchema,
    }),
  }),
})

export const activityTypes = ['voucher', 'order', 'product', 'payment', 'customer', 'account'] as const

export const ActivitySchema = v.object({
  id: v.string(),
  at: TimeSchema,
  type: v.picklist(activityTypes),
  /** An admin's e-mail, or who else it was: Customer, Stripe, System. */
  actor: v.string(),
  description: v.string(),
  before: v.nullable(v.record(v.string(), v.unknown())),
  after: v.nullable(v.record(v.string(), v.unknown())),
})

export type Activity = v.InferOutput<typeof ActivitySchema>

/** Everything that was done, newest first; `of=shop` leaves out what is not about vouchers, orders and products. */
export const activityEndpoint = defineEndpoint({
  method: 'GET',
  path: '/api/admin/activity',
  access: 'admin',
  query: v.object({ cursor: CursorSchema, of: v.optional(v.literal('shop')) }),
  body: v.undefined(),
  reply: v.array(ActivitySchema),
})

/** Sends a mail that was given up on once more, to a corrected address if one is given. */
export const resendEmailEndpoint = defineEndpoint({
  method: 'POST',
  path: '/api/admin/mails/:id/resend',
  access: 'admin',
  params: IdParamsSchema,
  body: v.optional(v.object({ recipientEmail: v.optional(EmailSchema()) }), {}),
  reply: v.object({ queued: v.literal(true) }),
})

/** Asks Stripe now what became of a payment, and fulfils it if it was paid. */
export const settleNowEndpoint = defineEndpoint({
  method: 'POST',
  path: '/api/admin/payments/:id/settle',
  access: 'admin',
  params: IdParamsSchema,
  body: v.optional(v.object({}), {}),
  reply: v.object({
    outcome: v.picklist([
      'fulfilled',
      'ordered',
      'processing',
      'unpaid',
      'cancelled',
      'returned',
      'unmatched',
      'unknown',
    ]),
  }),
})

/** Ends a fraud warning, or approves a review at Stripe. */
export const releaseAlertEndpoint = defineEndpoint({
  method: 'POST',
  path: '/api/admin/fraud-alerts/:id/release',
  access: 'admin',
  params: IdParamsSchema,
  body: v.optional(v.object({}), {}),
  /** Whether what was bought is still frozen for another cause. */
  reply: v.object({ frozen: v.boolean() }),
})

/** Makes a refund that is due or has failed, or refunds a payment that is unmatched or has a fraud alert. */
export const refundPaymentEndpoint = defineEndpoint({
  method: 'POST',
  path: '/api/admin/payments/:id/refund',
  access: 'admin',
  params: IdParamsSchema,
  body: v.optional(v.object({ expectedAmount: ExpectedAmountSchema }), {}),
  reply: v.object({ refunded: AmountSchema, state: RefundStateSchema }),
})
