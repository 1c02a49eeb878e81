/** As Stripe says it. */
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
  /** What Stripe has taken and not given back. */
  withdrawn: number
  /** What of it is lost by the books. */
  lost: number
  /** Greater than those of the disputes that were lost before. */
  decided: number
}

/** Those that may follow each. */
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

export const isOpen = (status: DisputeStatus): boolean =>
  /^(warning_)?(needs_response|under_review)$/.test(status)
