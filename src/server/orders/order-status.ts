import type { orderStatuses } from '#contract/orders'
import type { Transitions } from '../db/transitions.ts'

export type OrderStatus = (typeof orderStatuses)[number]

export const orderTransitions: Transitions<OrderStatus> = {
  completed: ['refunding', 'part_refunded', 'refunded', 'disputed'],
  refunding: ['completed', 'part_refunded', 'refunded', 'disputed'],
  part_refunded: ['refunding', 'completed', 'refunded', 'disputed'],
  // The last refund may still fail.
  refunded: ['completed', 'part_refunded', 'disputed'],
  disputed: ['completed', 'refunding', 'part_refunded', 'refunded'],
}
