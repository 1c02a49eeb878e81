import { sql } from 'kysely'
import { isLive } from './session.ts'

/** Rows that open nothing any more: parts of a batch. The session with the hash `left` ends now. */
export const forgetWhatHasEnded = (now: Date, left: string | undefined) => ({
  sessions: sql`delete from admin_session session where not ${isLive(now)} or secret_hash = ${left ?? null}`,
  devices: sql`delete from admin_device where expires_at <= ${now} or failures = 5`,
  resets: sql`delete from password_reset where expires_at <= ${now}`,
})
