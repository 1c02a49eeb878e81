import type { Services } from '#server/clients/services.ts'
import { readBounces } from '#server/delivery/email-events.ts'
import { sendEmails } from '#server/email/send-emails.ts'
import { enqueueSalesSummary } from '#server/notices/enqueue-sales-summary.ts'
import { applyRetention } from '#server/privacy/retention.ts'
import { runStep } from '#server/run-step.ts'
import { timeLimit } from '#server/time-limit.ts'
import { remindHolders } from '#server/vouchers/holder/holder-emails.ts'
import { expireVouchers } from '#server/vouchers/ledger/expire-vouchers.ts'
import { buildWhenDue } from '#server/website/build-website.ts'

/**
 * No step starts after this (ms). A statement or an email may take ten seconds longer, and Netlify stops a scheduled
 * function after 30 s.
 */
const TIME_LIMIT_MS = 18_000
/** Old data may be many rows: the emails keep the rest of the time (ms). */
const RETENTION_LIMIT_MS = 9000

/**
 * Runs the hourly job: everything by the clock that is not about payments. Steps that fail are logged and do not stop
 * the others. Returns the number of emails sent.
 */
export async function runHourlyJob(
  services: Pick<Services, 'db' | 'email' | 'clock' | 'random' | 'buildHook'>,
): Promise<number> {
  const timeIsUp = timeLimit(services.clock, TIME_LIMIT_MS)
  const retentionIsOver = timeLimit(services.clock, RETENTION_LIMIT_MS)
  await runStep('expire vouchers', timeIsUp, () => expireVouchers(services))
  await runStep('remind holders', timeIsUp, () => remindHolders(services))
  await runStep('summarise sales', timeIsUp, () => enqueueSalesSummary(services))
  await applyRetention(services, retentionIsOver)
  await runStep('build the website', timeIsUp, () => buildWhenDue(services))
  // Last, because they wait for Postmark. What a bounce tells a buyer leaves at once.
  await runStep('read bounces', timeIsUp, () => readBounces(services))
  return (await runStep('send emails', timeIsUp, () => sendEmails(services, timeIsUp))) ?? 0
}
