import { sql } from 'kysely'
import { isLive } from './session.ts'

/** Rows that open nothing any more, and failures that nobody has added to for a month: parts of a batch. */
export const forgetWhatHasEnded = (now: Date) => ({
  sessions: sql`delete from admin_session session where not ${isLive(now)}`,
  devices: sql`delete from admin_device where expires_at <= ${now} or failures = 5`,
  resets: sql`delete from password_reset where expires_at <= ${now}`,
  failures: sql`delete from sign_in_failure where retry_at < ${now}::timestamptz - interval '30 days'`,
})
