import type { Stripe } from 'stripe'
import type { Pence } from '#contract/base/money.ts'

/** `outcome` is null while the dispute is open; `lostPence` is 0 unless it is lost. */
export interface DisputeReading {
  outcome: 'won' | 'lost' | null
  lostPence: Pence
}

type Meaning = 'open' | 'won' | 'lost' | 'lost if withdrawn'

/**
 * The meaning of each status for the money. Does not compile when Stripe adds one.
 * https://docs.stripe.com/api/disputes/object#dispute_object-status
 */
const MEANINGS = {
  // An inquiry: nothing is withdrawn.
  warning_needs_response: 'open',
  warning_under_review: 'open',
  warning_closed: 'won',
  needs_response: 'open',
  under_review: 'open',
  won: 'won',
  lost: 'lost',
  // The money is gone until the appeal is won.
  appeal_needs_response: 'lost',
  appeal_under_review: 'lost',
  // Resolved before it became a dispute, with or without a withdrawal.
  prevented: 'lost if withdrawn',
} satisfies Record<Stripe.Dispute.Status, Meaning>

const meaningOf = (status: string) => (MEANINGS as Record<string, Meaning | undefined>)[status]

export const isKnownStatus = (status: string): boolean => meaningOf(status) !== undefined

/** Reads a dispute from Stripe. One with an unknown status counts as open, which freezes the purchase. */
export function readDispute({ status, balance_transactions: moved }: Stripe.Dispute): DisputeReading {
  const meaning = meaningOf(status)
  if (!meaning || meaning === 'open') return { outcome: null, lostPence: 0 }
  const lostPence = Math.max(0, -moved.reduce((sum, { amount }) => sum + amount, 0))
  if (meaning === 'won' || (meaning === 'lost if withdrawn' && lostPence === 0))
    return { outcome: 'won', lostPence: 0 }
  return { outcome: 'lost', lostPence }
}
