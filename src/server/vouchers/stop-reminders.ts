import { sql } from 'kysely'
import type { Services } from '#server/clients/services.ts'
import { DomainError } from '#server/domain-error.ts'
import { readSignedToken } from '#server/signed-token.ts'

/** Ends the reminders of the voucher that a token names. A repeat changes nothing. */
export async function stopReminders(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  token: string,
): Promise<void> {
  const [stopped] = await db.run(sql<{ id: string }>`
    update gift_voucher set reminders_stopped_at = coalesce(reminders_stopped_at, ${clock.now()}::timestamptz)
    where id = ${readSignedToken('stop reminders', token)}::uuid returning id`)
  if (stopped) return
  throw new DomainError(
    'not_found',
    'This link is incomplete, so nothing has changed. Please use the link in our latest email to you, or ring us.',
  )
}
