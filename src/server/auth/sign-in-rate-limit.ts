import { sql, type Expression, type RawBuilder } from 'kysely'
import { query, type Statement } from '#server/db/db.ts'
import { insertRows } from '#server/db/insert-rows.ts'
import { countRequest, uniqueTime } from '#server/db/rate-limit.ts'
import { RATE_LIMITS } from '#server/rate-limits.ts'

/** After this many consecutive failures from all addresses, only a known device or a reset link can sign in. */
const LOCKED_AFTER = 100
const DEVICE_FAILURES = 5
export const DEVICE_SECONDS = 365 * 24 * 60 * 60

/** Identifies an attempt; all but `email` are hashes. */
export interface SignInAttempt {
  email: string
  account: string
  address: string
  device: string | undefined
}

type AttemptKeys = Record<'account' | 'address' | 'device', string>

export interface AttemptResult {
  admitted: boolean
  /** Whether `LOCKED_AFTER` is reached; waiting does not help. */
  locked: boolean
  retryAt: Date
  /** Whether the device has signed in before. Failures on other devices do not lock it. */
  isKnownDevice: boolean
  adminId: string | null
  passwordHash: string | null
}

// From the fifth failure: 1, 2, 4 … 900 s.
const delayAfter = (failures: RawBuilder<number>) =>
  sql`case when ${failures} < 5 then 0 else least(900, power(2, least(${failures} - 5, 10))) end * interval '1 second'`

/**
 * Counts an attempt as failed before the password is checked, so that concurrent attempts all count. Locks rows in the
 * order device, address, account, as `clearFailures` does. A statement that is sent again counts once: it finds the
 * time until which its own failure makes the caller wait.
 */
export function countAttempt(
  { email, account, address, device }: SignInAttempt,
  now: Date,
): Statement<AttemptResult> {
  const at = uniqueTime(now)
  return sql<AttemptResult>`
    with admin as (select id, password_hash from admin_user where email = ${email}),
    counted as (
      select exists (
        select from sign_in_failure
        where account = ${account} and address = ${address} and retry_at = ${at} + ${delayAfter(sql`failures`)}
      )::int as times
    ),
    known_device as (
      update admin_device set failures = failures + 1 - times from counted
      where secret_hash = ${device ?? null} and admin_id = (select id from admin)
        and failures - times < ${DEVICE_FAILURES} and expires_at > ${now}
      returning true
    ),
    device as (select count(*) > 0 as known from known_device),
    rate_limit as (${countRequest({ ...RATE_LIMITS.signIn, key: address }, now)}),
    counted_by_address as (
      ${insertRows(
        'signInFailure',
        { account, address, failures: 1, retryAt: at },
        sql`from device, rate_limit where rate_limit.admitted or device.known`,
      )}
      on conflict (account, address) do update set
        failures = sign_in_failure.failures + 1 - (select times from counted),
        retry_at = ${at} + ${delayAfter(sql`(sign_in_failure.failures + 1 - (select times from counted))`)}
      where sign_in_failure.retry_at <= ${now} or (select known from device) or (select times from counted) = 1
      returning true
    ),
    counted_by_account as (
      ${insertRows('signInFailure', { account, address: '', failures: 1, retryAt: at }, sql`from counted_by_address`)}
      on conflict (account, address) do update set
        failures = sign_in_failure.failures + 1 - (select times from counted), retry_at = excluded.retry_at
      where sign_in_failure.failures - (select times from counted) < ${LOCKED_AFTER} or (select known from device)
      returning true
    )
    select exists (select from counted_by_account) as admitted,
      exists (select from counted_by_address) and not exists (select from counted_by_account) as locked,
      case when rate_limit.admitted
        then (select retry_at from sign_in_failure where account = ${account} and address = ${address})
        else rate_limit.retry_at end as retry_at,
      device.known as is_known_device, (select id from admin) as admin_id, (select password_hash from admin)
    from rate_limit, device`
}

const deleteFailures = (admin: AdminQuery, account: string, address: string) =>
  query
    .deleteFrom('signInFailure')
    .where('account', '=', account)
    .where('address', '=', address)
    .where((failure) => failure.exists(admin))

/** Selects the id of an admin, or no row. */
type AdminQuery = Expression<{ id: string }>

/**
 * Statements of a batch that record the device as known to the admin in the query `admin` and reset the failure counts.
 * They change nothing if the query has no row.
 */
export const clearFailures = (admin: AdminQuery, { account, address, device }: AttemptKeys, now: Date) => ({
  device: insertRows(
    'adminDevice',
    {
      secretHash: device,
      adminId: sql`admin.id`,
      expiresAt: sql`${now}::timestamptz + ${DEVICE_SECONDS} * interval '1 second'`,
    },
    sql`from ${admin} admin`,
  ).onConflict((conflict) =>
    conflict
      .column('secretHash')
      .doUpdateSet((row) => ({ failures: 0, expiresAt: row.ref('excluded.expiresAt') })),
  ),
  address: deleteFailures(admin, account, address),
  account: deleteFailures(admin, account, ''),
})

/** Keeps an attempt with a wrong password, also after a later sign-in has reset the counts. */
export const insertFailedSignIn = ({ account, address }: SignInAttempt, browser: string, now: Date) =>
  insertRows(
    'failedSignIn',
    { at: sql`${now}::timestamptz`, account, address, browser },
    sql`where not exists (select from failed_sign_in where at = ${now} and account = ${account} and address = ${address})`,
  )
