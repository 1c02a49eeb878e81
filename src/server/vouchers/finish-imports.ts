import { sql } from 'kysely'
import { recordActivity } from '#server/activity/record-activity.ts'
import type { Services } from '#server/clients/services.ts'
import { enqueueEmail, OWNER_ADDRESSES } from '#server/email/outbox.ts'

/** How long an import waits for its next slice before it counts as finished (ms). */
const SLICE_WAIT_MS = 3_600_000

/** Finishes imports whose last slice never came, so that every admin is told of what did. */
export async function finishImports({ db, clock }: Pick<Services, 'db' | 'clock'>): Promise<void> {
  const now = clock.now()
  await db.batch({
    finished: sql`
      update voucher_import set finished_at = ${now}
      where finished_at is null and taken_back_at is null and created_at < ${new Date(now.getTime() - SLICE_WAIT_MS)}`,
    ...tellOfImports(now),
  })
}

/** SQL: vouchers that were brought in, with their first entry. */
export const OF_IMPORT = sql`from gift_voucher voucher join voucher_entry entry on entry.voucher_id = voucher.id and entry.kind = 'import'`

/** Emails every admin about the imports that are finished now, and records them as activity. */
export function tellOfImports(now: Date) {
  const finished = sql`
    voucher_import cross join lateral (
      select count(*)::int as count, sum(pence)::int as pence ${OF_IMPORT} where import_id = voucher_import.id
    ) brought`
  return {
    emails: enqueueEmail(
      {
        key: sql`'vouchers-imported:' || voucher_import.id || suffix`,
        template: 'vouchers-imported',
        recipient: sql`address`,
        data: {
          at: sql`finished_at`,
          count: sql`count`,
          pence: sql`pence`,
          by: sql`coalesce((select email from admin_user where id::text = actor), 'Administrator')`,
        },
        at: now,
      },
      sql`from ${finished}, ${OWNER_ADDRESSES} where finished_at = ${now}`,
    ),
    activity: recordActivity(
      {
        at: now,
        // The admin who brought them in.
        actor: sql`actor`,
        action: 'vouchers_imported',
        after: { import: sql`voucher_import.id`, count: sql`count`, pence: sql`pence` },
      },
      sql`from ${finished} where finished_at = ${now}`,
    ),
  }
}
