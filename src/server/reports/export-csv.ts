import { sql } from 'kysely'
import type { Params, Query } from '#contract/base/endpoint.ts'
import { EXPORT_ROWS_MAX, type exportCsvEndpoint } from '#contract/reports/exports.ts'
import { recordActivity } from '#server/activity/record-activity.ts'
import type { Services } from '#server/clients/services.ts'
import { isWithinDays } from '#server/db/day-range.ts'
import type { Db } from '#server/db/db.ts'
import { DomainError } from '#server/domain-error.ts'
import { activityCsv } from '#server/reports/csv-exports/activity-csv.ts'
import type { CsvExport, RowPosition } from '#server/reports/csv-exports/csv-export.ts'
import { customersCsv } from '#server/reports/csv-exports/customers-csv.ts'
import { ordersCsv } from '#server/reports/csv-exports/orders-csv.ts'
import { vouchersCsv } from '#server/reports/csv-exports/vouchers-csv.ts'
import { BYTE_ORDER_MARK, csvLine } from '#server/reports/csv.ts'

const EXPORTS: Record<Params<typeof exportCsvEndpoint>['file'], CsvExport> = {
  'vouchers.csv': vouchersCsv,
  'orders.csv': ordersCsv,
  'customers.csv': customersCsv,
  'activity.csv': activityCsv,
}

/** Rows per query, so that few are in memory at once. */
const PAGE_ROWS = 2000

interface ExportRequest {
  file: Params<typeof exportCsvEndpoint>['file']
  days: Query<typeof exportCsvEndpoint>
  actor: string
}

/**
 * Exports all rows of a range of days as CSV, oldest first, streamed page by page. Throws `invalid_request` for too
 * many. Records the export before the first row leaves, because a download that is broken off has left, too.
 */
export async function exportCsv(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  { file, days: range, actor }: ExportRequest,
): Promise<{ name: string; content: AsyncGenerator<string> }> {
  const table = EXPORTS[file]
  const now = clock.now()
  const [counted] = await db.run(sql<{ rows: number }>`
    with counted as (
      select count(*)::int as rows
      from (select from ${sql.table(table.table)} where ${isExported(table, range)} limit ${EXPORT_ROWS_MAX + 1}) found
    ),
    activity_entry as (${recordActivity(
      { at: now, actor, action: 'exported', after: { file, ...range } },
      sql`from counted where rows <= ${EXPORT_ROWS_MAX}`,
    )})
    select rows from counted`)
  if (counted && counted.rows > EXPORT_ROWS_MAX) {
    const sentence = `This would be more than ${EXPORT_ROWS_MAX / 1000},000 rows. Please choose a shorter period`
    throw new DomainError('invalid_request', `${sentence}.`, { fields: { from: sentence } })
  }
  return { name: nameOf(file, range), content: streamLines(db, table, range, now) }
}

async function* streamLines(
  db: Db,
  table: CsvExport,
  range: Query<typeof exportCsvEndpoint>,
  now: Date,
): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK + csvLine(table.headings)
  let last: RowPosition | undefined
  do {
    const page = await table.read(db, afterRow(table, range, last), PAGE_ROWS, now)
    yield page.cells.map(csvLine).join('')
    last = page.cells.length === PAGE_ROWS ? page.last : undefined
  } while (last)
}

const isExported = ({ at, where = sql`true` }: CsvExport, range: Query<typeof exportCsvEndpoint>) =>
  sql<boolean>`${isWithinDays(at, range)} and ${where}`

const afterRow = (
  table: CsvExport,
  range: Query<typeof exportCsvEndpoint>,
  last: RowPosition | undefined,
) => sql<boolean>`
  ${isExported(table, range)} and ${last ? sql`(${sql.ref(table.at)}, ${sql.ref(table.id)}) > (${last.at}, ${last.id})` : sql`true`}`

function nameOf(file: string, { from, to }: Query<typeof exportCsvEndpoint>): string {
  return file.replace('.csv', `${from ? `-from-${from}` : ''}${to ? `-to-${to}` : ''}.csv`)
}
