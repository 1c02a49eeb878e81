import { sql, type RawBuilder } from 'kysely'
import { insertRows } from '#server/db/insert-rows.ts'
import { DomainError } from '#server/domain-error.ts'

export interface RateLimit {
  kind: string
  /** Hash of the address or account. */
  key: string
  limit: number
  windowMinutes: number
}

export interface RateLimitResult {
  admitted: boolean
  /** When the oldest counted request leaves the window. */
  retryAt: Date
}

let times = 0

/**
 * SQL expression: `now`, less some microseconds that differ between the requests of one millisecond. A statement that
 * is sent again recognises by it what it has written.
 */
export function uniqueTime(now: Date): RawBuilder<Date> {
  times = (times + 1) % 1000
  return sql<Date>`(${now}::timestamptz - ${times} * interval '1 microsecond')`
}

/**
 * Returns the body of a CTE that counts one request in a sliding window and selects a `RateLimitResult`. It belongs in
 * the statement it protects: `with rate_limit as (${countRequest(…)}) insert … from rate_limit where admitted`.
 * Concurrent requests with one key queue on its row, so the limit is exact. A statement that is sent again counts once.
 * Counts nothing and selects no row if `rows`, such as `from inserted`, has none; it must not have two.
 */
export function countRequest(
  { kind, key, limit, windowMinutes }: RateLimit,
  now: Date,
  rows: RawBuilder<unknown> = sql``,
): RawBuilder<RateLimitResult> {
  const window = sql`${windowMinutes} * interval '1 minute'`
  const hit = uniqueTime(now)
  const isCounted = sql`${hit} = any(throttle.hits)`
  const recent = sql`array(select hit from unnest(throttle.hits) hit where hit > ${now}::timestamptz - ${window} order by hit)`
  return sql<RateLimitResult>`
    ${insertRows('throttle', { kind, key, hits: sql`array[${hit}]`, admitted: true }, rows)}
    on conflict (kind, key) do update set
      admitted = ${isCounted} or cardinality(${recent}) < ${limit},
      hits = case when ${isCounted} or cardinality(${recent}) >= ${limit} then ${recent} else ${recent} || ${hit} end
    returning admitted, hits[1] + ${window} as retry_at`
}

/** SQL condition: the request that an earlier statement of the batch has counted was admitted. */
export const isAdmitted = ({ kind, key }: RateLimit) =>
  sql<boolean>`(select admitted from throttle where kind = ${kind} and key = ${key})`

/**
 * Returns the body of a CTE that selects a `RateLimitResult` for a request that an earlier statement has counted. Like
 * `countRequest` it locks the key's row, so that concurrent requests with one key queue.
 */
export const lockCounted = ({ kind, key }: RateLimit, now: Date): RawBuilder<RateLimitResult> =>
  sql<RateLimitResult>`
    select true as admitted, ${now}::timestamptz as retry_at from throttle where kind = ${kind} and key = ${key} for update`

/**
 * Returns the body of a CTE that selects, for the row of `rows`, the next time `at` at which the window has room, and
 * takes it: nothing is refused, but what comes too fast is spread over the following windows.
 */
export function takeTurn(
  { kind, key, limit, windowMinutes }: RateLimit,
  now: Date,
  rows: RawBuilder<unknown>,
): RawBuilder<{ at: Date }> {
  const size = sql`cardinality(throttle.hits)`
  // Null, which `greatest` ignores, as long as there were fewer.
  const whenFree = sql`throttle.hits[${size} - ${limit}::int + 1] + ${windowMinutes} * interval '1 minute'`
  return sql<{ at: Date }>`
    ${insertRows('throttle', { kind, key, hits: sql`array[${now}::timestamptz]`, admitted: true }, rows)}
    on conflict (kind, key) do update set
      hits = (throttle.hits || greatest(${now}::timestamptz, ${whenFree}))[greatest(1, ${size} - ${limit}::int + 2):]
    returning hits[cardinality(hits)] as at`
}

/** Throws `too_many_requests` with the time to wait, unless the request was admitted. */
export function requireWithinLimit(result: RateLimitResult | undefined, now: Date): void {
  if (result?.admitted) return
  const retryAfterSeconds = secondsUntil(result?.retryAt ?? now, now)
  throw new DomainError(
    'too_many_requests',
    `You have tried this several times in a short while. Please try again in ${inMinutes(retryAfterSeconds)}.`,
    { retryAfterSeconds },
  )
}

/** Returns "a minute", "8 minutes" or "3 hours", rounded up. */
export function inMinutes(seconds: number): string {
  const minutes = Math.ceil(seconds / 60)
  if (minutes > 120) return `${Math.ceil(minutes / 60)} hours`
  return minutes === 1 ? 'a minute' : `${minutes} minutes`
}

/** Returns whole seconds, at least 1, for the `retry-after` header. */
export const secondsUntil = (time: Date, now: Date): number =>
  Math.max(1, Math.ceil((time.getTime() - now.getTime()) / 1000))
