import { type RawBuilder, sql } from 'kysely'
import type { Statement } from '../db/db.ts'
import type { Services } from '../clients/services.ts'

/** Rows per statement, so that a backlog never makes one last longer than the database client waits. */
const ROWS = 5000

/**
 * Deletes or blanks what has been kept for as long as the privacy policy says. Each kind is looked at in every run; what
 * does not fit into the time that is left is for the next one.
 */
export async function applyRetention(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  timeIsUp: () => boolean,
): Promise<void> {
  for (const sweep of sweeps(clock.now())) {
    let rows: number | undefined
    do {
      rows = (await db.run(sweep))[0]?.rows
    } while (rows === ROWS && !timeIsUp())
  }
}

type Sweep = Statement<{ rows: number }>

const sweeps = (now: Date): Sweep[] => {
  const before = (age: string) => sql`${now}::timestamptz - ${age}::interval`
  return [
    blank('outbox', {
      set: sql`data = null, recipient = '', last_error = null`,
      where: sql`(recipient <> '' or data is not null) and coalesce(sent_at, failed_at) < ${before('30 days')}`,
    }),
    blank('stock_reservation', {
      set: sql`holder = null`,
      where: sql`holder is not null and (state = 'sold' or coalesce(settled_at, created_at) < ${before('1 day')})`,
    }),
    blank('payment', {
      set: sql`caller = null`,
      where: sql`caller is not null and (settled_at is not null or created_at < ${before('1 day')})`,
    }),
    remove('throttle', sql`hits[cardinality(hits)] < ${before('1 day')}`),
    remove('sign_in_failure', sql`retry_at < ${before('30 days')}`),
    ...['contact_message', 'appointment', 'product_inquiry'].map((table) =>
      remove(table, sql`created_at < ${before('24 months')}`),
    ),
  ]
}

// Rows that somebody else has locked are in use: they are left for the next run, and nobody waits for anybody.
const due = (table: string, where: RawBuilder<unknown>) => sql`
  due as materialized (select ctid from ${sql.table(table)} where ${where} limit ${ROWS} for update skip locked)`

const blank = (table: string, { set, where }: Record<'set' | 'where', RawBuilder<unknown>>): Sweep => sql`
  with ${due(table, where)},
  done as (update ${sql.table(table)} old set ${set} from due where old.ctid = due.ctid returning 1)
  select count(*)::int as rows from done`

const remove = (table: string, where: RawBuilder<unknown>): Sweep => sql`
  with ${due(table, where)},
  done as (delete from ${sql.table(table)} old using due where old.ctid = due.ctid returning 1)
  select count(*)::int as rows from done`
