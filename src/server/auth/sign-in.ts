import { sql, type RawBuilder } from 'kysely'
import type { loginEndpoint } from '#contract/auth/session.ts'
import { OWING_MINUTES } from '#contract/auth/sign-in-limits.ts'
import type { Body, Role } from '#contract/base/endpoint.ts'
import { recordActivity } from '#server/activity/record-activity.ts'
import { describeBrowser } from '#server/auth/describe-browser.ts'
import { enqueueAccountChanged } from '#server/auth/enqueue-account-changed.ts'
import { hashPassword, isCurrentHash, isPassword } from '#server/auth/password.ts'
import { accountKey, createSecret, hashSecret, signSessionToken } from '#server/auth/secret-tokens.ts'
import { isLive } from '#server/auth/session.ts'
import {
  clearFailures,
  countAttempt,
  insertFailedSignIn,
  type AttemptResult,
  type SignInAttempt,
} from '#server/auth/sign-in-rate-limit.ts'
import type { Services } from '#server/clients/services.ts'
import { query, type Statement } from '#server/db/db.ts'
import { insertRows } from '#server/db/insert-rows.ts'
import { requireWithinLimit } from '#server/db/rate-limit.ts'
import { DomainError } from '#server/domain-error.ts'
import { enqueueEmail } from '#server/email/outbox.ts'

type Deps = Pick<Services, 'db' | 'clock' | 'random'>

export const SESSION_SECONDS = 12 * 60 * 60

export interface BrowserInfo {
  addressKey: string
  /** Device secret from an earlier sign-in. */
  device: string | undefined
  /** Secret of the browser's present session, which ends when the new one begins. */
  session: string | undefined
  userAgent: string
}

export interface NewSession {
  token: string
  email: string
  role: Role
  /** Whether it opens nothing yet but the question for the passkey. */
  owesPasskey: boolean
  secret: string
  device: string
  /** Whether an email about a new device is in the outbox. */
  isNewDevice: boolean
}

/** Opens a session. Throws the same error for an unknown email as for a wrong password. */
export async function signIn(
  services: Deps,
  { email, password }: Body<typeof loginEndpoint>,
  browser: BrowserInfo,
): Promise<NewSession> {
  const checked = await checkPassword(services, { email, password }, browser)
  const session = checked.isCorrect ? await openByPassword(services, checked) : undefined
  if (session) return session
  await recordWrongPassword(services, checked)
  throw new DomainError('wrong_credentials', 'Invalid email or password')
}

/** Counts an attempt and checks its password. Throws `too_many_requests`. */
export async function checkPassword(
  { db, clock }: Deps,
  { email, password }: Body<typeof loginEndpoint>,
  browser: BrowserInfo,
): Promise<CheckedAttempt> {
  const device = browser.device === undefined ? undefined : hashSecret(browser.device)
  const attempt = { email, account: accountKey(email), address: browser.addressKey, device }
  const [result] = await db.run(countAttempt(attempt, clock.now()))
  requireAttempt(result, clock.now())
  return { attempt, result, password, browser, isCorrect: await isPassword(password, result.passwordHash) }
}

export const recordWrongPassword = ({ db, clock }: Deps, { attempt, browser }: CheckedAttempt) =>
  db.run(insertFailedSignIn(attempt, describeBrowser(browser.userAgent), clock.now()))

function requireAttempt(result: AttemptResult | undefined, now: Date): asserts result is AttemptResult {
  if (result?.locked) {
    throw new DomainError(
      'too_many_requests',
      'Too many wrong passwords have been entered for this account. Please sign in on a device you have used before, or choose “Forgot password?”.',
    )
  }
  requireWithinLimit(result, now)
}

export interface CheckedAttempt {
  isCorrect: boolean
  attempt: SignInAttempt
  result: AttemptResult
  password: string
  browser: BrowserInfo
}

async function openByPassword(
  services: Deps,
  { attempt, result, password, browser }: CheckedAttempt,
): Promise<NewSession | undefined> {
  const verified = result.passwordHash ?? ''
  const replacement = isCurrentHash(verified) ? verified : await hashPassword(password, services.random)
  return await beginSession(services, {
    browser,
    attempt,
    isKnownDevice: result.isKnownDevice,
    // No session begins if the password has changed since it was compared.
    allowed: sql`id = ${result.adminId} and password_hash = ${verified}`,
    owesPasskey: sql`(
      exists (select from passkey where admin_id = admin.id) or (select passkeys_required from site)
    )`,
    after: {
      rehashed: query
        .updateTable('adminUser')
        .set({ passwordHash: replacement })
        .where('id', '=', sql<string>`${result.adminId}`)
        .where('passwordHash', '=', verified)
        .where('passwordHash', '<>', replacement),
    },
  })
}

interface Opening {
  browser: BrowserInfo
  attempt: Pick<SignInAttempt, 'account' | 'address'>
  isKnownDevice: boolean
  /** SQL: whose session may begin, by the columns of `admin_user`. */
  allowed: RawBuilder<unknown>
  /** SQL: whether the session owes a passkey, of the person `admin`. */
  owesPasskey: RawBuilder<unknown>
  /** Statements of the batch before the session begins, and after it. */
  before?: Record<string, Statement>
  after?: Record<string, Statement>
}

/** Opens a session for whom `allowed` names. Returns undefined if it names nobody. */
export async function beginSession(
  { db, clock, random }: Deps,
  { browser, attempt, isKnownDevice, allowed, owesPasskey, before, after }: Opening,
): Promise<NewSession | undefined> {
  const now = clock.now()
  const [id, secret] = [random.uuid(), createSecret(random)]
  const name = describeBrowser(browser.userAgent)
  const device = isKnownDevice && browser.device ? browser.device : createSecret(random)
  const token = await signSessionToken(id)
  const admin = query.selectFrom('adminSession').select('adminId as id').where('id', '=', id)
  const { opened } = await db.batch({
    ...before,
    inserted: insertSession({
      id,
      secretHash: hashSecret(secret),
      allowed,
      owesPasskey,
      browser: name,
      now,
    }),
    opened: query
      .selectFrom('adminUser')
      .select([sql<Role>`role`.as('role'), sql<string>`email`.as('email')])
      .select(sql<boolean>`(select proved_at is null from admin_session where id = ${id})`.as('owesPasskey'))
      .where('id', 'in', admin),
    ...after,
    ...(!isKnownDevice && tellOfNewDevice(id, name, now)),
    ...clearFailures(admin, { ...attempt, device: hashSecret(device) }, now),
    ...purgeExpired(now, browser.session && hashSecret(browser.session)),
  })
  return opened[0] && { token, secret, device, isNewDevice: !isKnownDevice, ...opened[0] }
}

/** Runs in the batch that opens the session, so that no stranger's sign-in goes unnoticed. */
const tellOfNewDevice = (sessionId: string, browser: string, now: Date) => ({
  mailed: enqueueEmail(
    {
      key: `new-device:${sessionId}`,
      template: 'new-device',
      recipient: sql`admin.email`,
      data: { admin: sql`admin.id`, at: now.toISOString(), browser },
      at: now,
    },
    sql`
      from admin_session session join admin_user admin on admin.id = session.admin_id
      where session.id = ${sessionId}`,
  ),
  told: enqueueAccountChanged({
    change: 'device',
    people: sql`
      select admin.*, null as former_name, null as former_role from admin_user admin
      where id = (select admin_id from admin_session where id = ${sessionId})`,
    actor: sql`person.id`,
    now,
  }),
})

interface SessionRow {
  id: string
  secretHash: string
  allowed: RawBuilder<unknown>
  owesPasskey: RawBuilder<unknown>
  browser: string
  now: Date
}

function insertSession({ id, secretHash, allowed, owesPasskey, browser, now }: SessionRow): Statement {
  const seconds = sql`case when ${owesPasskey} then ${OWING_MINUTES * 60}::int else ${SESSION_SECONDS}::int end`
  return sql`
    with admin as (
      select id from admin_user
      where ${allowed} and not exists (select from admin_session where id = ${id})
      for update
    ),
    activity_entry as (${recordActivity({ at: now, actor: sql`id`, action: 'signed_in' }, sql`from admin`)})
    ${insertRows(
      'adminSession',
      {
        id: sql`${id}::uuid`,
        adminId: sql`id`,
        secretHash,
        browser,
        createdAt: sql`${now}::timestamptz`,
        provedAt: sql`case when not ${owesPasskey} then ${now}::timestamptz end`,
        seenAt: now,
        expiresAt: sql`${now}::timestamptz + ${seconds} * interval '1 second'`,
      },
      sql`from admin`,
    )}`
}

/**
 * Statements of a batch that delete expired sessions, devices and reset links, and the session with the hash
 * `replaced`.
 */
const purgeExpired = (now: Date, replaced: string | undefined) => ({
  sessions: query
    .deleteFrom('adminSession as session')
    .where((session) =>
      session.or([session.not(isLive(now)), session('secretHash', '=', sql<string>`${replaced ?? null}`)]),
    ),
  devices: query
    .deleteFrom('adminDevice')
    .where((device) => device.or([device('expiresAt', '<=', now), device('failures', '=', 5)])),
  resets: query.deleteFrom('passwordReset').where('expiresAt', '<=', now),
})
