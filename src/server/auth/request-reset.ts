import { type RawBuilder, sql } from 'kysely'
import { type RateLimitResult, countRequest, requireWithinLimit } from '../db/rate-limit.ts'
import { resetToken } from '../reset-link.ts'
import type { Services } from '../clients/services.ts'
import { hashOf } from './tokens.ts'

const CALLS = { kind: 'reset', limit: 3, windowMinutes: 60 }
const RESET_MINUTES = 30
/** A link in the mailbox that works for less than this is too short to rely on, so another is sent. */
const USEFUL_MINUTES = 15

/**
 * Emails a link to the admin with this address, unless one that works for another 15 minutes is in the mailbox already.
 * So strangers who ask can neither use up the owner's links nor send more than four emails an hour. Answers the same in
 * every case: the caller does not learn which addresses there are.
 */
export async function requestReset(
  { db, clock, random }: Pick<Services, 'db' | 'clock' | 'random'>,
  email: string,
  addressKey: string,
): Promise<void> {
  const now = clock.now()
  const id = random.uuid()
  const withoutLink = sql`
    select id from admin_user, called
    where email = ${email} and called.admitted and not exists (
      select from password_reset
      where admin_id = admin_user.id and mailed
        and expires_at >= ${now}::timestamptz + ${USEFUL_MINUTES} * interval '1 minute'
    )`
  const { asked } = await db.batch({
    // Requests at the same time take turns, so that the later ones see the link of the first.
    locked: sql`select from admin_user where email = ${email} for update`,
    asked: sql<RateLimitResult>`
      with called as (${countRequest({ ...CALLS, key: addressKey }, now)}),
      reset as (${insertReset({ tokenHash: hashOf(resetToken(id)), mailed: true }, withoutLink, now)}),
      noted as (insert into activity (at, actor, action, after)
        select ${now}, 'visitor', 'reset_requested', jsonb_build_object('admin', admin_id) from reset),
      mailed as (
        insert into outbox (id, key, template, recipient, data, created_at, due_at)
        select ${random.uuid()}::uuid, 'password-reset:' || ${id}, 'password-reset', ${email},
          jsonb_build_object('reset', ${id}::text), ${now}, ${now}
        from reset
      )
      select admitted, retry_at from called`,
  })
  requireWithinLimit(asked[0], now)
}

interface ResetRow {
  tokenHash: string
  mailed: boolean
}

/** A link's row, for each admin that a query names. */
export const insertReset = ({ tokenHash, mailed }: ResetRow, admins: RawBuilder<unknown>, now: Date) => sql<{
  adminId: string
}>`
  insert into password_reset (token_hash, admin_id, expires_at, mailed)
  select ${tokenHash}, admin.id, ${now}::timestamptz + ${RESET_MINUTES} * interval '1 minute', ${mailed}::boolean
  from (${admins}) admin
  returning admin_id`
