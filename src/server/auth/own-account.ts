import { sql } from 'kysely'
import type { AccountSession, changePasswordEndpoint } from '#contract/auth/own-account.ts'
import type { Body } from '#contract/base/endpoint.ts'
import { recordActivity } from '#server/activity/record-activity.ts'
import { enqueueAccountChanged, peopleWhere } from '#server/auth/enqueue-account-changed.ts'
import { hashPassword } from '#server/auth/password.ts'
import { breachedPassword, requireStrongPassword } from '#server/auth/reset-password.ts'
import { requireFresh } from '#server/auth/rules/recent-proof.ts'
import { createSecret, hashSecret } from '#server/auth/secret-tokens.ts'
import { isLive, type Admin } from '#server/auth/session.ts'
import { clearFailures } from '#server/auth/sign-in-rate-limit.ts'
import {
  checkPassword,
  recordWrongPassword,
  type BrowserInfo,
  type CheckedAttempt,
} from '#server/auth/sign-in.ts'
import type { Services } from '#server/clients/services.ts'
import { query } from '#server/db/db.ts'
import { DomainError } from '#server/domain-error.ts'

type Deps = Pick<Services, 'db' | 'clock' | 'random'>

/** Returns a person's live sessions, the present one first. */
export async function listSessions(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  admin: Admin,
): Promise<AccountSession[]> {
  const rows = await db.run(
    query
      .selectFrom('adminSession as session')
      .select(['id', 'browser', 'createdAt', 'seenAt'])
      .where('adminId', '=', admin.id)
      .where(isLive(clock.now()))
      .orderBy('seenAt', 'desc'),
  )
  const sessions = rows.map(({ id, browser, createdAt, seenAt }) => ({
    id,
    browser,
    since: createdAt.toISOString(),
    lastUsed: seenAt.toISOString(),
    isCurrent: id === admin.sessionId,
  }))
  return sessions.toSorted((one, other) => Number(other.isCurrent) - Number(one.isCurrent))
}

/** The people table of an email about this admin alone. */
const self = (admin: Admin) => peopleWhere(sql`id = ${admin.id} and email is not null`)

/** Ends one of the admin's own sessions. A repeat changes nothing. */
export async function endSession(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  admin: Admin,
  id: string,
): Promise<void> {
  const now = clock.now()
  const own = sql<boolean>`admin_id = ${admin.id} and id = ${id}`
  await db.batch({
    told: enqueueAccountChanged({
      change: 'session',
      people: sql`${self(admin)} and exists (select from admin_session where ${own})`,
      actor: sql`${admin.id}::uuid`,
      now,
    }),
    activity: recordActivity(
      { at: now, actor: admin.id, action: 'session_ended' },
      sql`from admin_session where ${own}`,
    ),
    ended: query.deleteFrom('adminSession').where(own),
  })
}

/** Ends the admin's other sessions, and forgets their browsers: one may be a stranger's. A repeat changes nothing. */
export async function endOtherSessions(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  admin: Admin,
  device: string | undefined,
): Promise<void> {
  const now = clock.now()
  const others = sql<boolean>`admin_id = ${admin.id} and id <> ${admin.sessionId}`
  await db.batch({
    // Serialises with sign-ins.
    locked: query.selectFrom('adminUser').select('id').where('id', '=', admin.id).forUpdate(),
    told: enqueueAccountChanged({
      change: 'sessions',
      people: sql`${self(admin)} and exists (select from admin_session where ${others})`,
      actor: sql`${admin.id}::uuid`,
      now,
    }),
    activity: recordActivity(
      { at: now, actor: admin.id, action: 'other_sessions_ended' },
      sql`where exists (select from admin_session where ${others})`,
    ),
    sessions: query.deleteFrom('adminSession').where(others),
    devices: query
      .deleteFrom('adminDevice')
      .where('adminId', '=', admin.id)
      .where('secretHash', '<>', hashSecret(device ?? '')),
  })
}

/**
 * Changes one's own password, and ends all other sessions and links. Throws `wrong_credentials` beside `currentPassword`,
 * `too_many_requests`, `invalid_request` beside `password`, and `step_up_required` for somebody with a passkey.
 */
export async function changePassword(
  services: Deps & Pick<Services, 'breachedPasswords'>,
  admin: Admin,
  { currentPassword, password }: Body<typeof changePasswordEndpoint>,
  browser: BrowserInfo,
): Promise<{ device: string }> {
  const { db, breachedPasswords, clock, random } = services
  if (admin.hasPasskey) requireFresh(admin, clock.now())
  requireStrongPassword(password, admin.email)
  if (password === currentPassword) {
    const sentence = 'This is the password that you have. Please choose another one'
    throw new DomainError('invalid_request', `${sentence}.`, { fields: { password: sentence } })
  }
  const checked = await requireOwnPassword(services, {
    admin,
    password: currentPassword,
    browser,
    field: 'currentPassword',
  })
  const device = deviceOf(checked, random)
  if (await breachedPasswords.includes(password)) {
    // The current password was right: the attempt must not count as failed.
    await db.batch(clearFailures(idOf(admin), keysOf(checked, device), clock.now()))
    throw breachedPassword()
  }
  const passwordHash = await hashPassword(password, random)
  const now = clock.now()
  // Null if the password has changed since it was checked.
  const changed = query
    .selectFrom('adminUser')
    .select('id')
    .where('id', '=', admin.id)
    .where('passwordHash', '=', passwordHash)
  const { done } = await db.batch({
    locked: query.selectFrom('adminUser').select('id').where('id', '=', admin.id).forUpdate(),
    updated: query
      .updateTable('adminUser')
      .set({ passwordHash })
      .where('id', '=', admin.id)
      .where('passwordHash', '=', checked.result.passwordHash ?? ''),
    done: changed,
    told: enqueueAccountChanged({
      change: 'password',
      people: sql`${self(admin)} and id in (${changed})`,
      actor: sql`${admin.id}::uuid`,
      now,
    }),
    activity: recordActivity(
      { at: now, actor: admin.id, action: 'password_changed' },
      sql`where exists (${changed})`,
    ),
    sessions: query
      .deleteFrom('adminSession')
      .where('adminId', 'in', changed)
      .where('id', '<>', admin.sessionId),
    proved: query
      .updateTable('adminSession')
      .set({ provedAt: now })
      .where('id', '=', admin.sessionId)
      .where('adminId', 'in', changed),
    devices: query.deleteFrom('adminDevice').where('adminId', 'in', changed),
    resets: query.deleteFrom('passwordReset').where('adminId', 'in', changed),
    ...clearFailures(changed, keysOf(checked, device), now),
  })
  if (done.length === 0) throw wrongPassword('currentPassword')
  return { device }
}

interface OwnPassword {
  admin: Admin
  password: string
  browser: BrowserInfo
  field: string
}

/** Counts the attempt like a sign-in, so that a stolen session does not help to guess the password. */
export async function requireOwnPassword(
  services: Deps,
  { admin, password, browser, field }: OwnPassword,
): Promise<CheckedAttempt> {
  const checked = await checkPassword(services, { email: admin.email, password }, browser)
  if (checked.isCorrect) return checked
  await recordWrongPassword(services, checked)
  throw wrongPassword(field)
}

function wrongPassword(field: string): DomainError {
  const sentence = 'This is not your password'
  return new DomainError('wrong_credentials', `${sentence}.`, { fields: { [field]: sentence } })
}

/** Selects the id. */
const idOf = (admin: Admin) => sql<{ id: string }>`(select id from admin_user where id = ${admin.id})`

/** The secret by which this browser is known from now on. */
export const deviceOf = ({ result, browser }: CheckedAttempt, random: Deps['random']) =>
  result.isKnownDevice && browser.device ? browser.device : createSecret(random)

export const keysOf = ({ attempt }: CheckedAttempt, device: string) => ({
  ...attempt,
  device: hashSecret(device),
})
