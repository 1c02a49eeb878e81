import { createHmac, timingSafeEqual } from 'node:crypto'
import { sql } from 'kysely'
import type { recoverEndpoint, Security } from '#contract/auth/second-factor.ts'
import { RECOVERY_HOURS } from '#contract/auth/sign-in-limits.ts'
import type { Body } from '#contract/base/endpoint.ts'
import { recordActivity } from '#server/activity/record-activity.ts'
import { enqueueAccountChanged } from '#server/auth/enqueue-account-changed.ts'
import type { Services } from '#server/clients/services.ts'
import { query } from '#server/db/db.ts'
import { countRequest, requireWithinLimit, type RateLimitResult } from '#server/db/rate-limit.ts'
import { DomainError } from '#server/domain-error.ts'
import { env } from '#server/env.ts'
import { RATE_LIMITS } from '#server/rate-limits.ts'

type Deps = Pick<Services, 'db' | 'clock'>

const HOUR_MS = 3_600_000

/** A code that waits this long is not used any more. */
const USABLE_HOURS = 7 * 24

/** What is stored of a code. Keyed, because a person may have chosen it. */
const markOf = (code: string) =>
  createHmac('sha256', env('ADDRESS_KEY')).update(`recovery ${code}`).digest('base64url')

/**
 * SQL: the recoveries that wait. Nothing else is stored of one than what was done, which nobody can rewrite; so a code that was
 * stopped or used is spent, also for another owner.
 */
const waiting = (now: Date) => sql`
  select begun.after ->> 'code' as code, (begun.after ->> 'admin')::uuid as admin_id, begun.at from activity begun
  where begun.action = 'recovery_begun'
    and begun.at > ${now}::timestamptz - ${USABLE_HOURS} * interval '1 hour'
    and not exists (
      select from activity spent
      where spent.action in ('recovery_stopped', 'recovery_done') and spent.after ->> 'code' = begun.after ->> 'code'
    )`

/** Returns the recovery that waits, for owners to stop. */
export async function findRecovery({ db, clock }: Deps): Promise<Security['recovery']> {
  const [found] = await db.run(sql<{ name: string; at: Date }>`
    select name, at from (${waiting(clock.now())}) waiting join admin_user on admin_user.id = admin_id order by at limit 1`)
  return found ? { name: found.name, at: worksFrom(found.at).toISOString() } : null
}

const worksFrom = (begun: Date) => new Date(begun.getTime() + RECOVERY_HOURS * HOUR_MS)

/**
 * With the code that an owner chose at Netlify: tells every owner, and after `RECOVERY_HOURS` ends the passkeys and recovery
 * codes of the owner with this address. Returns when the code works, or null if they have ended.
 */
export async function recover(
  { db, clock }: Deps,
  { recoveryCode, email }: Body<typeof recoverEndpoint>,
  addressKey: string,
): Promise<{ worksFrom: string | null }> {
  const now = clock.now()
  const [limit] = await db.run(sql<RateLimitResult>`
    with of_address as (${countRequest({ ...RATE_LIMITS.welcome, key: addressKey }, now)}),
    of_all as (${countRequest({ ...RATE_LIMITS.welcomes, key: 'recovery' }, now, sql`from of_address where admitted`)})
    select coalesce(of_all.admitted, false) as admitted, coalesce(of_all.retry_at, of_address.retry_at) as retry_at
    from of_address left join of_all on true`)
  requireWithinLimit(limit, now)
  const code = markOf(recoveryCode)
  if (!timingSafeEqual(Buffer.from(code), Buffer.from(markOf(env('RECOVERY_CODE'))))) throw wrongCode()
  const begunAgo = sql`${now}::timestamptz - ${RECOVERY_HOURS} * interval '1 hour'`
  const owner = sql`
    select * from admin_user
    where email = ${email} and role = 'owner' and password_hash is not null
      and exists (select from passkey where admin_id = admin_user.id)`
  const due = sql`
    select admin_user.* from (${waiting(now)}) waiting join admin_user on admin_user.id = waiting.admin_id
    where code = ${code} and email = ${email} and at <= ${begunAgo}`
  const isDone = sql`exists (select from activity where action = 'recovery_done' and at = ${now} and after ->> 'code' = ${code})`
  const changed = (people: typeof owner) =>
    sql`select *, null as former_name, null as former_role from (${people}) admin`
  const { done, begun } = await db.batch({
    // Two calls at the same time see each other.
    locked: query.selectFrom('site').select('id').forUpdate(),
    toldOfEnd: enqueueAccountChanged({ change: 'recovered', people: changed(due), actor: undefined, now }),
    ended: recordActivity(
      { at: now, actor: 'visitor', action: 'recovery_done', after: { admin: sql`id`, code } },
      sql`from (${due}) due`,
    ),
    passkeys: query
      .deleteFrom('passkey')
      .where(sql<boolean>`${isDone} and admin_id in (select id from admin_user where email = ${email})`),
    codes: query
      .updateTable('adminUser')
      .set({ recoveryCodes: sql`'{}'` })
      .where(sql<boolean>`${isDone} and email = ${email}`),
    sessions: query
      .deleteFrom('adminSession')
      .where(sql<boolean>`${isDone} and admin_id in (select id from admin_user where email = ${email})`),
    done: sql`select where ${isDone}`,
    started: recordActivity(
      { at: now, actor: 'visitor', action: 'recovery_begun', after: { admin: sql`id`, code } },
      sql`from (${owner}) owner where not exists (select from activity where after ->> 'code' = ${code})`,
    ),
    told: enqueueAccountChanged({
      change: 'recovery',
      people: changed(sql`
        select owner.* from (${owner}) owner join (${waiting(now)}) waiting on waiting.admin_id = owner.id
        where waiting.at = ${now}`),
      actor: undefined,
      now,
    }),
    begun: sql<{ at: Date }>`
      select at from (${waiting(now)}) waiting join (${owner}) owner on owner.id = waiting.admin_id where code = ${code}`,
  })
  if (done.length > 0) return { worksFrom: null }
  if (begun[0]) return { worksFrom: worksFrom(begun[0].at).toISOString() }
  throw wrongCode()
}

/** The same for a wrong code, one that is spent, and an address of no owner with a passkey. */
function wrongCode(): DomainError {
  const sentence = 'This is not the recovery code, it was used or stopped, or this owner has no passkey'
  return new DomainError('wrong_credentials', `${sentence}.`, { fields: { recoveryCode: sentence } })
}

/** Statement that stops the recoveries that wait. `actor`: SQL of an owner's id, null if they are none. */
export const stopRecoveries = (actor: ReturnType<typeof sql>, now: Date) =>
  recordActivity(
    {
      at: now,
      actor: sql`owner.id`,
      action: 'recovery_stopped',
      after: { admin: sql`waiting.admin_id`, code: sql`code` },
    },
    sql`from (${waiting(now)}) waiting, (select id from admin_user where id = ${actor} and role = 'owner') owner`,
  )

export async function stopRecovery({ db, clock }: Deps, admin: { id: string }): Promise<void> {
  await db.run(stopRecoveries(sql`${admin.id}::uuid`, clock.now()))
}
