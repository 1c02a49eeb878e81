import { sql } from 'kysely'
import type { Services } from '#server/clients/services.ts'
import { LIMIT_ALL, selectPayments, selectRefunds, selectUnknown } from '#server/reports/attention-queries.ts'

/**
 * Returns the intents of settled payments that Needs attention shows, now or later, for a reason other than a
 * difference.
 */
export async function listShownPayments({ db, clock }: Pick<Services, 'db' | 'clock'>): Promise<string[]> {
  const now = clock.now()
  const rows = await db.batch({
    unknown: selectUnknown(LIMIT_ALL),
    frozen: selectPayments(sql`state = 'disputed'`, LIMIT_ALL),
    refunds: selectRefunds(now, LIMIT_ALL),
  })
  return Object.values(rows).flatMap((payments) => payments.flatMap(({ reference }) => reference ?? []))
}
