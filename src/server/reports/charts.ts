import { sql } from 'kysely'
import type { Reply } from '#contract/base/endpoint.ts'
import { formatPounds, type Pence } from '#contract/base/money.ts'
import { addDays, londonDay } from '#contract/base/send-date.ts'
import { EXPIRING_DAYS } from '#contract/base/statuses.ts'
import {
  LIABILITY_MONTHS,
  statRanges,
  type chartsEndpoint,
  type chartSteps,
  type StatRange,
} from '#contract/reports/reports.ts'
import type { Services } from '#server/clients/services.ts'
import { inLondon, londonDayOf, startOfDay } from '#server/db/london-days.ts'
import { addMonths, firstDays, firstOfMonth, firstOfYear, mondayOf } from '#server/reports/first-days.ts'

type Charts = Reply<typeof chartsEndpoint>
type RevenueBars = Charts['revenue'][StatRange]
type Step = (typeof chartSteps)[number]

/** Takings of a day in London, or of a month (as its first day) that no bar divides. */
interface Takings {
  since: string
  vouchers: Pence
  shop: Pence
}

/** All time has a bar a month, or a bar a year once there would be more than these. */
const MONTH_BARS_MAX = 36
/** 52 weeks, so that weekdays are compared with the same weekdays. */
const YEAR_OF_WEEKS = 364

/** Returns the bars of the Overview's charts in one round trip. Money comes from the view `takings`. */
export async function getCharts({ db, clock }: Pick<Services, 'db' | 'clock'>): Promise<Charts> {
  const now = clock.now()
  const today = londonDay(now)
  const dailySince = firstOfMonth(addDays(firstDays(today).quarter, -YEAR_OF_WEEKS))
  const results = await db.batch({
    takings: selectTakings(dailySince),
    liability: sumLiability(now, today),
    expiring: sumExpiring(now),
    redeemed: sumRedeemed(today),
  })
  const revenueOf = (range: StatRange) => revenueBars(results.takings, range, today)
  const balances = new Map(results.liability.map(({ since, pence }) => [since, pence]))
  const balanceOf = (month: string) => formatPounds(balances.get(month) ?? 0)
  return {
    revenue: Object.fromEntries(statRanges.map((range) => [range, revenueOf(range)])) as Charts['revenue'],
    liability: {
      months: Array.from({ length: LIABILITY_MONTHS }, (_, months) => addMonths(today, months)).map(
        (since) => ({ since, balance: balanceOf(since) }),
      ),
      later: balanceOf(addMonths(today, LIABILITY_MONTHS)),
      expiring: formatPounds(results.expiring[0]!.pence),
      redeemed: formatPounds(results.redeemed[0]!.pence),
    },
  }
}

/** Divides a range into bars. Whatever is later than today counts with the last one, as it does in the figures. */
function revenueBars(takings: Takings[], range: StatRange, today: string): RevenueBars {
  const first = takings[0]?.since ?? today
  const since = range === 'all' ? first : firstDays(today)[range]
  const step = stepOf(range, since, today)
  const starts = startsOf(step, since, today)
  const bars = starts.map((start, index) => {
    const end = nextStart(step, start)
    const isLast = index === starts.length - 1
    const { vouchers, shop } = sumBetween(takings, start, isLast ? undefined : end)
    const untilBefore = yearBefore(step, isLast ? addDays(today, 1) : end)
    const before = sumBetween(takings, yearBefore(step, start), untilBefore)
    return {
      since: start,
      vouchers: formatPounds(vouchers),
      shop: formatPounds(shop),
      yearBefore: untilBefore > first ? formatPounds(before.vouchers + before.shop) : null,
    }
  })
  return { step, bars }
}

function stepOf(range: StatRange, since: string, today: string): Step {
  if (range === 'week') return 'day'
  if (range === 'month' || range === 'quarter') return 'week'
  return addMonths(since, MONTH_BARS_MAX) > today ? 'month' : 'year'
}

/** Returns the first days of the bars from `since` to today. */
function startsOf(step: Step, since: string, today: string): string[] {
  const starts = [step === 'month' ? firstOfMonth(since) : step === 'year' ? firstOfYear(since) : since]
  for (let next = nextStart(step, starts[0]!); next <= today; next = nextStart(step, next)) starts.push(next)
  return starts
}

const NEXT: Record<Step, (start: string) => string> = {
  day: (start) => addDays(start, 1),
  week: (start) => addDays(mondayOf(start), 7),
  month: (start) => addMonths(start, 1),
  year: (start) => addMonths(start, 12),
}
const nextStart = (step: Step, start: string): string => NEXT[step](start)

/** Returns a bound of days for comparisons; that of 29 February is no day itself. */
const yearBefore = (step: Step, day: string): string =>
  step === 'day' || step === 'week'
    ? addDays(day, -YEAR_OF_WEEKS)
    : `${Number(day.slice(0, 4)) - 1}${day.slice(4)}`

/** Sums the takings from a day to another one, which does not count. */
function sumBetween(takings: Takings[], since: string, until: string | undefined) {
  const sum = { vouchers: 0, shop: 0 }
  for (const { since: day, vouchers, shop } of takings) {
    if (day < since || (until !== undefined && day >= until)) continue
    sum.vouchers += vouchers
    sum.shop += shop
  }
  return sum
}

/** Selects takings by day from `dailySince`, the first of a month, and by month before it; oldest first. */
const selectTakings = (dailySince: string) => sql<Takings>`
  select since::text, coalesce(sum(pence) filter (where purpose <> 'order'), 0)::float8 as vouchers,
    coalesce(sum(pence) filter (where purpose = 'order'), 0)::float8 as shop
  from (
    select pence, purpose,
      case when at >= ${startOfDay(dailySince)} then ${londonDayOf(sql`at`)}
        else date_trunc('month', ${inLondon(sql`at`)})::date end as since
    from takings
  ) dated
  group by since order by since`

/** SQL condition: the vouchers whose balance is outstanding, as in the Overview's figures. */
const isOutstanding = (now: Date) => sql`status = 'active' and expires_at > ${now}`

/** Sums the balances by the month of their last valid day; all months after the chart's are one. */
const sumLiability = (now: Date, today: string) => sql<{ since: string; pence: Pence }>`
  select greatest(least(date_trunc('month', ${inLondon(sql`expires_at`)} - interval '1 day')::date,
      ${addMonths(today, LIABILITY_MONTHS)}::date), ${firstOfMonth(today)}::date)::text as since,
    sum(balance_pence)::float8 as pence
  from gift_voucher where ${isOutstanding(now)} group by 1`

/** Sums what the list “Ends soon” has. */
const sumExpiring = (now: Date) => sql<{ pence: Pence }>`
  select coalesce(sum(balance_pence), 0)::float8 as pence from gift_voucher
  where ${isOutstanding(now)} and expires_at <= ${now}::timestamptz + ${EXPIRING_DAYS} * interval '1 day'`

/** Sums redemptions of this month, less what was undone in it. Few were undone: each is looked up. */
const sumRedeemed = (today: string) => sql<{ pence: Pence }>`
  select coalesce(-sum(pence), 0)::float8 as pence from voucher_entry entry
  where effective_at >= ${startOfDay(firstOfMonth(today))} and (kind = 'redeem'
    or kind = 'reverse' and (select kind from voucher_entry original where original.id = entry.reverses) = 'redeem')`
