import type { Body } from '#contract/endpoint'
import type { resetPasswordEndpoint } from '#contract/session'
import { sql } from 'kysely'
import type { Statement } from '../db/db.ts'
import { type RateLimitResult, countRequest, requireWithinLimit } from '../db/rate-limit.ts'
import { DomainError } from '../domain-error.ts'
import type { Services } from '../clients/services.ts'
import { forgive } from './sign-in-rate-limit.ts'
import { isGuessable } from './password-strength.ts'
import { hashPassword } from './password.ts'
import { accountKey, hashOf, newSecret } from './tokens.ts'

type Deps = Pick<Services, 'db' | 'clock' | 'random'>

const CALLS = { kind: 'reset_password', limit: 20, windowMinutes: 10 }

/** Spends the link. The browser that did it counts as a device of the admin from now on: its secret is the answer. */
export async function resetPassword(
  { db, clock, random }: Deps,
  { token, password }: Body<typeof resetPasswordEndpoint>,
  addressKey: string,
): Promise<{ device: string }> {
  const tokenHash = hashOf(token)
  const email = await findEmail(db, { tokenHash, addressKey, now: clock.now() })
  if (isGuessable(password, email))
    refuse('Many people would guess this one. A few words of your own will do.')
  const device = newSecret(random)
  const spent = await spend(db, {
    tokenHash,
    email,
    passwordHash: await hashPassword(password, random),
    deviceHash: hashOf(device),
    addressKey,
    mailId: random.uuid(),
    now: clock.now(),
  })
  if (!spent) throw lapsed()
  return { device }
}

function refuse(sentence: string): never {
  throw new DomainError('invalid_request', sentence, { fields: { password: sentence } })
}

const lapsed = () =>
  new DomainError(
    'not_found',
    'This link has been used or is older than 30 minutes. Please ask for a new one.',
  )

interface Asked {
  tokenHash: string
  addressKey: string
  now: Date
}

/** Whose link it is. */
async function findEmail(db: Services['db'], { tokenHash, addressKey, now }: Asked): Promise<string> {
  const [found] = await db.run(sql<RateLimitResult & { email: string | null }>`
    with called as (${countRequest({ ...CALLS, key: addressKey }, now)})
    select admitted, retry_at, (
      select email from password_reset join admin_user on admin_user.id = admin_id
      where token_hash = ${tokenHash} and expires_at > ${now}
    ) from called`)
  requireWithinLimit(found, now)
  if (!found?.email) throw lapsed()
  return found.email
}

interface Spent extends Asked {
  email: string
  passwordHash: string
  deviceHash: string
  mailId: string
}

/**
 * Locks the admin first, so that two links at once do not wait for each other, and that whoever signs in with the former
 * password at this moment comes before it or not at all.
 */
async function spend(db: Services['db'], reset: Spent): Promise<boolean> {
  // No other row has this hash: it has a salt of its own.
  const admin = sql`select id from admin_user where password_hash = ${reset.passwordHash}`
  const forgiven = { account: accountKey(reset.email), address: reset.addressKey, device: reset.deviceHash }
  const { changed } = await db.batch({
    locked: sql`select from admin_user where email = ${reset.email} for update`,
    changed: changePassword(reset),
    ended: sql`delete from admin_session where admin_id in (${admin})`,
    others: sql`delete from password_reset where admin_id in (${admin})`,
    ...forgive(admin, forgiven, reset.now),
  })
  return changed.length > 0
}

function changePassword({ tokenHash, passwordHash, email, mailId, now }: Spent): Statement {
  return sql`
    with admin as (
      delete from password_reset where token_hash = ${tokenHash} and expires_at > ${now} returning admin_id as id
    ),
    mailed as (
      insert into outbox (id, key, template, recipient, data, created_at, due_at)
      select ${mailId}::uuid, 'password-changed:' || ${mailId}, 'password-changed', ${email},
        jsonb_build_object('at', ${now.toISOString()}::text), ${now}, ${now}
      from admin
    ),
    noted as (insert into activity (at, actor, action) select ${now}, id, 'password_reset' from admin)
    update admin_user set password_hash = ${passwordHash} from admin where admin_user.id = admin.id
    returning admin_user.id`
}
