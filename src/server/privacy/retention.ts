import { sql, type RawBuilder } from 'kysely'
import { KEPT_FOR, type KEPT_DATA } from '#content/legal/kept-data.ts'
import type { Services } from '#server/clients/services.ts'
import type { Statement } from '#server/db/db.ts'
import { runStep } from '#server/run-step.ts'

/** Rows per statement, so that a backlog stays within the database client's timeout. */
const BATCH_ROWS = 5000

/** Returns the number of rows that it deleted or cleared. */
type RetentionStatement = Statement<{ rows: number }>

/**
 * Deletes or clears data after the periods of the privacy policy, a batch of each kind in turn. The next run continues
 * where time ran out. Failures are logged and do not stop the other kinds.
 */
export async function applyRetention(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  timeIsUp: () => boolean = () => false,
): Promise<void> {
  let unfinished = Object.entries(retentionRules(clock.now())).flatMap(([kind, statements]) =>
    statements.map((statement) => ({ step: `apply retention to ${kind}`, statement })),
  )
  while (unfinished.length > 0 && !timeIsUp()) {
    const full = []
    for (const rule of unfinished) {
      const done = await runStep(rule.step, timeIsUp, () => db.run(rule.statement))
      if (done?.[0]?.rows === BATCH_ROWS) full.push(rule)
    }
    unfinished = full
  }
}

/** How each line of the policy's table is kept. */
const retentionRules = (now: Date): Record<keyof typeof KEPT_DATA, RetentionStatement[]> => {
  const before = (age: string) => sql`${now}::timestamptz - ${age}::interval`
  return {
    // Both stay in the books. Names go when the person asks (erase-customer.ts).
    vouchers: [],
    orders: [],
    unpaidPurchases: [
      clearColumns('payment', {
        set: sql`purchase = null`,
        where: sql`purchase is not null and state = 'cancelled' and settled_at < ${before(KEPT_FOR.unpaidPurchase)}`,
      }),
    ],
    enquiries: Object.entries({
      contact_message: sql`true`,
      // It may be confirmed for a day two years ahead.
      appointment: sql`coalesce(confirmed_for, '-infinity') < ${before(KEPT_FOR.answeredEnquiry)}`,
      product_inquiry: sql`true`,
    }).map(([table, isOver]) =>
      deleteRows(
        table,
        sql`${isOver} and (answered_at < ${before(KEPT_FOR.answeredEnquiry)}
          or (answered_at is null and created_at < ${before(KEPT_FOR.unansweredEnquiry)}))`,
      ),
    ),
    emails: [
      clearColumns('outbox', {
        set: sql`data = null, recipient = '', last_error = null`,
        where: sql`(recipient <> '' or data is not null) and coalesce(sent_at, failed_at, withdrawn_at) < ${before(KEPT_FOR.email)}`,
      }),
    ],
    addresses: [
      clearColumns('stock_reservation', {
        set: sql`holder = null`,
        where: sql`holder is not null and coalesce(settled_at, created_at) < ${before(KEPT_FOR.address)}`,
      }),
      clearColumns('payment', {
        set: sql`caller = null`,
        where: sql`caller is not null and (settled_at is not null or created_at < ${before(KEPT_FOR.address)})`,
      }),
      deleteRows('throttle', sql`hits[cardinality(hits)] < ${before(KEPT_FOR.address)}`),
    ],
    failedSignIns: [
      deleteRows('sign_in_failure', sql`retry_at < ${before(KEPT_FOR.failedSignIn)}`),
      deleteRows('failed_sign_in', sql`at < ${before(KEPT_FOR.failedSignIn)}`),
    ],
    // Netlify's, which deletes them.
    logs: [],
  }
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
