import { sql } from 'kysely'
import {
  apartReasons,
  type AccountLine,
  type ApartReason,
  type AtStripe,
} from '#contract/accounts/accounts.ts'
import type { Period } from '#contract/accounts/period.ts'
import { formatPounds, type Pence } from '#contract/base/money.ts'
import { countsOn } from '#server/accounts/account-sources.ts'
import { requireBegun } from '#server/accounts/get-accounts.ts'
import {
  feesOf,
  isGross,
  readRowsOf,
  readStripeRows,
  type StripeRow,
  type StripeTime,
} from '#server/accounts/stripe-rows.ts'
import type { Services } from '#server/clients/services.ts'
import { query } from '#server/db/db.ts'
import { startOfDay } from '#server/db/london-days.ts'
import { timeLimit } from '#server/time-limit.ts'

type Deps = Pick<Services, 'db' | 'stripe' | 'clock'>

/** How long Stripe is asked (ms). */
const STRIPE_LIMIT_MS = 20_000
/** What differs is looked up one by one, at most these. */
const LOOKED_UP_MAX = 50

/** A payment, refund or dispute: in our books, or Stripe's − ours. */
interface Booked {
  /** As in `StripeRow`; of a refund that Stripe has not made, our id of the payment. */
  of: string
  /** Stripe has not made it. */
  isDue: boolean
  at: Date
  pence: Pence
}

interface Apart extends Booked {
  reason: ApartReason | 'unexplained'
}

interface ReadAtStripe {
  rows: StripeRow[]
  time: StripeTime
  compared: AtStripe
  timeIsUp: () => boolean
}

/** Returns the fees of some days, and compares our books with Stripe's balance, payment by payment. */
export const compareAccounts = async (services: Deps, period: Period): Promise<AtStripe | null> =>
  (await readAtStripe(services, period))?.compared ?? null

/** Returns the same with the rows behind it; undefined if they are too many. */
export async function readAtStripe(services: Deps, period: Period): Promise<ReadAtStripe | undefined> {
  requireBegun(period, services.clock.now())
  const timeIsUp = timeLimit(services.clock, STRIPE_LIMIT_MS)
  const { bounds, ours } = await services.db.batch({
    bounds: selectBounds(period),
    ours: selectOnline(period),
  })
  const time = bounds[0]!
  const rows = await readStripeRows(services, time, timeIsUp)
  if (!rows) return undefined
  const gross = rows.filter(isGross)
  const apart = await explain(services, differing(ours, gross), timeIsUp)
  const fees = rows
    .filter((row) => feesOf([row]) !== 0)
    .map((row) => ({ of: row.of ?? row.id, at: row.at, pence: feesOf([row]) }))
  const purchases = await services.db.run(selectPurchases([...apart, ...fees].map(({ of }) => of)))
  const toLines = linesFrom(new Map(purchases.map((purchase) => [purchase.key, purchase])))
  const compared = {
    fees: formatPounds(feesOf(rows)),
    feeLines: toLines(fees),
    ours: formatPounds(sumOf(ours)),
    stripe: formatPounds(gross.reduce((sum, { amount }) => sum + amount, 0)),
    apart: apartReasons.flatMap((reason) => {
      const some = apart.filter((one) => one.reason === reason)
      return some.length > 0 ? [{ reason, sum: formatPounds(sumOf(some)), lines: toLines(some) }] : []
    }),
    difference: formatPounds(sumOf(apart.filter(({ reason }) => reason === 'unexplained'))),
  }
  return { rows, time, compared, timeIsUp }
}

/** The time of some days in London, as Stripe counts it. */
const selectBounds = ({ from, to }: Period) => sql<StripeTime>`
  select extract(epoch from ${startOfDay(from)})::float8 as gte, extract(epoch from ${startOfDay(to, 1)})::float8 as lt`

const sumOf = (some: readonly { pence: Pence }[]) => some.reduce((sum, { pence }) => sum + pence, 0)

const selectOnline = (period: Period) => sql<Booked>`
  select coalesce(stripe_id, payment_id::text) as of, stripe_id is null as is_due, min(at) as at, sum(pence)::float8 as pence
  from takings where method = 'online' and ${countsOn('at', period)} group by 1, 2`

/** Returns what does not have the same amount in both on these days. */
function differing(ours: readonly Booked[], rows: readonly StripeRow[]): Booked[] {
  const left = new Map(ours.map((one) => [one.of, { ...one, pence: -one.pence }]))
  for (const { of, id, at, amount } of rows) {
    const key = of ?? id
    const one = left.get(key) ?? { of: key, isDue: false, at, pence: 0 }
    left.set(key, { ...one, pence: one.pence + amount })
  }
  return [...left.values()].filter(({ pence }) => pence !== 0)
}

/** Finds out why each counts at one of both only, from the whole of what both know of it. */
async function explain(services: Deps, some: Booked[], timeIsUp: () => boolean): Promise<Apart[]> {
  if (some.length === 0) return []
  const ids = some.map(({ of }) => of)
  const { known, disputes } = await services.db.batch({
    known: selectWhole(ids),
    // Of payments in our books.
    disputes: query
      .selectFrom('dispute')
      .innerJoin('payment', 'payment.id', 'dispute.paymentId')
      .select(['dispute.id', 'outcome'])
      .where('dispute.id', 'in', ids)
      .where('purpose', '<>', 'unknown')
      .where('currency', '=', 'gbp'),
  })
  const whole = new Map(known.map(({ of, pence }) => [of, pence]))
  const outcomes = new Map(disputes.map(({ id, outcome }) => [id, outcome]))
  const apart: Apart[] = []
  for (const [nth, one] of some.entries()) {
    const isLookedUp = nth < LOOKED_UP_MAX && !timeIsUp()
    apart.push({ ...one, reason: await reasonOf(one, isLookedUp) })
  }
  return apart

  async function reasonOf({ of, isDue }: Booked, isLookedUp: boolean): Promise<Apart['reason']> {
    if (isDue) return 'refund_due'
    if (outcomes.get(of) === null) return 'dispute_open'
    if (!whole.has(of) && !outcomes.has(of)) return 'not_ours'
    if (!isLookedUp) return 'unexplained'
    const rows = await readRowsOf(services, of)
    const atStripe = rows.filter(isGross).reduce((sum, { amount }) => sum + amount, 0)
    return atStripe === (whole.get(of) ?? 0) ? 'other_day' : 'unexplained'
  }
}

/** Of all days. */
const selectWhole = (ids: string[]) => sql<Pick<Booked, 'of' | 'pence'>>`
  select stripe_id as of, sum(pence)::float8 as pence from takings
  where method = 'online' and stripe_id = any(${ids}::text[]) group by stripe_id`

interface Purchase extends Pick<AccountLine, 'number' | 'codeEnd' | 'voucherId' | 'orderId'> {
  key: string
  of: 'voucher' | 'order'
}

/** Selects what was bought, by payments, refunds and disputes as in `Booked`. */
const selectPurchases = (keys: string[]) => sql<Purchase>`
  select key, case payment.purpose when 'order' then 'order' else 'voucher' end as of,
    coalesce(voucher.number, orders.number) as number, code_end(voucher.code) as code_end,
    voucher.id as voucher_id, orders.id as order_id
  from (
    select stripe_payment_intent_id as key, id as payment_id from payment
    where stripe_payment_intent_id = any(${keys}::text[])
    union all
    select id::text, id from payment where id::text = any(${keys}::text[])
    union all
    select id, payment_id from dispute where id = any(${keys}::text[])
    union all
    select stripe_refund_id, payment_id from refund where stripe_refund_id = any(${keys}::text[])
  ) paid
    join payment on payment.id = paid.payment_id and payment.purpose <> 'unknown'
    left join gift_voucher voucher on voucher.payment_id = paid.payment_id
    left join orders on orders.payment_id = paid.payment_id`

const NOT_OURS = { key: null, of: null, number: null, codeEnd: null, voucherId: null, orderId: null }

const linesFrom =
  (purchases: ReadonlyMap<string, Purchase>) =>
  (some: readonly Omit<Booked, 'isDue'>[]): AccountLine[] =>
    some
      .toSorted((one, other) => one.at.getTime() - other.at.getTime())
      .map(({ of, at, pence }) => {
        const { key: _, ...purchase } = purchases.get(of) ?? NOT_OURS
        return { id: of, at: at.toISOString(), happenedAt: null, amount: formatPounds(pence), ...purchase }
      })
