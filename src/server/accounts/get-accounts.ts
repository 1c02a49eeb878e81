import { sql } from 'kysely'
import {
  moneyFigures,
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
  sumOfMoney,
  VOUCHER_FIGURE,
  VOUCHER_SIGNS,
} from '#server/accounts/account-sources.ts'
import type { Services } from '#server/clients/services.ts'
import { inLondon, londonDayOf, startOfDay } from '#server/db/london-days.ts'
import { DomainError } from '#server/domain-error.ts'
import { addMonths } from '#server/reports/first-days.ts'

type Purpose = 'gift_voucher' | 'order'
type Moved = Record<VoucherFigure, Pence> & { opening: Pence }

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
  const firstMonth = addMonths(period.to, 1 - MONTHS)
  const results = await db.batch({
    complete: selectCompleteUntil(),
    money: sumTakingsOf(period),
    all: sumLedger(period, false),
    complimentary: sumLedger(period, true),
    late: countLate(period),
    takings: sumMonths(firstMonth, period.to),
    owed: sumOwed(firstMonth),
    owedFree: sumOwed(firstMonth, true),
  })
  const rows = new Map(results.money.map(({ purpose, sums }) => [purpose, sums]))
  const [vouchers, goods] = [moneyOf(rows.get('gift_voucher')), moneyOf(rows.get('order'))]
  const [all, free] = [results.all[0]!.sums, results.complimentary[0]!.sums]
  const takings = new Map(results.takings.map((row) => [row.since, row]))
  const owed = runningSums(results.owed)
  const owedFree = runningSums(results.owedFree)
  return {
    ...period,
    completeUntil: results.complete[0]?.day ?? null,
    money: { all: shown(added(vouchers, goods)), vouchers: shown(vouchers), goods: shown(goods) },
    late: results.late[0]!.count,
    owed: owedOf(subtracted(all, free)),
    complimentary: owedOf(free),
    months: Array.from({ length: MONTHS }, (_, month) => addMonths(firstMonth, month)).map((since) => ({
      since,
      vouchers: formatPounds(takings.get(since)?.vouchers ?? 0),
      goods: formatPounds(takings.get(since)?.goods ?? 0),
      owed: formatPounds(owed(since) - owedFree(since)),
    })),
  }
}

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

type Money = Record<MoneyFigure, Pence>

const sumTakingsOf = (period: Period) => sql<{ purpose: Purpose; sums: Money }>`
  select purpose, jsonb_build_object(${sql.join(moneyFigures.map((figure) => sql`${figure}::text, ${sumOfMoney(figure)}`))}) as sums
  from takings where ${countsOn('at', period)} group by purpose`

/** Sums the entries of all vouchers, or of complimentary ones, which are few. */
const sumLedger = (period: Period, complimentary: boolean) => sql<{ sums: Moved }>`
  select jsonb_build_object('opening', coalesce(sum(pence) filter (where figure is null), 0), ${sql.join(
    voucherFigures.map(
      (figure) =>
        sql`${figure}::text, coalesce(sum(${VOUCHER_SIGNS[figure]}::int * pence) filter (where figure = ${figure}), 0)`,
    ),
  )}) as sums
  from (
    select pence, case when effective_at >= ${startOfDay(period.from)} then ${VOUCHER_FIGURE} end as figure
    from ${entriesOf(complimentary)} where effective_at < ${startOfDay(period.to, 1)}
  ) moved`

const entriesOf = (complimentary: boolean) =>
  complimentary
    ? sql`voucher_entry entry join gift_voucher voucher on voucher.id = entry.voucher_id and ${IS_COMPLIMENTARY}`
    : sql`voucher_entry entry`

/** Counts what happened on an earlier day than it counts on. */
const countLate = (period: Period) => sql<{ count: number }>`
  select ((select count(*) from takings where ${countsOn('at', period)} and ${londonDayOf(sql`happened_at`)} < ${londonDayOf(sql`at`)})
    + (
      select count(*) from voucher_entry
      where ${countsOn('effective_at', period)} and kind = 'expire' and ${londonDayOf(sql`happened_at`)} < ${londonDayOf(sql`effective_at`)}
    ))::int as count`

const sumMonths = (since: string, to: string) => sql<{ since: string; vouchers: Pence; goods: Pence }>`
  select date_trunc('month', ${inLondon(sql`at`)})::date::text as since,
    coalesce(sum(pence) filter (where purpose <> 'order'), 0)::float8 as vouchers,
    coalesce(sum(pence) filter (where purpose = 'order'), 0)::float8 as goods
  from takings where at >= ${startOfDay(since)} and at < ${startOfDay(to, 1)} group by 1`

/** Sums what each month has added to what is owed; all months before `since` are one. */
const sumOwed = (since: string, complimentary = false) => sql<{ month: string; pence: Pence }>`
  select case when effective_at < ${startOfDay(since)} then '' else date_trunc('month', ${inLondon(sql`effective_at`)})::date::text end as month,
    sum(pence)::float8 as pence
  from ${entriesOf(complimentary)} group by 1`

const runningSums = (added: { month: string; pence: Pence }[]) => (since: string) =>
  added.reduce((sum, { month, pence }) => (month <= since ? sum + pence : sum), 0)

const moneyOf = (row: Money | undefined): Money =>
  Object.fromEntries(moneyFigures.map((figure) => [figure, row?.[figure] ?? 0])) as Money

const added = (one: Money, other: Money): Money =>
  Object.fromEntries(moneyFigures.map((figure) => [figure, one[figure] + other[figure]])) as Money

/** What is left of the money, before fees. */
const leftOf = (money: Money): Pence =>
  moneyFigures.reduce(
    (sum, figure) => sum + (figure.startsWith('received') ? money[figure] : -money[figure]),
    0,
  )

const shown = (money: Money): AccountMoney => ({
  ...(Object.fromEntries(moneyFigures.map((figure) => [figure, formatPounds(money[figure])])) as Omit<
    AccountMoney,
    'left'
  >),
  left: formatPounds(leftOf(money)),
})

const subtracted = (all: Moved, some: Moved): Moved =>
  Object.fromEntries(
    (['opening', ...voucherFigures] as const).map((name) => [name, all[name] - some[name]]),
  ) as Moved

function owedOf(moved: Moved): Owed {
  const closing = voucherFigures.reduce(
    (sum, figure) => sum + VOUCHER_SIGNS[figure] * moved[figure],
    moved.opening,
  )
  const sums = Object.entries({ ...moved, closing }).map(([name, pence]) => [name, formatPounds(pence)])
  return Object.fromEntries(sums) as Owed
}
