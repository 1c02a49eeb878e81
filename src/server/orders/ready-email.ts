import { sql, type RawBuilder } from 'kysely'
import type { Statement } from '#server/db/db.ts'
import { UNITS_TO_HAND_OVER } from '#server/db/units-to-hand-over.ts'

/** SQL condition: `outbox` is an unsent email that an order is ready which meets a condition. */
export const isUnsentReadyEmail = (condition: RawBuilder<unknown>) => sql`
  ${condition} and split_part(outbox.key, ':', 2) = orders.id::text and template = 'order-ready' and sent_at is null`

/** Brings the unsent email that an order is ready in line with what was refunded. */
export const updateReadyEmail = (condition: RawBuilder<unknown>): Statement => sql`
  update outbox set data = data || jsonb_build_object('quantity', ${UNITS_TO_HAND_OVER})
  from orders where ${isUnsentReadyEmail(condition)}`
