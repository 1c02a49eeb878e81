import { sql } from 'kysely'
import { Client } from 'pg'
import { addDays, londonDay } from '#contract/base/send-date.ts'
import { withDatabase } from '#local/postgres/databases.ts'
import { getAccounts } from '#server/accounts/get-accounts.ts'
import { systemClock as clock } from '#server/clients/services.ts'
import type { Db } from '#server/db/db.ts'
import { getCharts } from '#server/reports/charts.ts'
import { getStats } from '#server/reports/stats.ts'
import { searchPortal } from '#server/search/search-portal.ts'
import { explainingDb, type Cost } from '#tests/benchmarks/lists/explaining-db.ts'
import { fillDatabase } from '#tests/benchmarks/lists/fill-database.ts'
import { portalLists } from '#tests/benchmarks/lists/portal-lists.ts'
import { formatTable, progress, rounded } from '#tests/benchmarks/report.ts'
import { target, type BenchmarkTarget } from '#tests/benchmarks/target.ts'

interface ListFigures extends Cost {
  list: string
  searchedFor: string
  /** Execution time over that of plain scans of the list's tables. */
  overScan: number
}

interface ReportFigures {
  report: string
  value: number
  limit: number
  unit: 'ms' | '×'
}

/** Vouchers, orders and requests in the database. */
const ROWS = 100_000
/** A first page may cost so many plain scans of its table. */
const SCANS = 5
/** Readings of a page, a table or a report, of which the fastest counts. */
const READINGS = 3

/** The tables of each list that has many rows, by its first word. */
const TABLES: Record<string, string[]> = {
  vouchers: ['gift_voucher'],
  orders: ['orders'],
  customers: ['customer'],
  enquiries: ['appointment', 'contact_message', 'product_inquiry'],
  activity: ['activity'],
  counts: ['gift_voucher', 'orders', 'appointment', 'contact_message', 'product_inquiry'],
  everything: ['gift_voucher', 'orders', 'customer'],
}

/** Queries for search terms that occur in the database. */
const TERMS: Record<string, string> = {
  'part of a first name': `select left(split_part(recipient_name, ' ', 1), 4) from sample`,
  'a whole name': `select recipient_name from sample`,
  'a whole name, last name first': `select split_part(recipient_name, ' ', 2) || ' ' || split_part(recipient_name, ' ', 1) from sample`,
  'a name with another apostrophe': `select replace(name, '’', '''') from customer where name like '% O’%' order by email limit 1`,
  'an umlaut written without dots': `select translate(name, 'üÜ', 'uU') from customer where name like '%ü%' order by email limit 1`,
  'a last name': `select split_part(buyer_name, ' ', 2) from sample`,
  'an email address': `select recipient_email from sample`,
  'the beginning of an email address': `select split_part(buyer_email, '@', 1) from sample`,
  'what all email addresses share': `select '@example'`,
  'the last four of a code': `select right(code, 4) from sample`,
  'the first four of a code': `select left(code, 4) from sample`,
  'the first nine of a code': `select left(code, 9) from sample`,
  'a phone number': `select replace(phone, '+44 ', '0') from orders order by id limit 1`,
  'the end of a phone number': `select right(phone, 7) from orders order by id limit 1`,
  'two letters': `select left(recipient_name, 2) from sample`,
  'what nobody is called': `select 'xyzzyx'`,
}

const SEARCHED: Record<string, (db: Db, term: string) => Promise<unknown>> = {
  ...Object.fromEntries(
    ['vouchers', 'vouchers, active', 'orders', 'customers', 'products', 'enquiries'].map((list) => [
      list,
      (db: Db, term: string) => portalLists[list]!(db, undefined, term),
    ]),
  ),
  'everything at once': (db, term) => searchPortal({ db, clock }, term, 'owner'),
}

/** Five years of a busy clinic. */
const FIVE_YEARS = { vouchers: 50_000, orders: 5000 }
/** What the Overview reads of everything that was ever sold. */
const REPORTS = [
  { report: 'figures of the Overview', limitMs: 20, get: getStats },
  { report: 'charts of the Overview', limitMs: 100, get: getCharts },
]
/** Accounts of a year may cost so many plain sums of the ledger: the median of readings that take turns with such sums. */
const ACCOUNTS_SCANS = 3
const ACCOUNTS_READINGS = 9

/** Reads the first page of every list, with each filter and each kind of search, in a large database on this server. */
export async function measureLists(serverUrl: string): Promise<ListFigures[]> {
  progress(`Filling a database with ${ROWS} vouchers, orders and requests`)
  const url = withDatabase(serverUrl, 'large')
  await fillDatabase(url, ROWS, ROWS)
  progress('Reading the first page of every list')
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    const rowsIn = await countRows(client)
    const fastest = async (read: (db: Db) => Promise<unknown>): Promise<Cost> => {
      const costs: Cost[] = []
      for (let reading = 0; reading < READINGS; reading += 1) {
        const { db, cost } = explainingDb(url, rowsIn)
        await read(db)
        costs.push(cost)
      }
      return costs.reduce((best, cost) => (cost.ms < best.ms ? cost : best))
    }
    const scanMs: Record<string, number> = {}
    for (const table of new Set(Object.values(TABLES).flat()))
      scanMs[table] = (await fastest((db) => db.run(sql`select * from ${sql.table(table)}`))).ms
    const figures: ListFigures[] = []
    const read = async (list: string, searchedFor: string, readFirstPage: (db: Db) => Promise<unknown>) => {
      const cost = await fastest(readFirstPage)
      const [, first = ''] = /^(\w+)/.exec(list) ?? []
      const scansMs = TABLES[first]?.reduce((sum, table) => sum + scanMs[table]!, 0) ?? Infinity
      figures.push({ list, searchedFor, ...cost, overScan: cost.ms / scansMs })
    }
    for (const [list, turn] of Object.entries(portalLists)) await read(list, '', (db) => turn(db, undefined))
    for (const [searchedFor, term] of Object.entries(await readTerms(client)))
      for (const [list, search] of Object.entries(SEARCHED))
        await read(list, searchedFor, (db) => search(db, term))
    return figures
  } finally {
    await client.end()
  }
}

/** Reads the reports of the Overview and Accounts in a database of five years on this server. */
export async function measureReports(serverUrl: string): Promise<ReportFigures[]> {
  const { vouchers, orders } = FIVE_YEARS
  progress(`Reading the reports in a database with ${vouchers} vouchers and ${orders} orders`)
  const url = withDatabase(serverUrl, 'five_years')
  await fillDatabase(url, vouchers, orders)
  const msOf = async (read: (db: Db) => Promise<unknown>): Promise<number> => {
    const { db, cost } = explainingDb(url, new Map())
    await read(db)
    return cost.ms
  }
  const figures: ReportFigures[] = []
  for (const { report, limitMs, get } of REPORTS) {
    const readings = await readInTurn(READINGS, () => msOf((db) => get({ db, clock })))
    figures.push({ report, value: readings[0]!, limit: limitMs, unit: 'ms' })
  }
  const today = londonDay(clock.now())
  const year = { from: addDays(today, -364), to: today }
  const overSum = await readInTurn(ACCOUNTS_READINGS, async () => {
    const sumMs = await msOf((db) => db.run(sql`select sum(pence) from voucher_entry`))
    return (await msOf((db) => getAccounts({ db, clock }, year))) / sumMs
  })
  figures.push({
    report: 'Accounts of a year, over a plain sum of the ledger,',
    value: overSum[(ACCOUNTS_READINGS - 1) / 2]!,
    limit: ACCOUNTS_SCANS,
    unit: '×',
  })
  return figures
}

/** Returns the readings, the smallest first. */
async function readInTurn(count: number, read: () => Promise<number>): Promise<number[]> {
  const readings: number[] = []
  for (let reading = 0; reading < count; reading += 1) readings.push(await read())
  return readings.toSorted((one, other) => one - other)
}

export const reportTargets = (figures: ReportFigures[]): BenchmarkTarget[] =>
  figures.map(({ report, value, limit, unit }) =>
    target(`${report} with ${FIVE_YEARS.vouchers} vouchers`, rounded(value), limit, unit),
  )

async function countRows(client: Client): Promise<Map<string, number>> {
  const { rows } = await client.query<{ name: string; count: number }>(
    `select relname as name, reltuples::int as count from pg_class
     where relkind = 'r' and relnamespace = 'public'::regnamespace`,
  )
  return new Map(rows.map(({ name, count }) => [name, count]))
}

async function readTerms(client: Client): Promise<Record<string, string>> {
  const terms: Record<string, string> = {}
  for (const [what, query] of Object.entries(TERMS)) {
    const { rows } = await client.query<{ term: string }>(
      `with sample as (select * from gift_voucher where status = 'active' order by code limit 1)
       select term from (${query}) found (term)`,
    )
    terms[what] = rows[0]!.term
  }
  return terms
}

const nameOf = ({ list, searchedFor }: ListFigures) =>
  searchedFor ? `${list}, searching for ${searchedFor}` : list

export function listTargets(figures: ListFigures[]): BenchmarkTarget[] {
  const slowest = figures.reduce((worst, each) => (each.overScan > worst.overScan ? each : worst))
  const byIndex = figures.filter(({ list, searchedFor }) => searchedFor || !/,|counts/.test(list))
  const whole = byIndex.filter(({ wholeTables }) => wholeTables.size > 0)
  return [
    target(
      `first pages of ${byIndex.length} in the usual order or of a search that read a whole table, with ${ROWS} rows${whole.length === 0 ? '' : `, the first: ${nameOf(whole[0]!)}`}`,
      whole.length,
      0,
      '',
    ),
    target(
      `slowest first page of ${figures.length} with ${ROWS} rows, over a plain scan of its table: ${nameOf(slowest)}`,
      rounded(slowest.overScan),
      SCANS,
      '×',
    ),
  ]
}

export function listTable(figures: ListFigures[]): string {
  const rows = figures.map((each) => [
    nameOf(each),
    rounded(each.ms),
    rounded(each.overScan),
    [...each.wholeTables].join(', '),
  ])
  return formatTable(['first page of', 'database, ms', 'plain scans', 'reads all of'], rows)
}
