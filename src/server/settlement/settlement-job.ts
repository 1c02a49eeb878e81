import type { Services } from '#server/clients/services.ts'
import { sendEmails } from '#server/email/send-emails.ts'
import { enqueueSalesSummary } from '#server/notices/enqueue-sales-summary.ts'
import { reconcile } from '#server/payments/reconcile.ts'
import { listShownPayments } from '#server/reports/attention.ts'
import { runStep } from '#server/run-step.ts'
import { settlePayments } from '#server/settlement/settle-payments.ts'

/**
 * No step starts after this (ms). The current step may take 12 s longer: two attempts at Stripe of 6 s each. Netlify
 * stops a scheduled function after 30 s. https://docs.netlify.com/build/functions/configuration/
 */
const TIME_LIMIT_MS = 16_000
const RECONCILED_DAYS = 8

/**
 * Runs the scheduled job: settles payments, sends emails and compares our books with Stripe. Returns the number
 * settled.
 */
export async function runSettlementJob(services: Services, { full }: { full: boolean }): Promise<number> {
  const stopAt = services.clock.now().getTime() + TIME_LIMIT_MS
  const timeIsUp = () => services.clock.now().getTime() >= stopAt
  const { settled, awake, complete } = await settlePayments(services, { full, timeIsUp })
  if (full) await runStep('summarise sales', timeIsUp, () => enqueueSalesSummary(services))
  // A request that settled a payment may have died before it sent the emails.
  if (awake) await runStep('send emails', timeIsUp, () => sendEmails(services, timeIsUp))
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
  return settled
}
