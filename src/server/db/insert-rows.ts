import {
  expressionBuilder,
  sql,
  type Expression,
  type ExpressionBuilder,
  type Insertable,
  type InsertQueryBuilder,
  type InsertResult,
  type RawBuilder,
  type SelectQueryBuilder,
} from 'kysely'
import type { DB } from '#server/db/database.types.ts'
import { query } from '#server/db/db.ts'

/** The value of each column: a parameter or a SQL expression. */
type Values<Row> = { [Column in keyof Row]: Row[Column] | Expression<unknown> }

/** Refuses what is not a column of the table. */
type OnlyColumns<Table extends keyof DB, Row> = Row & Record<Exclude<keyof Row, keyof DB[Table]>, never>

type Insert<Table extends keyof DB> = InsertQueryBuilder<DB, Table, InsertResult>

/** Inserts a row for each row of `source`, SQL such as `from begun`, whose columns the values may use; without it, one row. */
export function insertRows<Table extends keyof DB, Row extends Values<Insertable<DB[Table]>>>(
  table: Table,
  values: OnlyColumns<Table, Row>,
  source?: RawBuilder<unknown>,
): Insert<Table>
/** Inserts a row for each row of a query, whose columns the compiler checks, too. */
export function insertRows<
  Table extends keyof DB,
  Sources,
  Names extends keyof Sources,
  Row extends Values<Insertable<DB[Table]>>,
>(
  table: Table,
  toValues: (row: ExpressionBuilder<Sources, Names>) => OnlyColumns<Table, Row>,
  source: SelectQueryBuilder<Sources, Names, object>,
): Insert<Table>
export function insertRows(
  table: keyof DB,
  given: object | ((row: ExpressionBuilder<object, never>) => object),
  source: RawBuilder<unknown> | SelectQueryBuilder<object, never, object> = sql``,
) {
  const values = Object.entries(typeof given === 'function' ? given(expressionBuilder()) : given)
  return query
    .insertInto(table)
    .columns(values.map(([column]) => column) as never)
    .expression(
      'select' in source
        ? source.select(values.map(([column, value]) => sql`${value}`.as(column)))
        : sql`select ${sql.join(values.map(([, value]) => value))} ${source}`,
    )
}
