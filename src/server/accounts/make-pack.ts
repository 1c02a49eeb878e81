import { sql } from 'kysely'
import { moneyFigures, PACK_ROWS_MAX, voucherFigures, type Accounts } from '#contract/accounts/accounts.ts'
import { monthsOf, PERIOD_INVALID, readPeriod, type Period } from '#contract/accounts/period.ts'
import type { Pence } from '#contract/base/money.ts'
import { londonDay } from '#contract/base/send-date.ts'
import {
  selectLedgerLines,
  selectMoneyLines,
  selectOwedLines,
  type MoneyLine,
} from '#server/accounts/account-lines.ts'
import { countsOn } from '#server/accounts/account-sources.ts'
import { readAtStripe } from '#server/accounts/compare-accounts.ts'
import { getAccounts, requireBegun } from '#server/accounts/get-accounts.ts'
import {
  FIGURE_LABELS,
  ledgerFile,
  outstandingFile,
  payoutsFile,
  redemptionsFile,
  salesFile,
  summaryFile,
  type PackFile,
  type SalesLine,
  type SummaryRow,
} from '#server/accounts/pack-files.ts'
import { packReadMe, type ReadMeFacts } from '#server/accounts/pack-read-me.ts'
import { statementFiles } from '#server/accounts/pack-statement.ts'
import { feesOf, readPayouts, type StripePayout, type StripeRow } from '#server/accounts/stripe-rows.ts'
import { recordActivity } from '#server/activity/record-activity.ts'
import type { Services } from '#server/clients/services.ts'
import type { CursorPosition } from '#server/db/cursor.ts'
import type { Statement } from '#server/db/db.ts'
import { DomainError } from '#server/domain-error.ts'
import { describeFailure, log } from '#server/log.ts'
import { BYTE_ORDER_MARK, csvLine, type Cell } from '#server/reports/csv.ts'
import { zipFiles, type TextFile } from '#server/reports/zip-files.ts'

type Deps = Pick<Services, 'db' | 'stripe' | 'clock'>

/** Rows per query, so that few are in memory at once. */
const PAGE_ROWS = 2000
/** A payment leaves Stripe for the bank within these days. */
const PAYOUT_DAYS = 14
const DAY_SECONDS = 86_400

interface PackRequest {
  /** As in `readPeriod`. */
  name: string
  actor: string
}

/**
 * Makes the accountant's ZIP of a period, streamed. Asks Stripe first; without its answer, fees and payouts are empty and the
 * read-me says so. Of a period that has not ended it has the days until today. Throws `invalid_request` for what is no period, for days that have not begun, and for too many rows of more than a month. Records the
 * export before the first byte leaves.
 */
export async function makePack(
  services: Deps,
  { name, actor }: PackRequest,
): Promise<{ name: string; content: AsyncGenerator<Uint8Array> }> {
  const { db, clock } = services
  const whole = readPeriod(name)
  if (!whole)
    throw new DomainError('invalid_request', `${PERIOD_INVALID}.`, { fields: { period: PERIOD_INVALID } })
  requireBegun(whole, clock.now())
  const today = londonDay(clock.now())
  const period = { ...whole, to: whole.to < today ? whole.to : today }
  const [counted] = await db.run(countAndRecord(period, name, actor, clock.now()))
  if (!counted || (counted.rows > PACK_ROWS_MAX && monthsOf(period).length > 1)) throw tooLongError(period)
  const [accounts, stripe] = await Promise.all([getAccounts(services, period), askStripe(services, period)])
  return { name: `accounts-${name}.zip`, content: zipFiles(filesOf(services, { period, accounts, stripe })) }
}

const countAndRecord = (period: Period, name: string, actor: string, now: Date) => sql<{ rows: number }>`
  with counted as (
    select ((select count(*) from takings where ${countsOn('at', period)})
      + (select count(*) from voucher_entry where ${countsOn('effective_at', period)}))::int as rows
  ),
  activity_entry as (${recordActivity(
    { at: now, actor, action: 'exported', after: { file: `accounts-${name}.zip` } },
    sql`from counted where rows <= ${PACK_ROWS_MAX} or ${monthsOf(period).length === 1}`,
  )})
  select rows from counted`

function tooLongError(period: Period): DomainError {
  const months = monthsOf(period)
  const sentence = `This would be more than ${PACK_ROWS_MAX / 1000},000 rows. Please download its months one by one`
  return new DomainError('invalid_request', `${sentence}: ${months.join(', ')}.`, {
    fields: { period: sentence },
  })
}

/** What Stripe knows of the period. `atStripe` as in the read-me. */
interface FromStripe extends Pick<ReadMeFacts, 'atStripe'> {
  rows: StripeRow[]
  /** Those that leave in the period, and those that bring its payments later. */
  payouts: StripePayout[] | undefined
  /** Those that leave in the period. */
  own: StripePayout[]
}

async function askStripe(services: Deps, period: Period): Promise<FromStripe> {
  const nothing = { rows: [], payouts: undefined, own: [] }
  try {
    const read = await readAtStripe(services, period)
    if (!read) return { atStripe: null, ...nothing }
    const { rows, time, compared, timeIsUp } = read
    const later = { gte: time.gte, lt: time.lt + PAYOUT_DAYS * DAY_SECONDS }
    const payouts = await readPayouts(services, later, timeIsUp)
    const end = time.lt * 1000
    const own = payouts?.filter(({ leavesAt }) => leavesAt.getTime() < end) ?? []
    return { atStripe: compared, rows, payouts, own }
  } catch (error) {
    if (!(error instanceof DomainError) || error.code !== 'payment_provider') throw error
    log('warn', 'a pack was made without Stripe', describeFailure(error))
    return { atStripe: undefined, ...nothing }
  }
}

interface Contents {
  period: Period
  accounts: Accounts
  stripe: FromStripe
}

function filesOf({ db, clock }: Deps, { period, accounts, stripe }: Contents): TextFile[] {
  const outstanding = outstandingFile(period)
  const all = sql<boolean>`true`
  const pages = <Row extends CursorPosition>(
    select: (rows: { after: CursorPosition | undefined; limit: number }) => Statement<Row>,
  ) =>
    async function* (): AsyncGenerator<Row[]> {
      for (let after: CursorPosition | undefined; ;) {
        const page = await db.run(select({ after, limit: PAGE_ROWS }))
        yield page
        after = page.at(-1)
        if (page.length < PAGE_ROWS) return
      }
    }
  const money = pages((rows) => selectMoneyLines(all, period, rows))
  const described: ReadMeFacts['files'] = [
    summaryFile,
    salesFile,
    redemptionsFile,
    outstanding,
    ledgerFile,
    payoutsFile,
  ]
  const readMe = packReadMe({
    period,
    madeAt: clock.now(),
    completeUntil: accounts.completeUntil,
    late: accounts.late,
    atStripe: stripe.atStripe,
    hasPayouts: stripe.payouts !== undefined,
    files: described,
  })
  return [
    {
      name: '00-read-me.txt',
      *chunks() {
        yield BYTE_ORDER_MARK + readMe
      },
    },
    csvFile(summaryFile, once(summaryRows(accounts, stripe))),
    csvFile(salesFile, () => withStripe(money, stripe)),
    csvFile(
      redemptionsFile,
      pages((rows) => selectLedgerLines(sql`figure = 'used'`, period, rows)),
    ),
    csvFile(
      outstanding,
      pages((rows) => selectOwedLines(all, period.to, rows)),
    ),
    csvFile(
      ledgerFile,
      pages((rows) => selectLedgerLines(all, period, rows)),
    ),
    csvFile(payoutsFile, once(stripe.own)),
    ...(stripe.atStripe ? statementFiles(stripe.rows) : []),
  ]
}

const once = <Row>(rows: Row[]) =>
  async function* (): AsyncGenerator<Row[]> {
    yield await Promise.resolve(rows)
  }

const csvFile = <Row>({ name, columns }: PackFile<Row>, pages: () => AsyncGenerator<Row[]>): TextFile => ({
  name,
  async *chunks() {
    yield BYTE_ORDER_MARK + csvLine(columns.map(({ heading }) => heading))
    for await (const page of pages())
      yield page.map((row) => csvLine(columns.map(({ cell }): Cell => cell(row)))).join('')
  },
})

const PARTS = { all: 'Money', vouchers: 'Money of vouchers', goods: 'Money of goods' } as const

function summaryRows({ money, owed, complimentary }: Accounts, { atStripe }: FromStripe): SummaryRow[] {
  const fees = atStripe ? parsePounds(atStripe.fees) : null
  const left = parsePounds(money.all.left)
  const rows = (Object.keys(PARTS) as (keyof typeof PARTS)[]).flatMap((of) => [
    ...moneyFigures.map((figure) => ({
      part: PARTS[of],
      figure: FIGURE_LABELS[figure],
      pence: parsePounds(money[of][figure]),
    })),
    { part: PARTS[of], figure: FIGURE_LABELS.left, pence: parsePounds(money[of].left) },
    ...(of === 'all'
      ? [
          { part: PARTS.all, figure: 'Card fees', pence: fees },
          { part: PARTS.all, figure: 'Net', pence: fees === null ? null : left - fees },
        ]
      : []),
  ])
  const owedRows = (part: string, of: Accounts['owed']) =>
    (['opening', ...voucherFigures, 'closing'] as const).map((figure) => ({
      part,
      figure: FIGURE_LABELS[figure],
      pence: parsePounds(of[figure]),
    }))
  return [...rows, ...owedRows('Vouchers owed', owed), ...owedRows('Vouchers given free', complimentary)]
}

/** A sum of the API has more digits than what people type. */
const parsePounds = (sum: string): Pence => Math.round(Number(sum) * 100)

/**
 * Adds fee and payout to the lines of our books. A fee that belongs to none of them, such as that of a dispute which counts on
 * another day, is a line of its own, so that their sum is that of the summary.
 */
async function* withStripe(
  money: () => AsyncGenerator<MoneyLine[]>,
  { atStripe, rows, payouts = [] }: FromStripe,
): AsyncGenerator<SalesLine[]> {
  const left = new Map(Map.groupBy(rows, ({ category, of, id }) => keyOf(category, of ?? id)))
  const payoutOf = new Map(
    payouts.flatMap(({ id, rows }) => (rows ?? []).map((row) => [row.id, id] as const)),
  )
  const factsOf = (own: StripeRow[]) => ({
    fee: own.length === 0 ? null : feesOf(own),
    payout: own.map(({ id }) => payoutOf.get(id)).find(Boolean) ?? null,
  })
  for await (const page of money())
    yield page.map((line) => {
      const key = keyOf(line.kind, line.stripeId ?? line.id)
      const own = left.get(key) ?? []
      left.delete(key)
      return { ...line, ...factsOf(own) }
    })
  if (!atStripe) return
  yield [...left.values()]
    .filter((own) => feesOf(own) !== 0)
    .map((own) => ({
      ...FEE_ONLY,
      at: own[0]!.at,
      happenedAt: own[0]!.at,
      stripeId: own[0]!.of,
      ...factsOf(own),
    }))
}

/** A refund and its failure have one id. */
const keyOf = (kind: string, of: string) =>
  `${kind === 'refund_failure' || kind === 'refund_failed' ? 'back' : ''} ${of}`

const FEE_ONLY = {
  kind: 'fee',
  method: 'online',
  purpose: null,
  pence: 0,
  number: null,
  codeEnd: null,
  productName: null,
} as const
