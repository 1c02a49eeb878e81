import { sql } from 'kysely'
import type { KEPT_DATA } from '#clinic/kept-data.ts'
import type { Services } from '#server/clients/services.ts'
import { query, type Statement } from '#server/db/db.ts'
import { runStep } from '#server/run-step.ts'

/** Deletes or clears a batch of rows; returns whether it was full. */
type RetentionStatement = Statement<{ isFull: boolean }>

/**
 * Deletes or clears data after the periods of the privacy policy, a batch of each kind in turn. The next run continues
 * where time ran out. Failures are logged and do not stop the other kinds.
 */
export async function applyRetention(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  timeIsUp: () => boolean = () => false,
): Promise<void> {
  let unfinished = Object.entries(rules(clock.now())).flatMap(([kind, statements]) =>
    statements.map((statement) => ({ step: `apply retention to ${kind}`, statement })),
  )
  while (unfinished.length > 0 && !timeIsUp()) {
    const full = []
    for (const rule of unfinished) {
      const done = await runStep(rule.step, timeIsUp, () => db.run(rule.statement))
      if (done?.[0]?.isFull) full.push(rule)
    }
    unfinished = full
  }
}

/**
 * How each line of the policy's table is kept. The functions of the database have the periods and go by its clock, so that
 * no caller can have newer data deleted (migrations/0025_functions_role.sql). Another period needs a migration.
 */
const rules = (now: Date): Record<keyof typeof KEPT_DATA, RetentionStatement[]> => ({
  // They stay in the books. Names go when the person asks (erase-customer.ts).
  vouchers: [],
  orders: [],
  payments: [],
  unpaidPurchases: [sql`select clear_unpaid_purchases() as is_full`],
  enquiries: [
    sql`select delete_old_messages() as is_full`,
    sql`select delete_old_appointments() as is_full`,
    sql`select delete_old_inquiries() as is_full`,
  ],
  emails: [sql`select clear_old_emails() as is_full`],
  addresses: [
    sql`select clear_old_holders() as is_full`,
    sql`select clear_old_callers() as is_full`,
    sql`select delete_old_hits() as is_full`,
  ],
  failedSignIns: [
    sql`select delete_old_failure_counts() as is_full`,
    sql`select delete_old_failed_sign_ins() as is_full`,
  ],
  // Nobody's address, password and passkeys outlast their removal (people.ts).
  staff: [],
  sessions: (['adminSession', 'adminDevice', 'passwordReset'] as const).map((table) =>
    deleteEnded(table, now),
  ),
  // Netlify's, which deletes them.
  logs: [],
})

/** Functions may delete these rows in any case. There are few, so one statement takes all. */
const deleteEnded = (
  table: 'adminSession' | 'adminDevice' | 'passwordReset',
  now: Date,
): RetentionStatement =>
  query
    .with('ended', (database) =>
      database.deleteFrom(table).where('expiresAt', '<=', now).returning('adminId'),
    )
    .selectNoFrom(sql<boolean>`false`.as('isFull'))
