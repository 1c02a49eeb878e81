export type PaymentState =
  'created' | 'processing' | 'fulfilled' | 'cancelled' | 'refunding' | 'refunded' | 'disputed' | 'unknown'

/** Which state may follow which; whatever is not here does not happen. */
const transitions: Record<PaymentState, readonly PaymentState[]> = {
  created: ['processing', 'fulfilled', 'cancelled', 'refunding'],
  processing: ['fulfilled', 'cancelled', 'refunding'],
  fulfilled: ['refunding', 'refunded', 'disputed'],
  cancelled: [],
  refunding: ['refunded', 'fulfilled', 'unknown', 'disputed'],
  refunded: ['fulfilled', 'unknown', 'disputed'],
  disputed: ['fulfilled', 'refunding', 'refunded'],
  unknown: ['refunding', 'refunded'],
}

/** The states from which `target` may be reached, for a guard in SQL. */
export function statesBefore(target: PaymentState): PaymentState[] {
  return (Object.keys(transitions) as PaymentState[]).filter((from) => transitions[from].includes(target))
}
