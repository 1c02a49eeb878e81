import { type RawBuilder, sql } from 'kysely'
import type { Statement } from '../db/db.ts'
import { countRequest } from '../db/rate-limit.ts'

/** Of passwords in a row from everywhere: then only a device that has signed in before may try, or a reset link. */
const LOCKED_AFTER = 100
const DEVICE_FAILURES = 5
export const DEVICE_SECONDS = 365 * 24 * 60 * 60
const CALLS = { kind: 'sign_in', limit: 20, windowMinutes: 10 }

/** Who tries to come in, by hashes. */
export interface Try {
  email: string
  account: string
  address: string
  device: string | undefined
}

type Forgiven = Record<'account' | 'address' | 'device', string>

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
 * Counts a try as failed before it is looked at, so that many at once are many. Rows are locked in one order, device,
 * address, account, in which `forgive` goes over them, too.
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
    device as (select count(*) > 0 as known from known),
    called as (${countRequest({ ...CALLS, key: address }, now)}),
    slowed as (
      insert into sign_in_failure (account, address, failures, retry_at)
      select ${account}, ${address}, 1, ${now}::timestamptz from device, called where called.admitted or device.known
      on conflict (account, address) do update set
        failures = sign_in_failure.failures + 1,
        retry_at = ${now}::timestamptz + ${pauseAfter(sql`(sign_in_failure.failures + 1)`)}
      where sign_in_failure.retry_at <= ${now} or (select known from device)
      returning true
    ),
    counted as (
      insert into sign_in_failure (account, address, failures, retry_at)
      select ${account}, '', 1, ${now}::timestamptz from slowed
      on conflict (account, address) do update set failures = sign_in_failure.failures + 1, retry_at = excluded.retry_at
      where sign_in_failure.failures < ${LOCKED_AFTER} or (select known from device)
      returning true
    )
    select exists (select from counted) as admitted,
      exists (select from slowed) and not exists (select from counted) as locked,
      case when called.admitted
        then (select retry_at from sign_in_failure where account = ${account} and address = ${address})
        else called.retry_at end as retry_at,
      device.known, (select id from admin) as admin_id, (select password_hash from admin)
    from called, device`
}

/** Parts of a batch: whoever the query `admin` names, if anyone, signs in from this device, or may from now on. */
export const forgive = (admin: RawBuilder<unknown>, { account, address, device }: Forgiven, now: Date) => ({
  device: sql`
    insert into admin_device (secret_hash, admin_id, expires_at)
    select ${device}, admin.id, ${now}::timestamptz + ${DEVICE_SECONDS} * interval '1 second' from (${admin}) admin
    on conflict (secret_hash) do update set failures = 0, expires_at = excluded.expires_at`,
  address: sql`delete from sign_in_failure where account = ${account} and address = ${address} and exists (${admin})`,
  account: sql`delete from sign_in_failure where account = ${account} and address = '' and exists (${admin})`,
})

export function noteFailure(adminId: string | null, now: Date): Statement {
  return sql`
    insert into activity (at, actor, action, after)
    values (${now}, 'visitor', 'sign_in_failed', jsonb_build_object('admin', ${adminId}::uuid))`
}
