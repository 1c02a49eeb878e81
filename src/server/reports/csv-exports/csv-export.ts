import { sql, type RawBuilder, type SelectQueryBuilder } from 'kysely'
import type { Db } from '#server/db/db.ts'
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
  where?: RawBuilder<boolean>
}

export interface CsvExport extends Source {
  headings: string[]
  read(
    db: Db,
    condition: RawBuilder<boolean>,
    limit: number,
    now: Date,
  ): Promise<{ cells: Cell[][]; last: RowPosition | undefined }>
}

/** Defines a CSV export by its headings and the value of each column. */
export function csvExport<Sources, Names extends keyof Sources, Row extends RowPosition>(
  source: Source,
  select: SelectQueryBuilder<Sources, Names, Row>,
  columns: Record<string, (row: Row, now: Date) => Cell>,
): CsvExport {
  return {
    ...source,
    headings: Object.keys(columns),
    async read(db, condition, limit, now) {
      const rows = await db.run(
        select.where(condition).orderBy(sql.ref(source.at)).orderBy(sql.ref(source.id)).limit(limit),
      )
      const cells = rows.map((row) => Object.values(columns).map((cell) => cell(row, now)))
      return { cells, last: rows.at(-1) }
    },
  }
}
