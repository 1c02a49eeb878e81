import { sql } from 'kysely'
import type { Reply } from '#contract/base/endpoint.ts'
import { formatPounds, type Pence } from '#contract/base/money.ts'
import { londonDay } from '#contract/base/send-date.ts'
import { RECENT_ACTIVITY, type adminStatsEndpoint, type StatRange } from '#contract/reports/reports.ts'
import { selectActivity, toActivity } from '#server/activity/list-activity.ts'
import type { Services } from '#server/clients/services.ts'
import type { Statement } from '#server/db/db.ts'
import { inLondon, londonDayOf, startOfDay } from '#server/db/london-days.ts'
import { firstDays, type FirstDays } from '#server/reports/first-days.ts'

/** A figure of this month to date, and of the previous month up to the same moment. */
interface MonthComparison {
  now: number
  before: number
}

/** Returns the figures of the Overview in one round trip. Money comes from the view `takings`. */
export async function getStats({
  db,
  clock,
}: Pick<Services, 'db' | 'clock'>): Promise<Reply<typeof adminStatsEndpoint>> {
  const now = clock.now()
  const since = firstDays(londonDay(now))
  const results = await db.batch({
    revenue: sumTakings(now, since),
    vouchers: countVouchers(now),
    products: countUnits(now, since),
    customers: countCustomers(now),
    sold: countSoldVouchers(since),
    purchases: countPurchases(since),
    activity: selectActivity({ of: 'shop' }, RECENT_ACTIVITY),
  })
  const [revenue, vouchers, products, customers] = [
    results.revenue[0]!,
    results.vouchers[0]!,
    results.products[0]!,
    results.customers[0]!,
  ]
  const rangeOf = (range: StatRange) => ({
    since: range === 'all' ? (revenue.since ?? londonDay(now)) : since[range],
    revenue: formatPounds(revenue[range]),
    vouchersSold: results.sold[0]![range],
    productsSold: products[range],
    purchasesBegun: results.purchases[0]![range],
    purchasesPaid: results.purchases[0]![`${range}Paid`],
  })
  return {
    totalRevenue: formatPounds(revenue.all),
    revenueTrend: trendOf(revenue),
    activeVouchers: vouchers.now,
    voucherValue: formatPounds(vouchers.value),
    activeVouchersTrend: trendOf(vouchers),
    productsSold: products.all,
    productsTrend: trendOf(products),
    newCustomers: customers.now,
    customersTrend: trendOf(customers),
    ranges: {
      week: rangeOf('week'),
      month: rangeOf('month'),
      quarter: rangeOf('quarter'),
      year: rangeOf('year'),
      all: rangeOf('all'),
    },
    recentActivity: results.activity.map(toActivity).map(({ type, description, at }) => ({
      type,
      description,
      timestamp: at,
    })),
  }
}

type Ranges = Record<StatRange, number>

/** Returns the change in percent with one decimal; null if the previous figure is 0. */
const trendOf = ({ now, before }: MonthComparison): number | null =>
  before > 0 ? Math.round(((now - before) / before) * 1000) / 10 : null

/**
 * CTE with London times: `month` and `last` are the starts of this and the previous month, `so_far` is now a month
 * ago.
 */
const monthCtes = (now: Date) => sql`
  months as (
    select ${inLondon(sql`month`)} as month, ${inLondon(sql`last`)} as last,
      ${inLondon(sql`least(last + (clock - month), month)`)} as so_far
    from (select clock, date_trunc('month', clock) as month, date_trunc('month', clock) - interval '1 month' as last
      from (select ${inLondon(sql`${now}::timestamptz`)} as clock) clock) calendar
  )`

/**
 * SQL expression: start of this or the previous month. Not read from the CTE, so that the planner sees how few rows
 * follow.
 */
const monthStart = (now: Date, monthsAgo: 0 | 1) =>
  inLondon(
    sql`(date_trunc('month', ${inLondon(sql`${now}::timestamptz`)}) - ${monthsAgo} * interval '1 month')`,
  )

/** SQL expressions: `value` summed over this month, and over the previous month up to the same moment. */
const comparedSums = (value: string, at: string) =>
  sql.raw(`
  coalesce(sum(${value}) filter (where ${at} >= month), 0)::int as now,
  coalesce(sum(${value}) filter (where ${at} >= last and ${at} < so_far), 0)::int as before`)

/** SQL expressions: `value` summed over each range but all time, in columns named after it. */
const rangeSums = (value: string, at: string, since: FirstDays, suffix = '') => {
  const columns = Object.entries(since).map(
    ([range, day]) => sql`
    coalesce(sum(${sql.raw(value)}) filter (where ${sql.raw(at)} >= ${startOfDay(day)}), 0)::float8
      as ${sql.raw(range + suffix)}`,
  )
  return sql.join(columns)
}

/** The range that begins first. This month and the previous one begin with it at the earliest. */
const longestOf = ({ quarter, year }: FirstDays) => (quarter < year ? 'quarter' : 'year')

const earliestOf = (since: FirstDays) => startOfDay(since[longestOf(since)])

/** SQL expression: a sum over all time. `older` has a plain one, which takes a third of the time of those over the ranges. */
const allTime = (column: string, since: FirstDays, suffix = '') =>
  sql.raw(`older.${column} + recent.${longestOf(since)}${suffix} as "all${suffix}"`)

const sumTakings = (now: Date, since: FirstDays) => sql<MonthComparison & { since: string | null } & Ranges>`
  with ${monthCtes(now)}
  select ${allTime('pence', since)}, recent.*,
    ${londonDayOf(sql`coalesce(first, (select min(at) from takings))`)}::text as since
  from (
    select coalesce(sum(pence), 0)::float8 as pence, min(at) as first from takings where at < ${earliestOf(since)}
  ) older, (
    select ${comparedSums('pence', 'at')}, ${rangeSums('pence', 'at', since)}
    from takings, months where at >= ${earliestOf(since)}
  ) recent`

const countUnits = (now: Date, since: FirstDays) => sql<MonthComparison & Ranges>`
  with ${monthCtes(now)}
  select ${allTime('units', since)}, recent.* from (
    select coalesce(sum(quantity), 0)::float8 as units
    from orders where status <> 'refunded' and placed_at < ${earliestOf(since)}
  ) older, (
    select ${comparedSums('quantity', 'placed_at')}, ${rangeSums('quantity', 'placed_at', since)}
    from orders, months where status <> 'refunded' and placed_at >= ${earliestOf(since)}
  ) recent`

/** SQL condition: somebody paid for the voucher, and it is neither refunded nor void. */
const IS_SOLD = sql`paid_by not in ('complimentary', 'imported') and status not in ('refunded', 'void')`

const countSoldVouchers = (since: FirstDays) => sql<Ranges>`
  select ${allTime('sold', since)}, recent.* from (
    select count(*)::float8 as sold from gift_voucher where ${IS_SOLD} and issued_at < ${earliestOf(since)}
  ) older, (
    select ${rangeSums('1', 'issued_at', since)} from gift_voucher
    where ${IS_SOLD} and issued_at >= ${earliestOf(since)}
  ) recent`

/** Counts purchases begun in each range, and those of them that were paid. A replaced payment is the same purchase. */
const countPurchases = (since: FirstDays) => sql<Ranges & Record<`${StatRange}Paid`, number>>`
  select ${allTime('begun', since)}, ${allTime('paid', since, '_paid')}, recent.* from (
    select count(*)::float8 as begun, count(paid_at)::float8 as paid
    from payment where created_at < ${earliestOf(since)} and purpose <> 'unknown' and not replaced
  ) older, (
    select ${rangeSums('1', 'created_at', since)}, ${rangeSums('(paid_at is not null)::int', 'created_at', since, '_paid')}
    from payment where created_at >= ${earliestOf(since)} and purpose <> 'unknown' and not replaced
  ) recent`

/**
 * Counts vouchers active now and at the end of last month. For vouchers with entries since, the first of these entries
 * tells the balance at that time; all others are unchanged.
 */
const countVouchers = (now: Date) => sql<MonthComparison & { value: Pence }>`
  with active as (select id, balance_pence from gift_voucher where status = 'active' and expires_at > ${now}),
  moved as (
    select distinct on (voucher_id) voucher_id as id, balance_after - pence as left_then
    from voucher_entry where effective_at >= ${monthStart(now, 0)} order by voucher_id, position
  )
  select count(active.id)::int as now, coalesce(sum(balance_pence), 0)::float8 as value,
    count(*) filter (where moved.id is null or left_then > 0)::int as before
  from active full join moved using (id)`

/**
 * Counts customers whose first purchase is in the month. Few have bought recently: `offset 0` makes the planner look
 * up each of them instead of reading all purchases.
 */
const countCustomers = (now: Date): Statement<MonthComparison> => sql<MonthComparison>`
  with ${monthCtes(now)},
  recent as (select email, min(at) as first from purchases where at >= ${monthStart(now, 1)} group by email)
  select count(*) filter (where first >= month)::int as now, count(*) filter (where first < so_far)::int as before
  from recent, months
  where (first >= month or first < so_far) and not exists (select from purchases where email = recent.email and at < last offset 0)`
