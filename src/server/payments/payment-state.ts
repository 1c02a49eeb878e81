import type { Transitions } from '../db/transitions.ts'

export type PaymentState =
  'created' | 'processing' | 'fulfilled' | 'cancelled' | 'refunding' | 'refunded' | 'disputed' | 'unknown'

export const paymentTransitions: Transitions<PaymentState> = {
  created: ['processing', 'fulfilled', 'cancelled', 'refunding'],
  processing: ['fulfilled', 'cancelled', 'refunding'],
  fulfilled: ['refunding', 'refunded', 'disputed'],
  // Paid after all, which Stripe does not allow once the intent is cancelled there.
  cancelled: ['refunding'],
  refunding: ['refunded', 'fulfilled', 'unknown', 'disputed'],
  refunded: ['fulfilled', 'unknown', 'disputed'],
  disputed: ['fulfilled', 'refunding', 'refunded', 'unknown'],
  unknown: ['refunding', 'refunded', 'disputed'],
}
