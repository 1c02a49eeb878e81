import { sql, type RawBuilder } from 'kysely'
import type { Services } from '#server/clients/services.ts'
import type { Statement } from '#server/db/db.ts'

/** Rows per statement, so that a backlog stays within the database client's timeout. */
const BATCH_ROWS = 5000

/**
 * Deletes or clears data after the retention periods of the privacy policy. Each run processes at least one batch of
 * every kind; the next run continues where time ran out.
 */
export async function applyRetention(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  timeIsUp: () => boolean,
): Promise<void> {
  for (const statement of retentionStatements(clock.now())) {
    let rows: number | undefined
    do {
      rows = (await db.run(statement))[0]?.rows
    } while (rows === BATCH_ROWS && !timeIsUp())
  }
}

type RetentionStatement = Statement<{ rows: number }>

const retentionStatements = (now: Date): RetentionStatement[] => {
  const before = (age: string) => sql`${now}::timestamptz - ${age}::interval`
  return [
    clearColumns('outbox', {
      set: sql`data = null, recipient = '', last_error = null`,
      where: sql`(recipient <> '' or data is not null) and coalesce(sent_at, failed_at, withdrawn_at) < ${before('30 days')}`,
    }),
    clearColumns('stock_reservation', {
      set: sql`holder = null`,
      where: sql`holder is not null and coalesce(settled_at, created_at) < ${before('1 day')}`,
    }),
    clearColumns('payment', {
      set: sql`caller = null`,
      where: sql`caller is not null and (settled_at is not null or created_at < ${before('1 day')})`,
    }),
    deleteRows('throttle', sql`hits[cardinality(hits)] < ${before('1 day')}`),
    deleteRows('sign_in_failure', sql`retry_at < ${before('30 days')}`),
    ...['contact_message', 'appointment', 'product_inquiry'].map((table) =>
      deleteRows(
        table,
        sql`answered_at < ${before('12 months')} or (answered_at is null and created_at < ${before('24 months')})`,
      ),
    ),
  ]
}

// Locked rows are in use: skip them until the next run instead of waiting.
const due = (table: string, where: RawBuilder<unknown>) => sql`
  due as materialized (select ctid from ${sql.table(table)} where ${where} limit ${BATCH_ROWS} for update skip locked)`

const clearColumns = (
  table: string,
  { set, where }: Record<'set' | 'where', RawBuilder<unknown>>,
): RetentionStatement => sql`
  with ${due(table, where)},
  done as (update ${sql.table(table)} old set ${set} from due where old.ctid = due.ctid returning 1)
  select count(*)::int as rows from done`

const deleteRows = (table: string, where: RawBuilder<unknown>): RetentionStatement => sql`
  with ${due(table, where)},
  done as (delete from ${sql.table(table)} old using due where old.ctid = due.ctid returning 1)
  select count(*)::int as rows from done`
