import { sql, type RawBuilder } from 'kysely'
import type { Db, Statement } from '#server/db/db.ts'
import type { Cell } from '#server/reports/csv.ts'

/** Position of a row in its table, oldest first. */
export interface RowPosition {
  at: Date
  id: string
}

/** The table, the columns that order its rows, and a condition on them. */
interface Source {
  table: string
  at: string
  id: string
  /** Default: all rows. */
  where?: RawBuilder<unknown>
}

export interface CsvExport extends Source {
  headings: string[]
  read(
    db: Db,
    condition: RawBuilder<unknown>,
    limit: number,
    now: Date,
  ): Promise<{ cells: Cell[][]; last: RowPosition | undefined }>
}

/** Defines a CSV export by its headings and the value of each column. */
export function csvExport<Row extends RowPosition>(
  source: Source,
  select: Statement<Row>,
  columns: Record<string, (row: Row, now: Date) => Cell>,
): CsvExport {
  return {
    ...source,
    headings: Object.keys(columns),
    async read(db, condition, limit, now) {
      const order = sql`order by ${sql.ref(source.at)}, ${sql.ref(source.id)} limit ${limit}`
      const rows = await db.run(sql<Row>`${select} where ${condition} ${order}`)
      const cells = rows.map((row) => Object.values(columns).map((cell) => cell(row, now)))
      return { cells, last: rows.at(-1) }
    },
  }
}
