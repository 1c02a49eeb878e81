import { type RawBuilder, sql } from 'kysely'
import type { Db, Statement } from '../../db/db.ts'
import type { Cell } from '../csv.ts'

/** A row's place in its table, oldest first. */
export interface RowPosition {
  at: Date
  id: string
}

/** Where the rows are and what they are ordered by. */
interface Source {
  table: string
  at: string
  id: string
}

export interface CsvExport extends Source {
  headings: string[]
  read(
    db: Db,
    which: RawBuilder<unknown>,
    limit: number,
  ): Promise<{ cells: Cell[][]; last: RowPosition | undefined }>
}

/** A table as a person reads it: each column's heading and what stands in it. */
export function csvExport<Row extends RowPosition>(
  source: Source,
  select: Statement<Row>,
  columns: Record<string, (row: Row) => Cell>,
): CsvExport {
  return {
    ...source,
    headings: Object.keys(columns),
    async read(db, which, limit) {
      const order = sql`order by ${sql.ref(source.at)}, ${sql.ref(source.id)} limit ${limit}`
      const rows = await db.run(sql<Row>`${select} where ${which} ${order}`)
      const cells = rows.map((row) => Object.values(columns).map((cell) => cell(row)))
      return { cells, last: rows.at(-1) }
    },
  }
}

/** "2026-11-21 14:32" in London, which sorts and which every spreadsheet takes for a time. */
export const londonTime = (column: string): RawBuilder<string> =>
  sql`to_char(${sql.ref(column)} at time zone 'Europe/London', 'YYYY-MM-DD HH24:MI')`
