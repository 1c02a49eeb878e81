import { sql, type RawBuilder } from 'kysely'
import type { Statement } from '#server/db/db.ts'
import { NOTHING_TO_HAND_OVER, UNITS_TO_HAND_OVER } from '#server/db/units-to-hand-over.ts'

/** SQL condition: `outbox` is an unsent email that an order is ready which meets a condition. */
export const isUnsentReadyEmail = (condition: RawBuilder<unknown>) => sql`
  ${condition} and split_part(outbox.key, ':', 2) = orders.id::text and template = 'order-ready' and sent_at is null`

/** SQL condition on `orders`: what the email says is true. */
export const IS_READY = sql<boolean>`(orders.fulfilment = 'ready' and not ${NOTHING_TO_HAND_OVER})`

/**
 * Brings the unsent email that an order is ready in line with what was refunded, and withdraws it if nothing is left to
 * hand over. It stays withdrawn if the refund fails: the clinic hears of that, and tells the buyer by taking the step again.
 */
export const updateReadyEmail = (condition: RawBuilder<unknown>, now: Date): Statement => sql`
  update outbox set data = data || jsonb_build_object('quantity', ${UNITS_TO_HAND_OVER}),
    withdrawn_at = case when ${NOTHING_TO_HAND_OVER} then coalesce(withdrawn_at, ${now}) else withdrawn_at end
  from orders where ${isUnsentReadyEmail(condition)}`
