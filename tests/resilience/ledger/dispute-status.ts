/** Stripe's statuses of a dispute. */
export type DisputeStatus =
  | 'warning_needs_response'
  | 'warning_under_review'
  | 'warning_closed'
  | 'needs_response'
  | 'under_review'
  | 'won'
  | 'lost'
  | 'appeal_needs_response'
  | 'appeal_under_review'
  | 'prevented'

export interface Dispute {
  pence: number
  status: DisputeStatus
  /** Pence that Stripe has withdrawn and not returned. */
  withdrawn: number
  /** Pence that our books count as lost. */
  lost: number
  /** Order of decisions: later ones have greater numbers. */
  decided: number
}

/** Statuses that may follow each status. */
export const NEXT: Record<DisputeStatus, DisputeStatus[]> = {
  warning_needs_response: ['warning_under_review', 'warning_closed', 'needs_response', 'prevented'],
  warning_under_review: ['warning_closed', 'needs_response'],
  warning_closed: [],
  needs_response: ['won', 'lost', 'under_review', 'won', 'lost', 'prevented'],
  under_review: ['won', 'lost'],
  won: [],
  lost: ['appeal_needs_response', 'won'],
  appeal_needs_response: ['appeal_under_review', 'won', 'lost'],
  appeal_under_review: ['won', 'lost'],
  prevented: [],
}

export const isOpenDispute = (status: DisputeStatus): boolean =>
  /^(warning_)?(needs_response|under_review)$/.test(status)
