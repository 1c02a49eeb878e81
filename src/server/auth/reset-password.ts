import { sql, type RawBuilder } from 'kysely'
import type { resetPasswordEndpoint } from '#contract/auth/session.ts'
import { RESET_MINUTES } from '#contract/auth/sign-in-limits.ts'
import type { Body } from '#contract/base/endpoint.ts'
import type { ActivityAction } from '#server/activity/describe-activity.ts'
import { recordActivity } from '#server/activity/record-activity.ts'
import { enqueueAccountChanged } from '#server/auth/enqueue-account-changed.ts'
import { isWeakPassword } from '#server/auth/password-strength.ts'
import { hashPassword } from '#server/auth/password.ts'
import { accountKey, createSecret, hashSecret } from '#server/auth/secret-tokens.ts'
import { clearFailures } from '#server/auth/sign-in-rate-limit.ts'
import type { Services } from '#server/clients/services.ts'
import { query, type Statement } from '#server/db/db.ts'
import { insertRows } from '#server/db/insert-rows.ts'
import { countRequest, requireWithinLimit, type RateLimitResult } from '#server/db/rate-limit.ts'
import { DomainError } from '#server/domain-error.ts'
import { enqueueEmail } from '#server/email/outbox.ts'
import { resetToken } from '#server/links/reset-link.ts'
import { RATE_LIMITS } from '#server/rate-limits.ts'

type Deps = Pick<Services, 'db' | 'breachedPasswords' | 'clock' | 'random'>

/**
 * Sets a new password by a link, which works once, ends all sessions and forgets all devices. Returns the secret that
 * marks this browser as the first known device.
 */
export async function resetPassword(
  { db, breachedPasswords, clock, random }: Deps,
  { token, password }: Body<typeof resetPasswordEndpoint>,
  addressKey: string,
): Promise<{ device: string }> {
  const tokenHash = hashSecret(token)
  const email = await findEmail(db, { tokenHash, addressKey, now: clock.now() })
  requireStrongPassword(password, email)
  if (await breachedPasswords.includes(password)) throw breachedPassword()
  const device = createSecret(random)
  const isChanged = await changePasswordByLink(db, {
    tokenHash,
    email,
    passwordHash: await hashPassword(password, random),
    deviceHash: hashSecret(device),
    addressKey,
    now: clock.now(),
  })
  if (!isChanged) throw linkExpired()
  return { device }
}

/** Throws `invalid_request` beside `password` for one that many people would guess. */
export function requireStrongPassword(password: string, email: string): void {
  if (!isWeakPassword(password, email)) return
  const sentence = 'This password is too easy to guess. Please try a few words of your own.'
  throw new DomainError('invalid_request', sentence, { fields: { password: sentence } })
}

/** Returns `invalid_request` beside `password` for one that was in a leak. */
export function breachedPassword(): DomainError {
  const sentence =
    'This password has been in a leak of another website, so others may know it. Please choose another one.'
  return new DomainError('invalid_request', sentence, { fields: { password: sentence } })
}

const linkExpired = () =>
  new DomainError(
    'not_found',
    'This link has already been used, is too old or is incomplete. Please ask for a new one.',
  )

interface LinkUse {
  tokenHash: string
  addressKey: string
  now: Date
}

/** Returns the email address of the admin a link belongs to. Throws if the link is used or expired. */
async function findEmail(db: Services['db'], { tokenHash, addressKey, now }: LinkUse): Promise<string> {
  const [link] = await db.run(sql<RateLimitResult & { email: string | null }>`
    with rate_limit as (${countRequest({ ...RATE_LIMITS.resetPassword, key: addressKey }, now)})
    select admitted, retry_at, (
      select email from password_reset join admin_user on admin_user.id = admin_id
      where token_hash = ${tokenHash} and expires_at > ${now}
    ) from rate_limit`)
  requireWithinLimit(link, now)
  if (!link?.email) throw linkExpired()
  return link.email
}

interface PasswordChange extends LinkUse {
  email: string
  passwordHash: string
  deviceHash: string
}

const lockAdmin = (email: string) =>
  query.selectFrom('adminUser').select('id').where('email', '=', email).forUpdate()

/**
 * Locks the admin first, so that two links used at once cannot deadlock and a concurrent sign-in with the old password
 * either commits before or fails.
 */
async function changePasswordByLink(db: Services['db'], reset: PasswordChange): Promise<boolean> {
  // The hash identifies the admin: its salt is unique.
  const admin = query.selectFrom('adminUser').select('id').where('passwordHash', '=', reset.passwordHash)
  const keys = { account: accountKey(reset.email), address: reset.addressKey, device: reset.deviceHash }
  const { changed } = await db.batch({
    locked: lockAdmin(reset.email),
    updated: updatePassword(reset),
    changed: admin,
    sessions: query.deleteFrom('adminSession').where('adminId', 'in', admin),
    // One may be a stranger's, who would then sign in with the new password and not be announced.
    devices: query.deleteFrom('adminDevice').where('adminId', 'in', admin),
    resets: query.deleteFrom('passwordReset').where('adminId', 'in', admin),
    ...clearFailures(admin, keys, reset.now),
  })
  return changed.length > 0
}

/** The link of an invitation sets the first password. */
function updatePassword({ tokenHash, passwordHash, now }: PasswordChange): Statement {
  const used = query
    .deleteFrom('passwordReset')
    .using('adminUser as person')
    .whereRef('person.id', '=', 'passwordReset.adminId')
    .where('tokenHash', '=', tokenHash)
    .where('expiresAt', '>', now)
    .returning(['person.id', 'person.name', 'person.role', 'person.email', 'person.passwordHash as former'])
  const people = (condition: RawBuilder<unknown>) =>
    sql`
      select id, name, role, email, former as password_hash, null::text as former_name, null::text as former_role
      from admin where ${condition}`
  const actor = sql`person.id`
  const accepted = enqueueAccountChanged({
    change: 'accepted',
    people: people(sql`former is null`),
    actor,
    now,
  })
  const changed = enqueueAccountChanged({
    change: 'password',
    people: people(sql`former is not null`),
    actor,
    now,
  })
  const action = sql<ActivityAction>`case when former is null then 'invitation_accepted' else 'password_reset' end`
  return query
    .with('admin', used)
    .with('told', accepted)
    .with('toldOfChange', changed)
    .with('activityEntry', recordActivity({ at: now, actor: sql`id`, action }, sql`from admin`))
    .updateTable('adminUser')
    .set({ passwordHash })
    .from('admin')
    .whereRef('adminUser.id', '=', 'admin.id')
}

/** Another link is sent once the last one is valid for less than this. */
const USEFUL_MINUTES = 15

/**
 * Emails a reset link to the admin with this address and a password, unless the last one is valid for another 15 minutes. So requests
 * by strangers neither invalidate the owner's link nor cause more than four emails an hour. The result is the same for
 * every address, so that it does not reveal which ones exist.
 */
export async function requestReset(
  { db, clock, random }: Pick<Services, 'db' | 'clock' | 'random'>,
  email: string,
  addressKey: string,
): Promise<void> {
  const now = clock.now()
  const id = random.uuid()
  const adminWithoutLink = sql`
    select id from admin_user, rate_limit
    where email = ${email} and password_hash is not null and rate_limit.admitted and not exists (
      select from password_reset
      where admin_id = admin_user.id and mailed
        and expires_at >= ${now}::timestamptz + ${USEFUL_MINUTES} * interval '1 minute'
    )`
  const { rateLimits } = await db.batch({
    // Concurrent requests queue here, so that the later ones see the first one's link.
    locked: lockAdmin(email),
    rateLimits: sql<RateLimitResult>`
      with rate_limit as (${countRequest({ ...RATE_LIMITS.requestReset, key: addressKey }, now)}),
      reset as (${insertReset({ tokenHash: hashSecret(resetToken(id)), mailed: true }, adminWithoutLink, now)}),
      activity_entry as (${recordActivity(
        { at: now, actor: 'visitor', action: 'reset_requested', after: { admin: sql`admin_id` } },
        sql`from reset`,
      )}),
      email as (${enqueueEmail(
        {
          key: `password-reset:${id}`,
          template: 'password-reset',
          recipient: email,
          data: { reset: id },
          at: now,
        },
        sql`from reset`,
      )})
      select admitted, retry_at from rate_limit`,
  })
  requireWithinLimit(rateLimits[0], now)
}

interface ResetRow {
  tokenHash: string
  mailed: boolean
  /** How long it works. Default: `RESET_MINUTES`. */
  minutes?: number
}

/** Inserts a reset link for each admin in the query. */
export const insertReset = (
  { tokenHash, mailed, minutes = RESET_MINUTES }: ResetRow,
  admins: RawBuilder<unknown>,
  now: Date,
) =>
  insertRows(
    'passwordReset',
    {
      tokenHash,
      adminId: sql`admin.id`,
      expiresAt: sql`${now}::timestamptz + ${minutes} * interval '1 minute'`,
      mailed: sql`${mailed}::boolean`,
    },
    sql`from (${admins}) admin`,
  ).returning('adminId')
