import type { Transitions } from '../db/transitions.ts'

export type PaymentState =
  'created' | 'processing' | 'fulfilled' | 'cancelled' | 'refunding' | 'refunded' | 'disputed' | 'unknown'

export const paymentTransitions: Transitions<PaymentState> = {
  created: ['processing', 'fulfilled', 'cancelled', 'refunding'],
  processing: ['fulfilled', 'cancelled', 'refunding'],
  fulfilled: ['refunding', 'refunded', 'disputed'],
  cancelled: [],
  refunding: ['refunded', 'fulfilled', 'unknown', 'disputed'],
  refunded: ['fulfilled', 'unknown', 'disputed'],
  disputed: ['fulfilled', 'refunding', 'refunded', 'unknown'],
  unknown: ['refunding', 'refunded', 'disputed'],
}
