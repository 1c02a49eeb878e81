import { sql } from 'kysely'
import { recordActivity } from '#server/activity/record-activity.ts'
import { stopRecoveries } from '#server/auth/recovery.ts'
import type { Services } from '#server/clients/services.ts'
import { query } from '#server/db/db.ts'
import { countRequest, requireWithinLimit, type RateLimitResult } from '#server/db/rate-limit.ts'
import { DomainError } from '#server/domain-error.ts'
import { END_SESSIONS_DAYS, readEndSessionsToken } from '#server/links/end-sessions-link.ts'
import { RATE_LIMITS } from '#server/rate-limits.ts'

/**
 * Ends all sessions of the admin the link was emailed to and deletes their known devices, because one may be a
 * stranger's. Safe to repeat.
 */
export async function endSessions(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  token: string,
  addressKey: string,
): Promise<void> {
  const now = clock.now()
  const adminId = readEndSessionsToken(token, now) ?? null
  const { rateLimits } = await db.batch({
    // Serialises with sign-ins: a session opened before this lock is deleted, one opened after it stays.
    locked: query
      .selectFrom('adminUser')
      .select('id')
      .where('id', '=', sql<string>`${adminId}`)
      .forUpdate(),
    // The same link stops a recovery that nobody in the clinic has asked for.
    recoveries: stopRecoveries(sql`${adminId}::uuid`, now),
    rateLimits: sql<RateLimitResult>`
      with rate_limit as (${countRequest({ ...RATE_LIMITS.endSessions, key: addressKey }, now)}),
      sessions as (
        delete from admin_session using rate_limit where rate_limit.admitted and admin_id = ${adminId}::uuid returning 1
      ),
      devices as (
        delete from admin_device using rate_limit where rate_limit.admitted and admin_id = ${adminId}::uuid returning 1
      ),
      ended as (
        select (select count(*) from sessions) as sessions, (select count(*) from devices) as devices
      ),
      activity_entry as (${recordActivity(
        { at: now, actor: sql`${adminId}`, action: 'sessions_ended', after: sql`to_jsonb(ended)` },
        sql`from ended where sessions + devices > 0`,
      )})
      select admitted, retry_at from rate_limit`,
  })
  requireWithinLimit(rateLimits[0], now)
  if (adminId === null) {
    throw new DomainError(
      'not_found',
      `This link is incomplete, or it is more than ${END_SESSIONS_DAYS} days old. Please choose “Forgot password?” on the sign-in page instead. Setting a new password also signs out all devices.`,
    )
  }
}
