import { sql, type RawBuilder } from 'kysely'
import { SESSION_IDLE_MINUTES } from '#contract/auth/sign-in-limits.ts'
import type { Role } from '#contract/base/endpoint.ts'
import { recordActivity } from '#server/activity/record-activity.ts'
import { hashSecret, readSessionToken } from '#server/auth/secret-tokens.ts'
import type { Services } from '#server/clients/services.ts'
import { query } from '#server/db/db.ts'

const IDLE_INTERVAL = sql`${SESSION_IDLE_MINUTES} * interval '1 minute'`
/** Interval at which `seen_at` of a session in use is updated, instead of with every request. */
const SEEN_INTERVAL_MS = 60_000

/** Somebody who is signed in, with the session of this request. */
export interface Admin {
  id: string
  email: string
  name: string
  role: Role
  sessionId: string
  /** When this session last proved who uses it. Null as long as it owes the passkey. */
  provedAt: Date | null
  hasPasskey: boolean
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
  const live = query
    .selectFrom('adminSession as session')
    .innerJoin('adminUser as admin', 'admin.id', 'session.adminId')
    .select(['session.id as sessionId', 'seenAt', 'expiresAt', 'provedAt', 'admin.id', 'name'])
    .select([sql<string>`email`.as('email'), sql<Role>`role`.as('role')])
    .select(sql<boolean>`exists (select from passkey where admin_id = admin.id)`.as('hasPasskey'))
    .where('session.id', '=', id)
    .where('secretHash', '=', hashSecret(secret))
    .where(isLive(now))
  const [admin] = await db.run(
    query
      .with('live', live)
      .with('seen', (database) =>
        database
          .updateTable('adminSession')
          .set({ seenAt: now })
          .from('live')
          .whereRef('adminSession.id', '=', 'live.sessionId')
          .where('live.seenAt', '<=', new Date(now.getTime() - SEEN_INTERVAL_MS)),
      )
      .selectFrom('live')
      .select(['id', 'email', 'name', 'role', 'sessionId', 'expiresAt', 'provedAt', 'hasPasskey']),
  )
  return admin
}

/** SQL condition on a row of `admin_session` with the alias `session`. */
export const isLive = (now: Date): RawBuilder<boolean> =>
  sql`(session.expires_at > ${now} and session.seen_at > ${now}::timestamptz - ${IDLE_INTERVAL})`

export async function signOut({ db, clock }: Pick<Services, 'db' | 'clock'>, admin: Admin): Promise<void> {
  await db.run(
    recordActivity(
      (session) => ({ at: clock.now(), actor: session.ref('adminId'), action: 'signed_out' }),
      query.deleteFrom('adminSession').where('id', '=', admin.sessionId).returning('adminId'),
    ),
  )
}
