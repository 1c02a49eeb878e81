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

/** Records an activity for each row of `rows`, such as `from begun`; without it, one activity. */
export function recordActivity({ before, after, ...entry }: ActivityEntry, rows: Sql = sql``) {
  const values = {
    ...entry,
    ...(before && { before: isExpression(before) ? before : jsonObject(before) }),
    ...(after && { after: isExpression(after) ? after : jsonObject(after) }),
  }
  return query
    .insertInto('activity')
    .columns(Object.keys(values) as (keyof ActivityEntry)[])
    .expression(sql`select ${sql.join(Object.values(values))} ${rows}`)
}
