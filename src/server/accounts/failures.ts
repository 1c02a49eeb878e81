import { type RawBuilder, sql } from 'kysely'
import type { Statement } from '../db/db.ts'
import { countCall } from '../db/throttle.ts'

/** Of passwords in a row from everywhere: then only a device that has signed in before may try, or a reset link. */
const LOCKED_AFTER = 100
const DEVICE_FAILURES = 5
const CALLS = { kind: 'sign_in', limit: 20, windowMinutes: 10 }

/** Who tries to come in, by hashes. */
export interface Try {
  email: string
  account: string
  address: string
  device: string | undefined
}

export interface TryAnswer {
  admitted: boolean
  /** Too many failures from everywhere; waiting does not help. */
  locked: boolean
  retryAt: Date
  /** The device has signed in before: what strangers do to the account does not touch it. */
  known: boolean
  adminId: string | null
  passwordHash: string | null
}

// From the fifth failure on: 1, 2, 4 … 900 s.
const pauseAfter = (failures: RawBuilder<number>) =>
  sql`case when ${failures} < 5 then 0 else least(900, power(2, least(${failures} - 5, 10))) end * interval '1 second'`

/**
 * Counts a try as failed before it is looked at, so that many at once are many. Rows are locked in one order, address
 * before account: whoever forgives failures does it in the same.
 */
export function countTry({ email, account, address, device }: Try, now: Date): Statement<TryAnswer> {
  return sql<TryAnswer>`
    with admin as (select id, password_hash from admin_user where email = ${email}),
    known as (
      update admin_device set failures = failures + 1
      where secret_hash = ${device ?? null} and admin_id = (select id from admin)
        and failures < ${DEVICE_FAILURES} and expires_at > ${now}
      returning true
    ),
    called as (${countCall({ ...CALLS, key: address }, now)}),
    slowed as (
      insert into sign_in_failure (account, address, failures, retry_at)
      select ${account}, ${address}, 1, ${now}::timestamptz from called where admitted or exists (select from known)
      on conflict (account, address) do update set
        failures = sign_in_failure.failures + 1,
        retry_at = ${now}::timestamptz + ${pauseAfter(sql`(sign_in_failure.failures + 1)`)}
      where sign_in_failure.retry_at <= ${now} or exists (select from known)
      returning true
    ),
    counted as (
      insert into sign_in_failure (account, address, failures, retry_at)
      select ${account}, '', 1, ${now}::timestamptz from slowed
      on conflict (account, address) do update set failures = sign_in_failure.failures + 1, retry_at = excluded.retry_at
      where sign_in_failure.failures < ${LOCKED_AFTER} or exists (select from known)
      returning true
    )
    select exists (select from counted) as admitted,
      exists (select from slowed) and not exists (select from counted) as locked,
      case when called.admitted
        then (select retry_at from sign_in_failure where account = ${account} and address = ${address})
        else called.retry_at end as retry_at,
      exists (select from known) as known,
      (select id from admin) as admin_id, (select password_hash from admin)
    from called`
}

/** CTEs that forget the failures in a row of an account, if the CTE `admin` has a row. */
export const forgive = (account: string, address: string) => sql`
  forgiven as (
    delete from sign_in_failure where account = ${account} and address = ${address} and exists (select from admin)
    returning true
  ),
  forgotten as (
    delete from sign_in_failure where account = ${account} and address = '' and exists (select from admin)
      and (select count(*) from forgiven) >= 0
  )`

export function noteFailure(adminId: string | null, now: Date): Statement {
  return sql`
    insert into activity (at, actor, action, after)
    values (${now}, 'visitor', 'sign_in_failed', jsonb_build_object('admin', ${adminId}::uuid))`
}
