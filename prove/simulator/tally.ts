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

export const NOTHING: Tally = {
  awaits: 0,
  faults: 0,
  paid: 0,
  refunds: 0,
  disputes: 0,
  redemptions: 0,
  mails: 0,
  twice: 0,
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

/** The figures stand apart from their names, so that those of several runs can be added. */
export const sayTally = ({ awaits, faults, paid, refunds, disputes, redemptions, mails, twice }: Tally) =>
  [
    `${awaits} awaits, ${faults} faults, ${paid} payments, ${refunds} refunds, ${disputes} disputes`,
    `${redemptions} redemptions, ${mails} mails (${twice} of them twice, where nobody could know that they had left)`,
  ].join(', ')
