import { sql } from 'kysely'
import type { KEPT_DATA } from '#clinic/kept-data.ts'
import type { Services } from '#server/clients/services.ts'
import type { Statement } from '#server/db/db.ts'
import { runStep } from '#server/run-step.ts'

/** Deletes or clears a batch of rows; returns whether it was full. */
type RetentionStatement = Statement<{ isFull: boolean }>

/**
 * Deletes or clears data after the periods of the privacy policy, a batch of each kind in turn. The next run continues
 * where time ran out. Failures are logged and do not stop the other kinds.
 */
export async function applyRetention(
  { db }: Pick<Services, 'db'>,
  timeIsUp: () => boolean = () => false,
): Promise<void> {
  let unfinished = Object.entries(RULES).flatMap(([kind, statements]) =>
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
const RULES: Record<keyof typeof KEPT_DATA, RetentionStatement[]> = {
  // Both stay in the books. Names go when the person asks (erase-customer.ts).
  vouchers: [],
  orders: [],
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
  // Netlify's, which deletes them.
  logs: [],
}
