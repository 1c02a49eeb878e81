import type { Services } from '#server/clients/services.ts'
import { enqueueReminders } from '#server/vouchers/holder-emails.ts'

/** Enqueues today's reminders. */
export async function remindHolders({ db, clock }: Pick<Services, 'db' | 'clock'>): Promise<void> {
  for (const reminders of enqueueReminders(clock.now())) await db.run(reminders)
}
