import { sql } from 'kysely'
import type { Services } from '#server/clients/services.ts'
import { query } from '#server/db/db.ts'
import { DomainError } from '#server/domain-error.ts'
import { readSignedId } from '#server/links/signed-token.ts'

/** Ends the reminders of the voucher that a token names. A repeat changes nothing. */
export async function stopReminders(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  token: string,
): Promise<void> {
  const [stopped] = await db.run(
    query
      .updateTable('giftVoucher')
      .set((voucher) => ({
        remindersStoppedAt: voucher.fn.coalesce('remindersStoppedAt', sql<Date>`${clock.now()}`),
      }))
      .where('id', '=', readSignedId('stop reminders', token))
      .returning('id'),
  )
  if (stopped) return
  throw new DomainError(
    'not_found',
    'This link is incomplete, so nothing has changed. Please use the link in our latest email to you, or ring us.',
  )
}
