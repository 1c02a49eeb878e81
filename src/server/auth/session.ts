import { sql, type RawBuilder } from 'kysely'
import { SESSION_IDLE_MINUTES } from '#contract/sign-in-limits.ts'
import { recordActivity } from '#server/activity/record-activity.ts'
import { hashSecret, readSessionToken } from '#server/auth/secret-tokens.ts'
import type { Services } from '#server/clients/services.ts'

const IDLE_INTERVAL = sql`${SESSION_IDLE_MINUTES} * interval '1 minute'`
/** Interval at which `seen_at` of a session in use is updated, instead of with every request. */
const SEEN_INTERVAL = sql`interval '1 minute'`

/** A signed-in admin with the session of this request. */
export interface Admin {
  id: string
  email: string
  sessionId: string
  /** End of the session if it is not idle before. */
  expiresAt: Date
}

/**
 * Returns the admin of a live session, given its cookie secret and its bearer token. The same statement updates
 * `seen_at`.
 */
export async function findSession(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  { secret, token }: { secret: string; token: string },
): Promise<Admin | undefined> {
  const id = await readSessionToken(token)
  if (id === undefined) return undefined
  const now = clock.now()
  const [admin] = await db.run(sql<Admin>`
    with live as (
      select session.id as session_id, session.seen_at, session.expires_at, admin.id, admin.email
      from admin_session session join admin_user admin on admin.id = session.admin_id
      where session.id = ${id} and session.secret_hash = ${hashSecret(secret)} and ${isLive(now)}
    ),
    seen as (
      update admin_session set seen_at = ${now} from live
      where admin_session.id = live.session_id and live.seen_at <= ${now}::timestamptz - ${SEEN_INTERVAL}
    )
    select id, email, session_id, expires_at from live`)
  return admin
}

/** SQL condition on a row of `admin_session` with the alias `session`. */
export const isLive = (now: Date): RawBuilder<boolean> =>
  sql`(session.expires_at > ${now} and session.seen_at > ${now}::timestamptz - ${IDLE_INTERVAL})`

export async function signOut({ db, clock }: Pick<Services, 'db' | 'clock'>, admin: Admin): Promise<void> {
  await db.run(sql`
    with ended as (delete from admin_session where id = ${admin.sessionId} returning admin_id)
    ${recordActivity({ at: clock.now(), actor: sql`admin_id`, action: 'signed_out' }, sql`from ended`)}`)
}
