import type { Services } from '#server/clients/services.ts'
import { sendEmails } from '#server/email/send-emails.ts'
import { reconcile } from '#server/payments/reconcile.ts'
import { listShownPayments } from '#server/reports/attention.ts'
import { runStep } from '#server/run-step.ts'
import { settlePayments } from '#server/settlement/settle-payments.ts'
import { timeLimit } from '#server/time-limit.ts'

/**
 * No step starts after this (ms). The current step may take 12 s longer: two attempts at Stripe of 6 s each. Netlify
 * stops a scheduled function after 30 s. https://docs.netlify.com/build/functions/configuration/
 */
const TIME_LIMIT_MS = 16_000
/** A full run settles no longer than this (ms): the rest is for the comparison with Stripe. */
const SETTLING_LIMIT_MS = 9000
const RECONCILED_DAYS = 8

/**
 * Runs the scheduled job: settles payments, compares our books with Stripe in a full run, and sends the emails of what
 * it settled. Returns the number settled.
 */
export async function runSettlementJob(services: Services, { full }: { full: boolean }): Promise<number> {
  const timeIsUp = timeLimit(services.clock, TIME_LIMIT_MS)
  const settlingIsOver = full ? timeLimit(services.clock, SETTLING_LIMIT_MS) : timeIsUp
  const { settled, awake, complete } = await settlePayments(services, { full, timeIsUp: settlingIsOver })
  if (full) {
    await runStep('reconcile', timeIsUp, async () =>
      reconcile(services, {
        days: RECONCILED_DAYS,
        shown: await listShownPayments(services),
        isBehind: !complete,
        timeIsUp,
      }),
    )
  }
  // A request that settled a payment may have died before it sent the emails.
  if (awake) await runStep('send emails', timeIsUp, () => sendEmails(services, timeIsUp))
  return settled
}
