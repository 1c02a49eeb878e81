import { REVENUE_WEEKS, type adminStats } from '#contract/reports'
import type { Reply } from '#contract/endpoint'
import { formatPounds, type Pence } from '#contract/money'
import { sql } from 'kysely'
import type { Statement } from '../db/db.ts'
import type { Services } from '../services/services.ts'

/** A figure of this month to date and of the same days of the month before. */
interface Compared {
  now: number
  before: number
}

/** What the Overview says in figures, in one round trip. Money comes from the view `takings`. */
export async function getStats({
  db,
  clock,
}: Pick<Services, 'db' | 'clock'>): Promise<Reply<typeof adminStats>> {
  const now = clock.now()
  const found = await db.batch({
    revenue: sumTakings(now),
    vouchers: countVouchers(now),
    products: countUnits(now),
    customers: countCustomers(now),
    weeks: sumWeeks(now),
  })
  const [revenue, vouchers, products, customers] = [
    found.revenue[0]!,
    found.vouchers[0]!,
    found.products[0]!,
    found.customers[0]!,
  ]
  return {
    totalRevenue: formatPounds(revenue.total),
    revenueTrend: trendOf(revenue),
    activeVouchers: vouchers.now,
    totalVoucherValue: formatPounds(vouchers.value),
    activeVouchersTrend: trendOf(vouchers),
    productsSold: products.total,
    productsTrend: trendOf(products),
    newCustomers: customers.now,
    customersTrend: trendOf(customers),
    weeks: found.weeks.map(({ monday, pence }) => ({ monday, revenue: formatPounds(pence) })),
  }
}

/** In percent with one decimal; null where there is nothing to compare with. */
const trendOf = ({ now, before }: Compared): number | null =>
  before > 0 ? Math.round(((now - before) / before) * 1000) / 10 : null

/** `month` and `last`: when this month and the one before began in London; `so_far`: how far the one before was by now. */
const months = (now: Date) => sql`
  months as (
    select month at time zone 'Europe/London' as month, last at time zone 'Europe/London' as last,
      least(last + (clock - month), month) at time zone 'Europe/London' as so_far
    from (select clock, date_trunc('month', clock) as month, date_trunc('month', clock) - interval '1 month' as last
      from (select ${now}::timestamptz at time zone 'Europe/London' as clock) clock) calendar
  )`

/** When the month before this one began, or this one: written out, so that the planner sees how little comes after it. */
const began = (now: Date, monthsAgo: 0 | 1) => sql`
  (date_trunc('month', ${now}::timestamptz at time zone 'Europe/London') - ${monthsAgo} * interval '1 month') at time zone 'Europe/London'`

/** Sums what `value` says of rows of this month, and of the month before up to the same moment. */
const compared = (value: string, at: string) =>
  sql.raw(`
  coalesce(sum(${value}) filter (where ${at} >= month), 0)::int as now,
  coalesce(sum(${value}) filter (where ${at} >= last and ${at} < so_far), 0)::int as before`)

const sumTakings = (now: Date) => sql<Compared & { total: Pence }>`
  with ${months(now)},
  recent as (select ${compared('pence', 'at')} from takings, months where at >= ${began(now, 1)})
  select (select coalesce(sum(pence), 0)::float8 from takings) as total, recent.* from recent`

const countUnits = (now: Date) => sql<Compared & { total: number }>`
  with ${months(now)}
  select coalesce(sum(quantity), 0)::int as total, ${compared('quantity', 'placed_at')}
  from orders, months where status <> 'refunded'`

/**
 * Active now, and at the end of last month: their balance then is that of now without what has moved since. Those that
 * moved are looked up one by one, because they are few among many.
 */
const countVouchers = (now: Date) => sql<Compared & { value: Pence }>`
  with ${months(now)},
  moved as (
    select voucher_id, sum(pence) as pence from voucher_entry
    where created_at >= ${began(now, 0)} and kind <> 'issue' group by voucher_id
  ),
  active as (
    select count(*)::int as now, coalesce(sum(balance_pence), 0)::float8 as value,
      count(*) filter (where issued_at < month)::int as of_before
    from gift_voucher, months where status = 'active' and expires_at > ${now}
  ),
  changed as (
    select
      count(*) filter (where balance_pence - pence > 0 and not (status = 'active' and expires_at > ${now})) as gone,
      count(*) filter (where balance_pence - pence <= 0 and status = 'active' and expires_at > ${now}) as back
    from moved, months, lateral (select * from gift_voucher where id = voucher_id and issued_at < month limit 1) voucher
  )
  select active.now, value, (of_before + gone - back)::int as before from active, changed`

/** Whose first purchase falls in the month. */
const countCustomers = (now: Date): Statement<Compared> => sql<Compared>`
  with ${months(now)},
  recent as (select distinct email from purchases where at >= ${began(now, 1)})
  select count(*) filter (where first >= month)::int as now,
    count(*) filter (where first >= last and first < so_far)::int as before
  from recent, months, lateral (select min(at) as first from purchases where email = recent.email) earliest`

/** When the first of the weeks began; written out for the planner's sake, too. */
const firstMonday = (now: Date) => sql`
  (date_trunc('week', ${now}::timestamptz at time zone 'Europe/London') - ${REVENUE_WEEKS - 1} * interval '1 week')`

const sumWeeks = (now: Date) => sql<{ monday: string; pence: Pence }>`
  with sums as (
    select date_trunc('week', at at time zone 'Europe/London') as monday, sum(pence) as pence
    from takings where at >= ${firstMonday(now)} at time zone 'Europe/London' group by 1
  )
  select week::date::text as monday, coalesce(pence, 0)::float8 as pence
  from generate_series(0, ${REVENUE_WEEKS - 1}) later, lateral (select ${firstMonday(now)} + later * interval '1 week' as week) weeks
    left join sums on sums.monday = week
  order by week`
