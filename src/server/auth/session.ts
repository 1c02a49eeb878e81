import { SESSION_IDLE_MINUTES } from '#contract/session-idle'
import { type RawBuilder, sql } from 'kysely'
import type { Services } from '../clients/services.ts'
import { hashOf } from './tokens.ts'
import { readToken } from './session-token.ts'

const IDLE = sql`${SESSION_IDLE_MINUTES} * interval '1 minute'`
/** A session in use is written this often, not with every call. */
const SEEN_EVERY = sql`interval '1 minute'`

/** Whoever is signed in. */
export interface Admin {
  id: string
  email: string
  sessionId: string
  /** At the latest. */
  expiresAt: Date
}

/** Whose live session the two halves are, in one statement, which also notes that it is in use. */
export async function findSession(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  { secret, token }: { secret: string; token: string },
): Promise<Admin | undefined> {
  const id = await readToken(token)
  if (id === undefined) return undefined
  const now = clock.now()
  const [admin] = await db.run(sql<Admin>`
    with live as (
      select session.id as session_id, session.seen_at, session.expires_at, admin.id, admin.email
      from admin_session session join admin_user admin on admin.id = session.admin_id
      where session.id = ${id} and session.secret_hash = ${hashOf(secret)} and ${isLive(now)}
    ),
    seen as (
      update admin_session set seen_at = ${now} from live
      where admin_session.id = live.session_id and live.seen_at <= ${now}::timestamptz - ${SEEN_EVERY}
    )
    select id, email, session_id, expires_at from live`)
  return admin
}

/** Of a row of `admin_session` called `session`. */
export const isLive = (now: Date): RawBuilder<boolean> =>
  sql`(session.expires_at > ${now} and session.seen_at > ${now}::timestamptz - ${IDLE})`

export async function signOut({ db, clock }: Pick<Services, 'db' | 'clock'>, admin: Admin): Promise<void> {
  await db.run(sql`
    with ended as (delete from admin_session where id = ${admin.sessionId} returning admin_id)
    insert into activity (at, actor, action) select ${clock.now()}, admin_id, 'signed_out' from ended`)
}
