import type { Run } from './run.ts'

/** What there was in a run that could have gone wrong. */
export interface Tally {
  awaits: number
  faults: number
  paid: number
  refunds: number
  disputes: number
  /** At the desk, as far as it was told so. */
  redemptions: number
  mails: number
  /** Mails that left a second time. */
  twice: number
}

export function tallyOf({ trace, paidAt, redeemed, stripe, mailbox: { deliveries } }: Run): Tally {
  const { refunds, disputes } = stripe.state()
  const mails = new Set(deliveries.map(({ outboxId }) => outboxId)).size
  return {
    awaits: trace.crossings,
    faults: trace.faults,
    paid: paidAt.size,
    refunds: refunds.length,
    disputes: disputes.length,
    redemptions: [...redeemed.values()].filter(Boolean).length,
    mails,
    twice: deliveries.length - mails,
  }
}
