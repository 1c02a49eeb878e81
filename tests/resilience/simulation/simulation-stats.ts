import type { SimRun } from '#tests/resilience/simulation/run.ts'

/** How much happened in a run. */
export interface SimulationStats {
  awaits: number
  faults: number
  paid: number
  refunds: number
  disputes: number
  /** Redemptions, adjustments and issues at the desk that were confirmed to the owner. */
  deskChanges: number
  emails: number
  /** Emails that were delivered a second time. */
  duplicateEmails: number
  /** What Postmark reported or listed of them. */
  emailEvents: number
  /** Reissues that were confirmed to the buyer or the owner. */
  reissues: number
}

export const EMPTY_STATS: SimulationStats = {
  awaits: 0,
  faults: 0,
  paid: 0,
  refunds: 0,
  disputes: 0,
  deskChanges: 0,
  emails: 0,
  duplicateEmails: 0,
  emailEvents: 0,
  reissues: 0,
}

export function collectStats({
  trace,
  paidAt,
  deskActions,
  stripe,
  reissues,
  mailbox,
}: SimRun): SimulationStats {
  const { deliveries } = mailbox
  const { refunds, disputes } = stripe.state()
  const emails = new Set(deliveries.map(({ outboxId }) => outboxId)).size
  return {
    awaits: trace.calls,
    faults: trace.faults,
    paid: paidAt.size,
    refunds: refunds.length,
    disputes: disputes.length,
    deskChanges: [...deskActions.values()].filter(Boolean).length,
    emails,
    duplicateEmails: deliveries.length - emails,
    emailEvents: mailbox.events().length,
    reissues: reissues.filter(({ isConfirmed }) => isConfirmed).length,
  }
}

/** Returns the stats as text, each figure before its name. */
export function describeStats(stats: SimulationStats): string {
  const { awaits, faults, paid, refunds, disputes, deskChanges, emails, duplicateEmails } = stats
  const { emailEvents, reissues } = stats
  return [
    `${awaits} awaits, ${faults} faults, ${paid} payments, ${refunds} refunds, ${disputes} disputes`,
    `${deskChanges} changes at the desk`,
    `${emails} emails (${duplicateEmails} of them twice, where no process could know that they had been sent)`,
    `${emailEvents} events of emails, ${reissues} reissues`,
  ].join(', ')
}
