import type { Body } from '#contract/endpoint'
import type { loginEndpoint } from '#contract/session'
import { sql } from 'kysely'
import type { Statement } from '../db/db.ts'
import { requireWithinLimit } from '../db/rate-limit.ts'
import { DomainError } from '../domain-error.ts'
import type { Services } from '../clients/services.ts'
import { countTry, forgive, noteFailure, type Try, type TryAnswer } from './sign-in-rate-limit.ts'
import { forgetWhatHasEnded } from './purge-expired.ts'
import { hashPassword, isOfToday, isPassword } from './password.ts'
import { describeBrowser } from './browser.ts'
import { accountKey, hashOf, newSecret } from './tokens.ts'
import { signToken } from './session-token.ts'

type Deps = Pick<Services, 'db' | 'clock' | 'random'>

export const SESSION_SECONDS = 12 * 60 * 60

/** What a browser tells about itself. */
export interface Caller {
  addressKey: string
  /** The secret that it was given when it signed in before. */
  device: string | undefined
  /** The secret of the session that it has had so far, which ends with the new one. */
  session: string | undefined
  userAgent: string
}

export interface NewSession {
  token: string
  secret: string
  device: string
  /** Whether an email about a new device waits in the outbox. */
  mailed: boolean
}

/** Opens a session, or says no more than that it will not. */
export async function signIn(
  services: Deps,
  { email, password }: Body<typeof loginEndpoint>,
  caller: Caller,
): Promise<NewSession> {
  const { db, clock } = services
  const device = caller.device === undefined ? undefined : hashOf(caller.device)
  const tried = { email, account: accountKey(email), address: caller.addressKey, device }
  const [answer] = await db.run(countTry(tried, clock.now()))
  requireTry(answer, clock.now())
  const right = await isPassword(password, answer.passwordHash)
  const session = right ? await openSession(services, { tried, answer, password, caller }) : undefined
  if (session) return session
  await db.run(noteFailure(answer.adminId, clock.now()))
  throw new DomainError('wrong_credentials', 'Invalid email or password')
}

function requireTry(answer: TryAnswer | undefined, now: Date): asserts answer is TryAnswer {
  if (answer?.locked) {
    throw new DomainError(
      'too_many_requests',
      'There were too many wrong passwords for this account. Sign in on a device you have used before, or choose “Forgot password”.',
    )
  }
  requireWithinLimit(answer, now)
}

interface Opened {
  tried: Try
  answer: TryAnswer
  password: string
  caller: Caller
}

async function openSession(
  { db, clock, random }: Deps,
  { tried, answer, password, caller }: Opened,
): Promise<NewSession | undefined> {
  const now = clock.now()
  const verified = answer.passwordHash ?? ''
  const replacement = isOfToday(verified) ? verified : await hashPassword(password, random)
  const [id, secret] = [random.uuid(), newSecret(random)]
  const device = answer.known && caller.device ? caller.device : newSecret(random)
  const token = await signToken(id)
  const owner = sql`select admin_id as id from admin_session where id = ${id}`
  const { opened } = await db.batch({
    opened: insertSession({
      id,
      secretHash: hashOf(secret),
      adminId: answer.adminId,
      verified,
      replacement,
      now,
    }),
    ...(!answer.known && {
      mailed: mailNewDevice(id, random.uuid(), describeBrowser(caller.userAgent), now),
    }),
    ...forgive(owner, { ...tried, device: hashOf(device) }, now),
    ...forgetWhatHasEnded(now, caller.session && hashOf(caller.session)),
  })
  return opened.length > 0 ? { token, secret, device, mailed: !answer.known } : undefined
}

/** In the batch that opened the session: so that a stranger's sign-in does not go unseen. */
const mailNewDevice = (sessionId: string, mailId: string, browser: string, now: Date): Statement => sql`
  insert into outbox (id, key, template, recipient, data, created_at, due_at)
  select ${mailId}::uuid, 'new-device:' || session.id, 'new-device', admin.email,
    jsonb_build_object('admin', admin.id, 'at', ${now.toISOString()}::text, 'browser', ${browser}::text), ${now}, ${now}
  from admin_session session join admin_user admin on admin.id = session.admin_id where session.id = ${sessionId}`

interface SessionRow {
  id: string
  secretHash: string
  adminId: string | null
  /** What the password was compared with: one that was changed meanwhile opens nothing any more. */
  verified: string
  replacement: string
  now: Date
}

function insertSession({ id, secretHash, adminId, verified, replacement, now }: SessionRow): Statement {
  const expiresAt = new Date(now.getTime() + SESSION_SECONDS * 1000)
  return sql`
    with admin as (
      select id from admin_user where id = ${adminId} and password_hash = ${verified} for update
    ),
    rehashed as (
      update admin_user set password_hash = ${replacement} from admin
      where admin_user.id = admin.id and admin_user.password_hash <> ${replacement}
    ),
    noted as (insert into activity (at, actor, action) select ${now}, id, 'signed_in' from admin)
    insert into admin_session (id, admin_id, secret_hash, created_at, seen_at, expires_at)
    select ${id}::uuid, id, ${secretHash}, ${now}::timestamptz, ${now}, ${expiresAt}::timestamptz from admin
    returning id`
}
