import type { Stripe } from 'stripe'
import { STRIPE_ROWS_MAX } from '#contract/accounts/accounts.ts'
import type { Pence } from '#contract/base/money.ts'
import type { Services } from '#server/clients/services.ts'
import { DomainError } from '#server/domain-error.ts'
import { callStripe, idOf } from '#server/money/settle/intent.ts'

/** A balance transaction, in pence. */
export interface StripeRow {
  id: string
  at: Date
  /** https://docs.stripe.com/reports/reporting-categories */
  category: string
  amount: Pence
  fee: Pence
  /** What it is of: the intent of a payment, or a refund, dispute or payout; null for anything else. */
  of: string | null
}

/** Seconds since 1970, the end exclusive. */
export interface StripeTime {
  gte: number
  lt: number
}

type Deps = Pick<Services, 'stripe'>

/** What moves the money of payments. Fees, payouts and the rest of the balance are apart. */
const GROSS = new Set([
  'charge',
  'charge_failure',
  'refund',
  'refund_failure',
  'dispute',
  'dispute_reversal',
  'partial_capture_reversal',
])

export const isGross = ({ category }: StripeRow): boolean => GROSS.has(category)

/** Stripe's fees: of a row, or a row of its own. */
export const feesOf = (rows: readonly StripeRow[]): Pence =>
  rows.reduce((sum, { category, amount, fee }) => sum + fee - (category === 'fee' ? amount : 0), 0)

/** Returns the rows of some time, oldest first; undefined if they are too many, or time is up. */
export async function readStripeRows(
  { stripe }: Deps,
  created: StripeTime,
  timeIsUp: () => boolean,
): Promise<StripeRow[] | undefined> {
  const rows = await readAll(
    stripe.balanceTransactions.list({ created, limit: 100, expand: ['data.source'] }),
    timeIsUp,
  )
  return rows?.map(toStripeRow).toReversed()
}

/** Returns the rows of one payment, refund or dispute, by its id as in `StripeRow`; none if Stripe does not know it. */
export async function readRowsOf({ stripe }: Deps, of: string): Promise<StripeRow[]> {
  try {
    return await callStripe(async () => {
      const source = of.startsWith('pi_')
        ? idOf((await stripe.paymentIntents.retrieve(of)).latest_charge)
        : of
      if (!source) return []
      const { data } = await stripe.balanceTransactions.list({ source, limit: 100, expand: ['data.source'] })
      return data.map(toStripeRow)
    })
  } catch (error) {
    if (error instanceof DomainError && error.code === 'not_found') return []
    throw error
  }
}

export interface StripePayout {
  id: string
  leavesAt: Date
  /** When the bank has it. */
  arrivesAt: Date
  pence: Pence
  /** What is in it; null if it was made by hand, because Stripe does not say. */
  rows: StripeRow[] | null
}

/** Returns the payouts that leave at some time, oldest first, with their rows; undefined if they are too many. */
export async function readPayouts(
  { stripe }: Deps,
  created: StripeTime,
  timeIsUp: () => boolean,
): Promise<StripePayout[] | undefined> {
  const listed = await readAll(stripe.payouts.list({ created, limit: 100 }), timeIsUp)
  if (!listed) return undefined
  const payouts: StripePayout[] = []
  let count = 0
  for (const {
    id,
    created: leavesAt,
    arrival_date: arrivesAt,
    amount,
    automatic,
    status,
  } of listed.toReversed()) {
    if (status === 'failed' || status === 'canceled') continue
    const rows = automatic
      ? await readAll(
          stripe.balanceTransactions.list({ payout: id, limit: 100, expand: ['data.source'] }),
          timeIsUp,
        )
      : []
    count += rows?.length ?? Infinity
    if (!rows || count > STRIPE_ROWS_MAX) return undefined
    payouts.push({
      id,
      leavesAt: new Date(leavesAt * 1000),
      arrivesAt: new Date(arrivesAt * 1000),
      pence: amount,
      rows: automatic ? rows.map(toStripeRow).filter(({ of }) => of !== id) : null,
    })
  }
  return payouts
}

async function readAll<Item>(
  list: AsyncIterable<Item>,
  timeIsUp: () => boolean,
): Promise<Item[] | undefined> {
  return await callStripe(async () => {
    const items: Item[] = []
    for await (const item of list) {
      items.push(item)
      if (items.length > STRIPE_ROWS_MAX || timeIsUp()) return undefined
    }
    return items
  })
}

const toStripeRow = (row: Stripe.BalanceTransaction): StripeRow => ({
  id: row.id,
  at: new Date(row.created * 1000),
  category: row.reporting_category,
  amount: row.amount,
  fee: row.fee,
  of: typeof row.source === 'string' || !row.source ? row.source : sourceOf(row.source),
})

const sourceOf = (source: Exclude<Stripe.BalanceTransaction['source'], string | null>): string =>
  source.object === 'charge' ? (idOf(source.payment_intent) ?? source.id) : source.id
