import * as v from 'valibot'
import { AmountSchema, SumSchema } from '#contract/base/amounts.ts'
import { defineEndpoint } from '#contract/base/endpoint.ts'
import { IdSchema } from '#contract/base/ids.ts'
import { CursorSchema } from '#contract/base/listing.ts'
import { ChosenDaySchema } from '#contract/base/send-date.ts'
import { PurchaseNumberSchema } from '#contract/purchases/purchase-number.ts'

const DaySchema = v.pipe(v.string(), v.isoDate())
const CountSchema = v.pipe(v.number(), v.integer(), v.minValue(0))

const days = {
  from: v.pipe(
    ChosenDaySchema,
    v.check((day) => day.startsWith('20'), 'Please choose a first day between 2000 and 2099'),
  ),
  to: ChosenDaySchema,
}

/** The longest range of days, a leap year. */
export const ACCOUNTS_DAYS_MAX = 366

/** NaN if one of them is no day. */
const daysBetween = (from: string, to: string) => (Date.parse(to) - Date.parse(from)) / 86_400_000

/** Days in London, both inclusive. */
const RangeSchema = v.pipe(
  v.object(days),
  v.forward(
    v.check(({ from, to }) => from <= to, 'Please choose a last day on or after the first day'),
    ['to'],
  ),
  v.forward(
    v.check(({ from, to }) => !(daysBetween(from, to) >= ACCOUNTS_DAYS_MAX), 'Please choose at most a year'),
    ['to'],
  ),
)

/** Money in and out, by the way it took. Refunds and losses are positive. */
export const moneyFigures = [
  'received_online',
  'received_cash',
  /** By the clinic's card terminal. */
  'received_card',
  'refunded_online',
  'refunded_cash',
  'refunded_card',
  /** In another way, because Stripe could not. Dated when it became due. */
  'refunded_by_hand',
  /** Disputes that a bank has decided for the buyer, less those that it has later decided for the clinic. */
  'lost',
] as const

/** Sums of them: refunds of every way, and received − refunded − lost, before fees. */
export const moneySums = ['received_all', 'refunded_all', 'left'] as const

/** What moves what is owed in vouchers. All are positive; each less what was taken back of it. */
export const voucherFigures = [
  'issued',
  /** Imported. */
  'brought_in',
  /** Without payment. */
  'added',
  'used',
  /** Paid back, or lost to a bank. */
  'refunded',
  /** Without use or payment: ended with a refund, voided, or corrected. */
  'cancelled',
  'expired',
  /** Of expired vouchers that were extended. */
  'restored',
] as const

/** What is owed in vouchers: on the evening before the first day, and on that of the last one. */
export const owedFigures = ['opening', 'closing'] as const

export const accountFigures = [...moneyFigures, ...moneySums, ...voucherFigures, ...owedFigures] as const
export type AccountFigure = (typeof accountFigures)[number]
export type MoneyFigure = (typeof moneyFigures | typeof moneySums)[number]
export type VoucherFigure = (typeof voucherFigures)[number]
export type OwedFigure = (typeof owedFigures)[number]

const sums = <Name extends string>(names: readonly Name[]) =>
  v.object(Object.fromEntries(names.map((name) => [name, SumSchema])) as Record<Name, typeof SumSchema>)

/** The fees are in `accountsAtStripeEndpoint`. */
const MoneySchema = sums([...moneyFigures, ...moneySums])

/** opening + issued + brought_in + added − used − refunded − cancelled − expired + restored = closing. */
const OwedSchema = v.object({ ...sums(voucherFigures).entries, ...sums(owedFigures).entries })

export const AccountsSchema = v.object({
  from: DaySchema,
  to: DaySchema,
  /** The figures of this day and of those before no longer change; null before the first full run. */
  completeUntil: v.nullable(DaySchema),
  money: v.object({ all: MoneySchema, vouchers: MoneySchema, goods: MoneySchema }),
  /** Payments and entries of these days that happened on an earlier one that was complete. */
  late: CountSchema,
  /** Vouchers that were paid for, here or elsewhere. */
  owed: OwedSchema,
  /** Vouchers that were issued without payment. */
  complimentary: OwedSchema,
  /** Of the twelve months until the last day's, oldest first. */
  months: v.array(
    v.object({
      /** The first day. */
      since: DaySchema,
      vouchers: SumSchema,
      goods: SumSchema,
      /** At its end, complimentary vouchers left out. */
      owed: SumSchema,
    }),
  ),
})

export type Accounts = v.InferOutput<typeof AccountsSchema>
export type AccountMoney = Accounts['money']['all']
export type Owed = Accounts['owed']

/** What was earned on a range of days, and what is owed at its end, from our books. */
export const accountsEndpoint = defineEndpoint({
  method: 'GET',
  path: '/api/admin/accounts',
  access: 'admin',
  role: 'owner',
  query: RangeSchema,
  body: v.undefined(),
  reply: AccountsSchema,
})

/** A line behind a figure: money, an entry of a voucher, or what is left on one. */
export const AccountLineSchema = v.object({
  id: v.string(),
  /** When it counts. */
  at: v.pipe(v.string(), v.isoTimestamp()),
  /** When it happened, if that is another day. */
  happenedAt: v.nullable(v.pipe(v.string(), v.isoTimestamp())),
  /** Positive as its figure is, negative if it takes something of it back. */
  amount: AmountSchema,
  /** Null of what is at Stripe only, whose `id` is Stripe's. */
  of: v.nullable(v.picklist(['voucher', 'order'])),
  number: v.nullable(PurchaseNumberSchema),
  /** The end of a voucher's code. */
  codeEnd: v.nullable(v.string()),
  voucherId: v.nullable(IdSchema),
  orderId: v.nullable(IdSchema),
})

export type AccountLine = v.InferOutput<typeof AccountLineSchema>

/** Lists what is behind a figure, oldest first. */
export const accountLinesEndpoint = defineEndpoint({
  method: 'GET',
  path: '/api/admin/accounts/lines',
  access: 'admin',
  role: 'owner',
  query: v.intersect([
    RangeSchema,
    v.object({
      figure: v.picklist(accountFigures),
      /** Of complimentary vouchers instead of those that were paid for. */
      complimentary: v.optional(v.literal('true')),
      cursor: CursorSchema,
    }),
  ]),
  body: v.undefined(),
  reply: v.array(AccountLineSchema),
})

/** Rows that are asked of Stripe at most. */
export const STRIPE_ROWS_MAX = 2000

/** Why a payment counts on these days at only one of both. */
export const apartReasons = [
  /** At the other one it counts on another day. */
  'other_day',
  /** The bank has not decided about it yet, and Stripe keeps it until then. */
  'dispute_open',
  /** Stripe has not made it yet, or has refused it. Then it is taken off again on the day of its refusal. */
  'refund_due',
  /** There is no record of it here. It stands in Needs attention. */
  'not_ours',
] as const
export type ApartReason = (typeof apartReasons)[number]

/** What Stripe knows of the days, with the lines oldest first. `null`: more rows than are asked of it, or it took too long. */
export const AtStripeSchema = v.nullable(
  v.object({
    /** Of payments, refunds and disputes. */
    fees: SumSchema,
    feeLines: v.array(AccountLineSchema),
    /** Received − refunded − lost in our books, online. */
    ours: SumSchema,
    /** The same by Stripe's balance. */
    stripe: SumSchema,
    /** Stripe's − ours, by reason. */
    apart: v.array(
      v.object({ reason: v.picklist(apartReasons), sum: SumSchema, lines: v.array(AccountLineSchema) }),
    ),
    /** Stripe's − ours, what is left unexplained. */
    difference: SumSchema,
  }),
)

export type AtStripe = NonNullable<v.InferOutput<typeof AtStripeSchema>>

/** Fees, and whether our books agree with Stripe. Asked live; nothing is stored. */
export const accountsAtStripeEndpoint = defineEndpoint({
  method: 'GET',
  path: '/api/admin/accounts/stripe',
  access: 'admin',
  role: 'owner',
  query: RangeSchema,
  body: v.undefined(),
  reply: AtStripeSchema,
})

/** Rows of a pack. A longer year is offered as its months. */
export const PACK_ROWS_MAX = 20_000

/** A ZIP for the accountant: CSV files without names, and a read-me. */
export const packEndpoint = defineEndpoint({
  method: 'GET',
  path: '/api/admin/pack/:period',
  access: 'admin',
  role: 'owner',
  stepUp: true,
  /** As in `readPeriod`; any other is 400. */
  params: v.object({ period: v.string() }),
  body: v.undefined(),
  reply: v.string(),
})
