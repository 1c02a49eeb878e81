import { isExpression, sql, type RawBuilder } from 'kysely'
import type { ActivityAction } from '#server/activity/describe-activity.ts'
import { query } from '#server/db/db.ts'
import { jsonObject } from '#server/db/json-object.ts'

type Sql = RawBuilder<unknown>

interface ActivityEntry {
  at: Date
  /** The id of an admin, or `visitor`, `buyer`, `stripe` or `system`. */
  actor: string | Sql
  action: ActivityAction | RawBuilder<ActivityAction>
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
 * Records an activity for each row of `rows`, such as `from begun`; without it, one activity. The same one is not
 * recorded twice at the same time: the statement may be sent again.
 */
export function recordActivity({ before, after, ...entry }: ActivityEntry, rows: Sql = sql``) {
  const values = {
    ...entry,
    ...(before && { before: isExpression(before) ? before : jsonObject(before) }),
    ...(after && { after: isExpression(after) ? after : jsonObject(after) }),
  }
  const columns = Object.keys(values) as (keyof ActivityEntry)[]
  const typed = columns.map((column) => sql`(${values[column]})::${TYPES[column]} as ${sql.ref(column)}`)
  const fieldsOf = (row: string) => sql.join(columns.map((column) => sql.ref(`${row}.${column}`)))
  return query.insertInto('activity').columns(columns).expression(sql`
    select ${fieldsOf('entry')} from (select ${sql.join(typed)} ${rows}) entry
    where not exists (
      select from activity recorded
      where recorded.at = entry.at and (${fieldsOf('recorded')}) is not distinct from (${fieldsOf('entry')})
    )`)
}
