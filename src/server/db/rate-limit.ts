import { type RawBuilder, sql } from 'kysely'
import { DomainError } from '../domain-error.ts'

export interface RateLimit {
  kind: string
  /** Hash of whom it counts. */
  key: string
  limit: number
  windowMinutes: number
}

export interface RateLimitResult {
  admitted: boolean
  /** When the oldest counted call leaves the window. */
  retryAt: Date
}

/**
 * The body of a CTE that counts one call in a sliding window and returns an `Admission`. It belongs in the statement it
 * protects: `with throttled as (${throttle}) insert … from throttled where admitted`. Concurrent calls of one key queue
 * on its row, so the limit is exact.
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

/** The body of a CTE with one row, if the window is full: `until` it is not. Counts nothing. */
export const fullUntil = ({ kind, key, limit, windowMinutes }: RateLimit, now: Date): RawBuilder<unknown> => {
  const window = sql`${windowMinutes} * interval '1 minute'`
  return sql`
    select hit + ${window} as until from throttle, unnest(hits) hit
    where kind = ${kind} and key = ${key} and hit > ${now}::timestamptz - ${window}
    order by hit desc offset ${limit - 1} limit 1`
}

/** Refuses whoever was not admitted, and says when to come back. */
export function requireWithinLimit(admission: RateLimitResult | undefined, now: Date): void {
  if (admission?.admitted) return
  const retryAt = admission?.retryAt ?? now
  throw new DomainError('too_many_requests', 'That was many tries in a short time. Please wait a little.', {
    retryAfterSeconds: secondsUntil(retryAt, now),
  })
}

/** For the header `retry-after`. */
export const secondsUntil = (time: Date, now: Date): number =>
  Math.max(1, Math.ceil((time.getTime() - now.getTime()) / 1000))
