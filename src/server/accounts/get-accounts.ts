import { sql } from 'kysely'
import {
  moneyFigures,
  moneySums,
  voucherFigures,
  type AccountMoney,
  type Accounts,
  type MoneyFigure,
  type Owed,
  type VoucherFigure,
} from '#contract/accounts/accounts.ts'
import type { Period } from '#contract/accounts/period.ts'
import { formatPounds, type Pence } from '#contract/base/money.ts'
import { londonDay } from '#contract/base/send-date.ts'
import {
  countsOn,
  IS_COMPLIMENTARY,
  moneyFiguresOf,
  REVERSED_KIND,
  signOf,
  VOUCHER_FIGURE,
  VOUCHER_SIGNS,
} from '#server/accounts/account-sources.ts'
import type { Services } from '#server/clients/services.ts'
import { inLondon, startOfDay } from '#server/db/london-days.ts'
import { DomainError } from '#server/domain-error.ts'
import { addMonths, firstOfMonth } from '#server/reports/first-days.ts'

type Purpose = 'gift_voucher' | 'order'

const MONTHS = 12

/**
 * Returns what was earned on some days in London, and what is owed at their end, in one round trip. Throws `invalid_request` if
 * they have not begun.
 */
export async function getAccounts(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  period: Period,
): Promise<Accounts> {
  requireBegun(period, clock.now())
  const months = Array.from({ length: MONTHS }, (_, month) => addMonths(period.to, month + 1 - MONTHS))
  // The first days of the months and of the period, which divide time into sections.
  const starts = [...new Set([...months, period.from])].toSorted()
  const results = await db.batch({
    complete: selectCompleteUntil(),
    takings: sumTakings(starts, period.to),
    owed: sumOwed(starts, period.to),
  })
  const startOf = ({ section }: { section: number }) => starts[section - 1]!
  const isAsked = (sum: { section: number }) => startOf(sum) >= period.from
  const allMoves = results.owed.filter((sum) => sum.figure !== null)
  const closings = results.owed.filter(({ figure }) => figure === null)
  const [takings, moves] = [results.takings.filter(isAsked), allMoves.filter(isAsked)]
  const [vouchers, goods] = [moneyOf(takings, 'gift_voucher'), moneyOf(takings, 'order')]
  const owedBefore = (day: string, isFree: boolean) =>
    sumOf(closings.filter((one) => one.isFree === isFree)) -
    sumOf(allMoves.filter((one) => one.isFree === isFree && startOf(one) >= day))
  const owedIn = (isFree: boolean) =>
    owedOf(
      owedBefore(period.from, isFree),
      moves.filter((one) => one.isFree === isFree),
    )
  const takingsIn = (month: string, purpose: Purpose) =>
    sumOf(results.takings.filter((sum) => sum.purpose === purpose && firstOfMonth(startOf(sum)) === month))
  return {
    ...period,
    completeUntil: results.complete[0]?.day ?? null,
    money: { all: shown(added(vouchers, goods)), vouchers: shown(vouchers), goods: shown(goods) },
    late: [...takings, ...moves].reduce((sum, { late }) => sum + late, 0),
    owed: owedIn(false),
    complimentary: owedIn(true),
    months: months.map((since) => ({
      since,
      vouchers: formatPounds(takingsIn(since, 'gift_voucher')),
      goods: formatPounds(takingsIn(since, 'order')),
      owed: formatPounds(owedBefore(addMonths(since, 1), false)),
    })),
  }
}

const sumOf = (sums: readonly { pence: Pence }[]): Pence => sums.reduce((sum, { pence }) => sum + pence, 0)

export function requireBegun({ from }: Period, now: Date): void {
  if (from <= londonDay(now)) return
  const sentence = 'These days have not begun yet. Please choose earlier ones'
  throw new DomainError('invalid_request', `${sentence}.`, { fields: { from: sentence } })
}

/** The last day that is complete: each step of the full run has run from 7:00 (London) after it, as `effective_at` assumes. */
const selectCompleteUntil = () => sql<{ day: string | null }>`
  select ((${inLondon(sql`least(full_run_at, ran.oldest)`)} - interval '7 hours')::date - 1)::text as day
  from reconciliation, lateral (select min(value::timestamptz) as oldest from jsonb_each_text(steps_at)) ran
  where full_run_at is not null`

/**
 * SQL expression: the number of the section in which a time is; the first one, 1, begins with the first day. The subquery has its
 * days counted once, not at each row.
 */
const sectionOf = (at: string, starts: string[]) =>
  sql<number>`width_bucket(${sql.ref(at)}, (select array[${sql.join(starts.map((day) => startOfDay(day)))}]))`

interface MoneySum {
  section: number
  purpose: Purpose
  kind: string
  method: string
  pence: Pence
  late: number
}

const sumTakings = (starts: string[], to: string) => sql<MoneySum>`
  select ${sectionOf('at', starts)} as section, purpose, kind, method, sum(pence)::float8 as pence,
    count(*) filter (where happened_at < at)::int as late
  from takings where ${countsOn('at', { from: starts[0]!, to })} group by 1, 2, 3, 4`

/** SQL expression: the voucher of an `entry` was issued without payment. They are few, and found once. */
const IS_FREE = sql<boolean>`(entry.voucher_id in (select id from gift_voucher voucher where ${IS_COMPLIMENTARY}))`

interface OwedSum {
  isFree: boolean
  section: number
  /** Null: what vouchers are worth at the end of the last day. */
  figure: VoucherFigure | null
  pence: Pence
  /** Expiries that count on a later day than that on which they happened. */
  late: number
}

interface MoveSum extends OwedSum {
  figure: VoucherFigure
}

/**
 * How the ledger moved, and what vouchers are worth at the end of the last day: their balances without what came later. In one
 * statement, so that nothing is written in between.
 */
const sumOwed = (starts: string[], to: string) => sql<MoveSum | (OwedSum & { figure: null })>`
  select section, is_free, ${VOUCHER_FIGURE} as figure, pence, late
  from (
    select ${sectionOf('effective_at', starts)} as section, ${IS_FREE} as is_free, entry.kind,
      ${REVERSED_KIND} as reversed, entry.pence > 0 as grows, sum(pence)::float8 as pence,
      count(*) filter (where entry.kind = 'expire' and happened_at < effective_at)::int as late
    from voucher_entry entry where ${countsOn('effective_at', { from: starts[0]!, to })} group by 1, 2, 3, 4, 5
  ) grouped
  union all
  select ${starts.length}::int, is_free, null, sum(pence)::float8, 0
  from (
    select ${IS_COMPLIMENTARY} as is_free, balance_pence as pence from gift_voucher voucher where balance_pence > 0
    union all
    select ${IS_FREE}, -pence from voucher_entry entry where effective_at >= ${startOfDay(to, 1)}
  ) closing group by is_free`

type Money = Record<MoneyFigure, Pence>

const eachOf = <Value>(valueOf: (figure: MoneyFigure) => Value) =>
  Object.fromEntries([...moneyFigures, ...moneySums].map((figure) => [figure, valueOf(figure)])) as Record<
    MoneyFigure,
    Value
  >

function moneyOf(sums: MoneySum[], purpose: Purpose): Money {
  const money = eachOf(() => 0)
  for (const sum of sums.filter((one) => one.purpose === purpose))
    for (const figure of moneyFiguresOf(sum)) money[figure] += signOf(figure) * sum.pence
  return money
}

const added = (one: Money, other: Money): Money => eachOf((figure) => one[figure] + other[figure])

const shown = (money: Money): AccountMoney => eachOf((figure) => formatPounds(money[figure]))

function owedOf(opening: Pence, moves: MoveSum[]): Owed {
  const figures = voucherFigures.map((figure) => [
    figure,
    formatPounds(VOUCHER_SIGNS[figure] * sumOf(moves.filter((one) => one.figure === figure)) || 0),
  ])
  return {
    ...(Object.fromEntries(figures) as Record<VoucherFigure, string>),
    opening: formatPounds(opening),
    closing: formatPounds(opening + sumOf(moves)),
  }
}
