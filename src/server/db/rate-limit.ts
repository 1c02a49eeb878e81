import { sql, type RawBuilder } from 'kysely'
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

/**
 * Returns the body of a CTE that counts one request in a sliding window and selects a `RateLimitResult`. It belongs in
 * the statement it protects: `with rate_limit as (${countRequest(…)}) insert … from rate_limit where admitted`.
 * Concurrent requests with one key queue on its row, so the limit is exact.
 */
export function countRequest(
  { kind, key, limit, windowMinutes }: RateLimit,
  now: Date,
): RawBuilder<RateLimitResult> {
  const window = sql`${windowMinutes} * interval '1 minute'`
  const recent = sql`array(select hit from unnest(throttle.hits) hit where hit > ${now}::timestamptz - ${window} order by hit)`
  return sql<RateLimitResult>`
    insert into throttle (kind, key, hits, admitted)
    values (${kind}, ${key}, array[${now}::timestamptz], true)
    on conflict (kind, key) do update set
      admitted = cardinality(${recent}) < ${limit},
      hits = case when cardinality(${recent}) < ${limit} then ${recent} || ${now}::timestamptz else ${recent} end
    returning admitted, hits[1] + ${window} as retry_at`
}

/** Returns the body of a CTE with one row while the window is full; `until` is its end. Counts nothing. */
export const selectWindowFull = (
  { kind, key, limit, windowMinutes }: RateLimit,
  now: Date,
): RawBuilder<unknown> => {
  const window = sql`${windowMinutes} * interval '1 minute'`
  return sql`
    select hit + ${window} as until from throttle, unnest(hits) hit
    where kind = ${kind} and key = ${key} and hit > ${now}::timestamptz - ${window}
    order by hit desc offset ${limit - 1} limit 1`
}

/** Throws `too_many_requests` with the time to wait, unless the request was admitted. */
export function requireWithinLimit(result: RateLimitResult | undefined, now: Date): void {
  if (result?.admitted) return
  const retryAt = result?.retryAt ?? now
  throw new DomainError(
    'too_many_requests',
    'You have tried this several times in a short while. Please wait a little.',
    {
      retryAfterSeconds: secondsUntil(retryAt, now),
    },
  )
}

/** Returns whole seconds, at least 1, for the `retry-after` header. */
export const secondsUntil = (time: Date, now: Date): number =>
  Math.max(1, Math.ceil((time.getTime() - now.getTime()) / 1000))
