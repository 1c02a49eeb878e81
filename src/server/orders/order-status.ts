import { sql } from 'kysely'
import type { orderStatuses } from '#contract/base/statuses.ts'
import type { FreezeCause } from '#contract/money/frozen.ts'
import type { Transitions } from '#server/db/transitions.ts'

export type OrderStatus = (typeof orderStatuses)[number]

/** SQL expression on `orders`: why its payment is frozen. */
export const FROZEN_BY = sql<FreezeCause | null>`(
  select min(cause) from freeze_cause where freeze_cause.payment_id = orders.payment_id)`

export const orderTransitions: Transitions<OrderStatus> = {
  completed: ['refunding', 'part_refunded', 'refunded', 'disputed'],
  refunding: ['completed', 'part_refunded', 'refunded', 'disputed'],
  part_refunded: ['refunding', 'completed', 'refunded', 'disputed'],
  // The last refund may still fail, and of a cancelled order the clinic then owes it in another way.
  refunded: ['refunding', 'completed', 'part_refunded', 'disputed'],
  disputed: ['completed', 'refunding', 'part_refunded', 'refunded'],
}
