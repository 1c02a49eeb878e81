import type { Run } from './run.ts'

/** What there was in a run that could have gone wrong. */
export interface Tally {
  awaits: number
  faults: number
  paid: number
  refunds: number
  disputes: number
  /** Redeemed, corrected or issued at the desk, as far as it was told so. */
  atDesk: number
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
  atDesk: 0,
  mails: 0,
  twice: 0,
}

export function tallyOf({ trace, paidAt, pressed, stripe, mailbox: { deliveries } }: Run): Tally {
  const { refunds, disputes } = stripe.state()
  const mails = new Set(deliveries.map(({ outboxId }) => outboxId)).size
  return {
    awaits: trace.crossings,
    faults: trace.faults,
    paid: paidAt.size,
    refunds: refunds.length,
    disputes: disputes.length,
    atDesk: [...pressed.values()].filter(Boolean).length,
    mails,
    twice: deliveries.length - mails,
  }
}

/** The figures stand apart from their names, so that those of several runs can be added. */
export const sayTally = ({ awaits, faults, paid, refunds, disputes, atDesk, mails, twice }: Tally) =>
  [
    `${awaits} awaits, ${faults} faults, ${paid} payments, ${refunds} refunds, ${disputes} disputes`,
    `${atDesk} changes at the desk, ${mails} mails (${twice} of them twice, where nobody could know that they had left)`,
  ].join(', ')
