import { sql } from 'kysely'
import { countRequest, lockCounted, type RateLimitResult } from '#server/db/rate-limit.ts'
import { blockOf } from '#server/hash-address.ts'
import { selectDeclineWait } from '#server/money/settle/declines.ts'
import { RATE_LIMITS } from '#server/rate-limits.ts'

export interface StartLimitResult extends RateLimitResult {
  /** When a caller with too many declines may start again; null: now. */
  declinedUntil: Date | null
}

/** Columns of a `StartLimitResult`, from `throttled`. */
export const START_LIMIT_RESULT = sql`admitted, retry_at, (select until from declined) as declined_until`

/**
 * CTEs `throttled` and `declined`: whether a caller may start a payment. Counts the request, by its network and the
 * network's /48, unless an earlier statement has.
 */
export function startLimits(caller: string, now: Date, { isCounted }: { isCounted: boolean }) {
  const network = { ...RATE_LIMITS.start, key: caller }
  const block = blockOf(caller)
  return sql`
    network as (${isCounted ? lockCounted(network, now) : countRequest(network, now)}),
    block as (${
      isCounted || block === undefined
        ? sql`select admitted, retry_at from network`
        : countRequest({ ...RATE_LIMITS.startOfBlock, key: block }, now, sql`from network where admitted`)
    }),
    throttled as (
      select coalesce(block.admitted, false) as admitted, coalesce(block.retry_at, network.retry_at) as retry_at
      from network left join block on true
    ),
    declined as (${selectDeclineWait(caller, now)})`
}
