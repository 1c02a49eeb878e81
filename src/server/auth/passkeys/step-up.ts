import { sql } from 'kysely'
import type { stepUpEndpoint } from '#contract/auth/second-factor.ts'
import type { Body } from '#contract/base/endpoint.ts'
import { recordActivity } from '#server/activity/record-activity.ts'
import { enqueueAccountChanged, peopleWhere } from '#server/auth/enqueue-account-changed.ts'
import { deviceOf, keysOf, requireOwnPassword } from '#server/auth/own-account.ts'
import { readChallenge, useOfChallenge } from '#server/auth/passkeys/challenge.ts'
import { proveSession } from '#server/auth/passkeys/prove-session.ts'
import { noteCounter, passkeyRefused, recordPasskeyUse } from '#server/auth/passkeys/record-use.ts'
import { readAssertion } from '#server/auth/passkeys/webauthn.ts'
import { hashRecoveryCode } from '#server/auth/recovery-codes.ts'
import { stepUpRequired } from '#server/auth/rules/recent-proof.ts'
import type { Admin } from '#server/auth/session.ts'
import { clearFailures } from '#server/auth/sign-in-rate-limit.ts'
import type { BrowserInfo } from '#server/auth/sign-in.ts'
import type { Services } from '#server/clients/services.ts'
import { query } from '#server/db/db.ts'
import { countRequest, isAdmitted, requireWithinLimit, type RateLimitResult } from '#server/db/rate-limit.ts'
import { DomainError } from '#server/domain-error.ts'
import { RATE_LIMITS } from '#server/rate-limits.ts'

type Deps = Pick<Services, 'db' | 'clock' | 'random'>
type Proof<By extends string> = Extract<Body<typeof stepUpEndpoint>, { by: By }>

interface Request {
  browser: BrowserInfo
  challengeCookie: string | undefined
}

/** What the browser is to remember from now on. */
interface Remembered {
  device?: string
  /** The secret of a session that owed the passkey until now. */
  secret?: string
}

/**
 * Proves once more who uses a session. Throws `wrong_credentials`, `too_many_requests`, and `step_up_required` for a
 * password where a passkey is due.
 */
export async function stepUp(
  services: Deps,
  admin: Admin,
  proof: Body<typeof stepUpEndpoint>,
  request: Request,
): Promise<Remembered> {
  if (proof.by === 'passkey') return await proveByPasskey(services, admin, proof, request)
  if (proof.by === 'recovery-code') return await proveByRecoveryCode(services, admin, proof)
  if (admin.hasPasskey || admin.provedAt === null) throw stepUpRequired()
  return await proveByPassword(services, admin, proof, request)
}

async function proveByPassword(
  services: Deps,
  admin: Admin,
  { password }: Proof<'password'>,
  { browser }: Request,
): Promise<Remembered> {
  const { db, clock, random } = services
  const checked = await requireOwnPassword(services, { admin, password, browser, field: 'password' })
  const device = deviceOf(checked, random)
  const now = clock.now()
  await db.batch({
    // Not if a passkey was added in the meantime.
    proved: query
      .updateTable('adminSession')
      .set({ provedAt: now })
      .where('id', '=', admin.sessionId)
      .where(sql<boolean>`not exists (select from passkey where passkey.admin_id = admin_session.admin_id)`),
    ...clearFailures(sql`(select id from admin_user where id = ${admin.id})`, keysOf(checked, device), now),
  })
  return { device }
}

interface Known extends RateLimitResult {
  publicKey: string | null
  counter: string | null
}

async function proveByPasskey(
  { db, clock, random }: Deps,
  admin: Admin,
  { assertion }: Proof<'passkey'>,
  { challengeCookie }: Request,
): Promise<Remembered> {
  const { id } = assertion
  const [known] = await db.run(sql<Known>`
    with rate_limit as (${countRequest({ ...RATE_LIMITS.provePasskey, key: admin.id }, clock.now())})
    select admitted, retry_at, public_key, counter from rate_limit
    left join passkey on id = ${id} and admin_id = ${admin.id}`)
  requireWithinLimit(known, clock.now())
  const challenge = readChallenge(
    challengeCookie,
    { purpose: 'prove', session: admin.sessionId },
    clock.now(),
  )
  if (!known?.publicKey || challenge === undefined) throw passkeyRefused()
  const read = await readAssertion(assertion, challenge, { id, publicKey: known.publicKey })
  if (!read) throw passkeyRefused()
  noteCounter(known.counter, read.counter)
  const now = clock.now()
  const use = useOfChallenge(challenge)
  const isUsed = sql<boolean>`${isAdmitted(use)} and exists (select from passkey where id = ${id})`
  const { secret, proved, done } = proveSession(admin, isUsed, { now, random })
  const { isProved } = await db.batch({
    use: countRequest(use, now),
    proved,
    isProved: done,
    ...recordPasskeyUse({ id, ...read }, isUsed, now),
  })
  if (isProved.length === 0) throw passkeyRefused()
  return { ...(secret !== undefined && { secret }) }
}

async function proveByRecoveryCode(
  { db, clock, random }: Deps,
  admin: Admin,
  { recoveryCode }: Proof<'recovery-code'>,
): Promise<Remembered> {
  const now = clock.now()
  const limit = { ...RATE_LIMITS.recoveryCode, key: admin.sessionId }
  const hash = hashRecoveryCode(recoveryCode)
  const isRight = sql<boolean>`
    ${isAdmitted(limit)} and exists (select from admin_user where id = ${admin.id} and ${hash} = any(recovery_codes))`
  const { secret, proved, done } = proveSession(admin, isRight, { now, random })
  const { limits, isProved } = await db.batch({
    // Two uses of one code at the same time see each other.
    locked: query.selectFrom('adminUser').select('id').where('id', '=', admin.id).forUpdate(),
    limits: countRequest(limit, now),
    proved,
    isProved: done,
    told: enqueueAccountChanged({
      change: 'recoveryCode',
      people: peopleWhere(sql`id = ${admin.id} and exists (${done})`),
      actor: sql`person.id`,
      now,
    }),
    activity: recordActivity(
      { at: now, actor: admin.id, action: 'recovery_code_used' },
      sql`where exists (${done})`,
    ),
    used: query
      .updateTable('adminUser')
      .set({ recoveryCodes: sql`array_remove(recovery_codes, ${hash})` })
      .where('id', '=', admin.id)
      .where(sql<boolean>`exists (${done})`),
  })
  requireWithinLimit(limits[0], now)
  if (isProved.length > 0) return { ...(secret !== undefined && { secret }) }
  const sentence = 'This recovery code is not right, or it was used before'
  throw new DomainError('wrong_credentials', `${sentence}.`, { fields: { recoveryCode: sentence } })
}
