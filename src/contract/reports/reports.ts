import * as v from 'valibot'
import { AmountSchema, SumSchema } from '#contract/base/amounts.ts'
import { defineEndpoint } from '#contract/base/endpoint.ts'
import { IdParamsSchema, IdSchema } from '#contract/base/ids.ts'
import { CursorSchema } from '#contract/base/listing.ts'
import { bounceReasons } from '#contract/base/statuses.ts'
import { ExpectedAmountSchema, RefundStateSchema } from '#contract/money/refunds.ts'
import { cancellationStages } from '#contract/purchases/cancellation.ts'
import { PurchaseNumberSchema } from '#contract/purchases/purchase-number.ts'

const TimeSchema = v.pipe(v.string(), v.isoTimestamp())
const DaySchema = v.pipe(v.string(), v.isoDate())
const CountSchema = v.pipe(v.number(), v.integer(), v.minValue(0))

/** Change of this month to date against the same days of last month (percent); null if there were no sales then. */
const TrendSchema = v.nullable(v.number())

/** Entries of `recentActivity`. */
export const RECENT_ACTIVITY = 8

export const activityTypes = ['voucher', 'order', 'product', 'payment', 'customer', 'account'] as const

const RangeSchema = v.object({
  /** The first day, in London time; of all time that of the first sale. The last one is today. */
  since: DaySchema,
  revenue: SumSchema,
  /** Vouchers that somebody paid, online or at the desk, and that are not refunded or void. */
  vouchersSold: CountSchema,
  /** Units of orders that are not refunded. */
  productsSold: CountSchema,
  /** Purchases begun online. One that its buyer changed before paying counts once. */
  purchasesBegun: CountSchema,
  /** Those of them that were paid. */
  purchasesPaid: CountSchema,
})

/** Weeks of the range `quarter`, including the current one. */
export const QUARTER_WEEKS = 12

/** The last seven days including today, this month, the last twelve weeks from a Monday, this year, and all time. */
export const statRanges = ['week', 'month', 'quarter', 'year', 'all'] as const

/** A range of `statRanges`. */
export type StatRange = (typeof statRanges)[number]

/** Figures of the Overview. Days, weeks, months and years in London time. */
export const adminStatsEndpoint = defineEndpoint({
  method: 'GET',
  path: '/api/admin/stats',
  access: 'admin',
  role: 'owner',
  body: v.undefined(),
  reply: v.object({
    /** Vouchers and orders paid, less refunds and lost disputes; complimentary vouchers never count. */
    totalRevenue: SumSchema,
    revenueTrend: TrendSchema,
    activeVouchers: CountSchema,
    /** Outstanding balance of all active vouchers. */
    voucherValue: SumSchema,
    /** Against the count at the end of last month. */
    activeVouchersTrend: TrendSchema,
    /** Units. */
    productsSold: CountSchema,
    productsTrend: TrendSchema,
    /** Email addresses with their first purchase in this month. */
    newCustomers: CountSchema,
    customersTrend: TrendSchema,
    ranges: v.object({
      week: RangeSchema,
      month: RangeSchema,
      quarter: RangeSchema,
      year: RangeSchema,
      all: RangeSchema,
    }),
    /** Of vouchers, orders and products, newest first. */
    recentActivity: v.array(
      v.object({ type: v.picklist(activityTypes), description: v.string(), timestamp: TimeSchema }),
    ),
  }),
})

/** What a bar of the revenue chart stands for. */
export const chartSteps = ['day', 'week', 'month', 'year'] as const

/** The bars of a range, oldest first. Vouchers and shop of all bars sum to the range's `revenue`. */
const RevenueBarsSchema = v.object({
  step: v.picklist(chartSteps),
  bars: v.array(
    v.object({
      /** The first day. The first bar of a range of weeks may begin after its Monday. */
      since: DaySchema,
      /** Includes a payment that bought nothing and was refunded. */
      vouchers: SumSchema,
      shop: SumSchema,
      /**
       * Revenue of the same days 52 weeks before, or of the same month or year a year before, of the last bar up to the same
       * day; null before the first sale.
       */
      yearBefore: v.nullable(SumSchema),
    }),
  ),
})

/** Months of the liability chart before `later`: the current one to the same one of next year, as vouchers last a year. */
export const LIABILITY_MONTHS = 13

/** The charts of the Overview. Days, weeks, months and years in London time. */
export const chartsEndpoint = defineEndpoint({
  method: 'GET',
  path: '/api/admin/charts',
  access: 'admin',
  role: 'owner',
  body: v.undefined(),
  reply: v.object({
    revenue: v.object({
      week: RevenueBarsSchema,
      month: RevenueBarsSchema,
      quarter: RevenueBarsSchema,
      year: RevenueBarsSchema,
      all: RevenueBarsSchema,
    }),
    /** Outstanding balance of active vouchers. `months` and `later` sum to `voucherValue`. */
    liability: v.object({
      /** By the month of the last valid day, as its first day. */
      months: v.array(v.object({ since: DaySchema, balance: SumSchema })),
      later: SumSchema,
      /** Of vouchers that end in at most `EXPIRING_DAYS`. */
      expiring: SumSchema,
      /** What was redeemed in this month, less what was undone in it. */
      redeemed: SumSchema,
    }),
  }),
})

const Money = {
  /** A hundredth of the amount in the smallest unit of `currency`. */
  amount: AmountSchema,
  /** ISO 4217, in lower case. Pounds, unless the payment bought nothing. */
  currency: v.string(),
  reference: v.string(),
}

/** Kinds of differences that reconciliation finds. Stored in the database. */
export const differenceKinds = [
  'nothing_given',
  'given_twice',
  'amounts_differ',
  'balance_exceeds',
  'refunds_exceed',
] as const

/** Steps of the full run of `settle-payments`, in their order. Keys of a stored value. */
export const fullRunSteps = [
  'payments',
  'due_refunds',
  'refunds',
  'disputes',
  'alerts',
  'comparison',
] as const
export type FullRunStep = (typeof fullRunSteps)[number]

/** Attention items of each kind; more appear as these are resolved. */
export const LIMIT_PER_KIND = 20

/** An attention item. `id` is of the row that `kind` names, unless noted. */
export const AttentionSchema = v.variant('kind', [
  /** Nobody can pay, no emails can be sent, or the scheduled jobs do not run. `id`: what does not work. */
  v.object({
    kind: v.literal('outage'),
    id: v.picklist(['stripe', 'postmark', 'jobs']),
    since: TimeSchema,
    /** Null of jobs. */
    cause: v.nullable(v.picklist(['refused', 'unreachable'])),
  }),
  /**
   * An email that failed for good, came back, or that their mail server has put off for a day; or `elsewhere`: one with a
   * code that works came back, and then arrived where the voucher is no longer for.
   */
  v.object({
    kind: v.literal('mail'),
    id: IdSchema,
    at: TimeSchema,
    state: v.picklist(['failed', 'bounced', 'delayed', 'elsewhere']),
    /** Null unless it is `bounced`. */
    reason: v.nullable(v.picklist(bounceReasons)),
    /** Whether it is a receipt: the right to cancel may last longer until the buyer has it. */
    isReceipt: v.boolean(),
    recipient: v.string(),
    /** Such as "Gift voucher". */
    what: v.string(),
    voucherId: v.nullable(IdSchema),
    orderId: v.nullable(IdSchema),
    /** The visitor's enquiry that the email is about. */
    requestId: v.nullable(IdSchema),
  }),
  /** Emails that should have been sent by now. `id` is of the oldest one. */
  v.object({
    kind: v.literal('emails_waiting'),
    id: IdSchema,
    /** When the oldest one was due. */
    since: TimeSchema,
    count: CountSchema,
  }),
  /** What was published of the website no longer passes the checks, so the last that does is live; or is not live yet. */
  v.object({
    kind: v.literal('website'),
    id: v.literal('website'),
    at: TimeSchema,
    what: v.picklist(['broken', 'not_live']),
    version: CountSchema,
  }),
  /** Stripe could not deliver an event of the last three days, here the newest one. There is one such item. */
  v.object({ kind: v.literal('events_undelivered'), id: v.literal('events'), at: TimeSchema }),
  /** A payment that should be settled by now. */
  v.object({ kind: v.literal('payment_open'), id: IdSchema, at: TimeSchema, ...Money }),
  /** Several payments that should be settled by now and are not known to be paid. There is one such item. */
  v.object({ kind: v.literal('payments_open'), id: v.literal('open'), at: TimeSchema, count: CountSchema }),
  /** Steps of the full run that did not get done for hours. `at`: the longest. There is one such item. */
  v.object({
    kind: v.literal('run_late'),
    id: v.literal('run'),
    at: TimeSchema,
    what: v.array(v.picklist(fullRunSteps)),
  }),
  /** So many codes that open no voucher were tried on the page "Your voucher" that it asks people to wait. There is one such item. */
  v.object({
    kind: v.literal('code_guessing'),
    id: v.literal('guessing'),
    at: TimeSchema,
    count: CountSchema,
  }),
  /** An unmatched payment: Stripe has it, we have no record of it. */
  v.object({
    kind: v.literal('payment_unknown'),
    id: IdSchema,
    at: TimeSchema,
    ...Money,
    /** What the Refund button refunds: the whole remaining amount. */
    refundable: AmountSchema,
  }),
  /** Our records differ from Stripe's, or a voucher's balance or refund from its money. `id` is of the difference. */
  v.object({
    kind: v.literal('difference'),
    id: IdSchema,
    at: TimeSchema,
    what: v.picklist(differenceKinds),
    /** At Stripe: received − refunded − lost. For a voucher: its highest balance or refund. */
    expected: SumSchema,
    /** The same in our records. For a voucher: its balance or refund. */
    actual: SumSchema,
    /** PaymentIntent id; null if a voucher differs. */
    reference: v.nullable(v.string()),
    voucherId: v.nullable(IdSchema),
  }),
  /** Refunded or lost at Stripe after it had been redeemed, in the last 30 days. `id` is of the voucher. */
  v.object({ kind: v.literal('shortfall'), id: IdSchema, recipientName: v.string(), ...Money }),
  /** A refund that is due or has failed. `id` is of the payment. */
  v.object({
    kind: v.literal('refund'),
    id: IdSchema,
    at: TimeSchema,
    ...Money,
    state: v.picklist(['due', 'failed']),
    /** What the Refund button refunds; null if it must be repeated at Stripe. */
    refundable: v.nullable(AmountSchema),
    voucherId: v.nullable(IdSchema),
    orderId: v.nullable(IdSchema),
  }),
  /** An open dispute. `id` is of the payment. */
  v.object({
    kind: v.literal('dispute'),
    id: IdSchema,
    at: TimeSchema,
    ...Money,
    url: v.string(),
    /** Empty once the buyer is erased, or if the payment bought nothing. */
    buyerName: v.string(),
    /** Number of the voucher or order; null if the payment bought nothing. */
    number: v.nullable(PurchaseNumberSchema),
    voucherId: v.nullable(IdSchema),
    orderId: v.nullable(IdSchema),
  }),
  /** A payment frozen until the owner releases or refunds it. `id` is of the warning or review. */
  v.object({
    kind: v.literal('fraud_alert'),
    id: IdSchema,
    at: TimeSchema,
    what: v.picklist(['warning', 'review']),
    ...Money,
    paymentId: IdSchema,
    /** What the Refund button refunds: the whole remaining amount, null if it is 0. */
    refundable: v.nullable(AmountSchema),
    voucherId: v.nullable(IdSchema),
    orderId: v.nullable(IdSchema),
  }),
  /** A cancelled purchase that waits for the clinic, or is frozen. `id` is of the cancellation. */
  v.object({
    kind: v.literal('cancellation'),
    id: IdSchema,
    at: TimeSchema,
    /** Never `settled`; `refunding` only if Stripe has not been asked for an hour. */
    stage: v.picklist(cancellationStages),
    amount: v.nullable(AmountSchema),
    payBy: v.nullable(DaySchema),
    goodsBy: v.nullable(DaySchema),
    /** Empty once the buyer is erased, or if a voucher from the desk names nobody. */
    buyerName: v.string(),
    /** Null of a voucher from the desk. */
    number: v.nullable(PurchaseNumberSchema),
    voucherId: v.nullable(IdSchema),
    orderId: v.nullable(IdSchema),
  }),
  /** Usable again after a partial dispute was lost in the last 30 days. `id` is of the payment, `amount` was lost. */
  v.object({
    kind: v.literal('part_lost'),
    id: IdSchema,
    at: TimeSchema,
    ...Money,
    /** The voucher's balance, or the part of the order that stays paid. */
    left: AmountSchema,
    /** Null for an order. */
    voucherId: v.nullable(IdSchema),
  }),
  /** Sold out or at its threshold, reserved units counted as sold. `id` is of the product. */
  v.object({
    kind: v.literal('stock'),
    id: IdSchema,
    name: v.string(),
    /** Units, reserved ones included. */
    stock: CountSchema,
    /** In checkouts, not paid yet. */
    reserved: CountSchema,
    lowStock: CountSchema,
  }),
  /** Its whole stock was reserved twice within 24 hours and not paid for. `id` is of the product. */
  v.object({
    kind: v.literal('stock_unpaid'),
    id: IdSchema,
    name: v.string(),
    /** Units that one buyer may reserve until a purchase of it is paid. */
    mostPerBuyer: CountSchema,
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

export const attentionEndpoint = defineEndpoint({
  method: 'GET',
  path: '/api/admin/attention',
  access: 'admin',
  role: 'staff',
  body: v.undefined(),
  reply: v.object({
    items: v.array(AttentionSchema),
    waiting: v.object({
      ordersToPrepare: CountSchema,
      /** Unanswered, whatever their age. */
      inquiries: CountSchema,
      messages: CountSchema,
      appointments: CountSchema,
    }),
  }),
})

export const ActivitySchema = v.object({
  id: v.string(),
  at: TimeSchema,
  type: v.picklist(activityTypes),
  /** A person's name, or Customer, Stripe or System. */
  actor: v.string(),
  description: v.string(),
  /** The people whom the description may name. */
  names: v.array(v.string()),
  before: v.nullable(v.record(v.string(), v.unknown())),
  after: v.nullable(v.record(v.string(), v.unknown())),
})

export type Activity = v.InferOutput<typeof ActivitySchema>

/** Lists all activity, newest first; `of=shop` only that of vouchers, orders and products. */
export const activityEndpoint = defineEndpoint({
  method: 'GET',
  path: '/api/admin/activity',
  access: 'admin',
  role: 'owner',
  query: v.object({ cursor: CursorSchema, of: v.optional(v.literal('shop')) }),
  body: v.undefined(),
  reply: v.array(ActivitySchema),
})

/** Settles a payment now. */
export const settleNowEndpoint = defineEndpoint({
  method: 'POST',
  path: '/api/admin/payments/:id/settle',
  access: 'admin',
  role: 'owner',
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
      'refunded',
      'unmatched',
      'unknown',
    ]),
  }),
})

/** Dismisses a fraud warning, or approves a review at Stripe. */
export const releaseAlertEndpoint = defineEndpoint({
  method: 'POST',
  path: '/api/admin/fraud-alerts/:id/release',
  access: 'admin',
  role: 'owner',
  stepUp: true,
  params: IdParamsSchema,
  body: v.optional(v.object({}), {}),
  /** `frozen`: still frozen for another cause. */
  reply: v.object({ frozen: v.boolean() }),
})

/** Retries a refund that is due or has failed, or refunds a payment that is unmatched or has a fraud alert. */
export const refundPaymentEndpoint = defineEndpoint({
  method: 'POST',
  path: '/api/admin/payments/:id/refund',
  access: 'admin',
  role: 'owner',
  stepUp: true,
  params: IdParamsSchema,
  body: v.optional(v.object({ expectedAmount: ExpectedAmountSchema }), {}),
  reply: v.object({ refunded: AmountSchema, state: RefundStateSchema }),
})
