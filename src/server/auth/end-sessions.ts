import { sql } from 'kysely'
import { type RateLimitResult, countRequest, requireWithinLimit } from '../db/rate-limit.ts'
import { DomainError } from '../domain-error.ts'
import { END_SESSIONS_DAYS, readEndSessionsToken } from '../end-sessions-link.ts'
import type { Services } from '../clients/services.ts'

const CALLS = { kind: 'end_sessions', limit: 20, windowMinutes: 10 }

/**
 * Ends all sessions of the admin whom the link was emailed to, and forgets their devices: somebody else may have one.
 * Safe to repeat.
 */
export async function endSessions(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  token: string,
  addressKey: string,
): Promise<void> {
  const now = clock.now()
  const adminId = readEndSessionsToken(token, now) ?? null
  const { counted } = await db.batch({
    // A sign-in at the same moment comes before, or after with what it opens.
    locked: sql`select from admin_user where id = ${adminId}::uuid for update`,
    counted: sql<RateLimitResult>`
      with called as (${countRequest({ ...CALLS, key: addressKey }, now)}),
      sessions as (
        delete from admin_session using called where called.admitted and admin_id = ${adminId}::uuid returning 1
      ),
      devices as (
        delete from admin_device using called where called.admitted and admin_id = ${adminId}::uuid returning 1
      ),
      ended as (
        select (select count(*) from sessions) as sessions, (select count(*) from devices) as devices
      ),
      noted as (
        insert into activity (at, actor, action, after)
        select ${now}, ${adminId}, 'sessions_ended', to_jsonb(ended) from ended where sessions + devices > 0
      )
      select admitted, retry_at from called`,
  })
  requireWithinLimit(counted[0], now)
  if (adminId === null) {
    throw new DomainError(
      'not_found',
      `This link is older than ${END_SESSIONS_DAYS} days or incomplete. Choose “Forgot password” on the sign-in page: a new password ends all sessions, too.`,
    )
  }
}
