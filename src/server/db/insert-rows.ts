import {
  expressionBuilder,
  sql,
  type Expression,
  type ExpressionBuilder,
  type Insertable,
  type SelectQueryBuilder,
} from 'kysely'
import type { DB } from '#server/db/database.types.ts'
import { query } from '#server/db/db.ts'

/** The value of each column: a parameter or a SQL expression. */
type Values<Row> = { [Column in keyof Row]: Row[Column] | Expression<unknown> }

/** Inserts one row for each row of `source`, whose columns the values may use. */
export function insertRows<
  Table extends keyof DB,
  Sources,
  Names extends keyof Sources,
  Row extends Values<Insertable<DB[Table]>>,
>(
  table: Table,
  source: SelectQueryBuilder<Sources, Names, object>,
  // The second type refuses what is not a column of the table.
  toValues: (
    row: ExpressionBuilder<Sources, Names>,
  ) => Row & Record<Exclude<keyof Row, keyof DB[Table]>, never>,
) {
  const values = Object.entries(toValues(expressionBuilder<Sources, Names>()))
  return query
    .insertInto(table)
    .columns(values.map(([column]) => column) as never)
    .expression(source.select(values.map(([column, value]) => sql`${value}`.as(column))))
}
