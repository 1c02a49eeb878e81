import {
  expressionBuilder,
  isExpression,
  sql,
  type Compilable,
  type Expression,
  type ExpressionBuilder,
  type InsertQueryBuilder,
  type InsertResult,
  type RawBuilder,
} from 'kysely'
import type { ActivityAction } from '#server/activity/describe-activity.ts'
import type { DB } from '#server/db/database.types.ts'
import { query } from '#server/db/db.ts'
import { jsonObject } from '#server/db/json-object.ts'

type Sql = Expression<unknown>
type InsertActivity = InsertQueryBuilder<DB, 'activity', InsertResult>

interface ActivityEntry {
  at: Date
  /** The id of an admin, or `visitor`, `buyer`, `stripe` or `system`. */
  actor: string | Sql
  action: ActivityAction | Expression<ActivityAction>
  paymentId?: Sql
  voucherId?: Sql
  orderId?: Sql
  productId?: Sql
  before?: Sql | Record<string, unknown>
  after?: Sql | Record<string, unknown>
}

const TYPES: Record<keyof ActivityEntry, Sql> = {
  at: sql`timestamptz`,
  actor: sql`text`,
  action: sql`text`,
  paymentId: sql`uuid`,
  voucherId: sql`uuid`,
  orderId: sql`uuid`,
  productId: sql`uuid`,
  before: sql`jsonb`,
  after: sql`jsonb`,
}

/**
 * Records an activity for each row of `rows`, SQL such as `from begun`; without it, one activity. The same one is not
 * recorded twice at the same time: the statement may be sent again.
 */
export function recordActivity(entry: ActivityEntry, rows?: RawBuilder<unknown>): InsertActivity
/** Runs a statement, and records an activity for each row that it returns, whose columns the compiler checks. */
export function recordActivity<Row extends object>(
  toEntry: (row: ExpressionBuilder<{ changed: Row }, 'changed'>) => ActivityEntry,
  change: Compilable<Row>,
): InsertActivity
export function recordActivity(
  given: ActivityEntry | ((row: ExpressionBuilder<object, never>) => ActivityEntry),
  rows: RawBuilder<unknown> | Compilable = sql``,
) {
  const isChange = typeof given === 'function'
  const { before, after, ...entry } = isChange ? given(expressionBuilder()) : given
  const values = {
    ...entry,
    ...(before && { before: isExpression(before) ? before : jsonObject(before) }),
    ...(after && { after: isExpression(after) ? after : jsonObject(after) }),
  }
  const columns = Object.keys(values) as (keyof ActivityEntry)[]
  const typed = columns.map((column) => sql`(${values[column]})::${TYPES[column]} as ${sql.ref(column)}`)
  const fieldsOf = (row: string) => sql.join(columns.map((column) => sql.ref(`${row}.${column}`)))
  const insert = (isChange ? query.with('changed', rows as never) : query).insertInto('activity')
  return insert.columns(columns).expression(sql`
    select ${fieldsOf('entry')} from (select ${sql.join(typed)} ${isChange ? sql`from changed` : rows}) entry
    where not exists (
      select from activity recorded
      where recorded.at = entry.at and (${fieldsOf('recorded')}) is not distinct from (${fieldsOf('entry')})
    )`)
}
