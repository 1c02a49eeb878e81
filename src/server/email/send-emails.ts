import { sql } from 'kysely'
import { londonDay } from '#contract/base/send-date.ts'
import { EmailRefused } from '#server/clients/email.ts'
import { systemClock, type Services } from '#server/clients/services.ts'
import { enqueueGiftUndelivered } from '#server/email/enqueue-gift-undelivered.ts'
import { claimDueEmails, loadEmail, markRefused, markSent, type OutboxEmail } from '#server/email/outbox.ts'
import { env } from '#server/env.ts'
import { describeFailure, log } from '#server/log.ts'
import { tellJobsStopped } from '#server/outages/jobs-stopped.ts'
import { endOutage, recordFailure } from '#server/outages/record-failure.ts'
import { timeLimit } from '#server/time-limit.ts'
import { isScheduled } from '#server/watched-run.ts'

type Deps = Pick<Services, 'db' | 'email' | 'clock' | 'random'>

/** One at a time: what a claimed email says is then as old as its own sending, and a withdrawn one is not claimed. */
const BATCH_SIZE = 1
const MINUTE_MS = 60_000
/** Delay after each failed attempt; after the last one, the email appears under Needs attention. */
const RETRY_DELAYS_MINUTES = [1, 2, 5, 15, 30, 60, 120, 240, 480, 720, 1440]
/** Netlify stops a scheduled function after 30 s. */
const TIME_LIMIT_MS = 20_000

/** Sends due emails and returns how many were sent. Concurrent runs are safe: each email is claimed by one. */
export async function sendEmails(
  services: Deps,
  timeIsUp = timeLimit(services.clock, TIME_LIMIT_MS),
): Promise<number> {
  const { db, clock, random } = services
  let sent = 0
  let outage: EmailRefused['outage']
  let isFirst = true
  while (!timeIsUp()) {
    const now = clock.now()
    const { claimed } = await db.batch({
      // What sends emails notices when the scheduled jobs do not.
      ...(isFirst && isScheduled() && { stopped: tellJobsStopped(now) }),
      claimed: claimDueEmails({ now, random }, BATCH_SIZE),
    })
    isFirst = false
    for (const email of claimed) {
      // If the provider hangs, the other emails are sent once this claim has expired.
      if (timeIsUp()) break
      const result = await sendOne(services, email)
      sent += Number(result.isSent)
      outage = result.outage
    }
    if (claimed.length < BATCH_SIZE) break
  }
  if (outage) await db.run(recordFailure({ service: 'postmark', cause: outage }, clock.now()))
  return sent
}

/**
 * Sends due emails after `waitMs`, by when those are due that wait for an Undo. If the function is stopped meanwhile, the
 * hourly job sends them.
 */
export async function sendEmailsLater(services: Deps, waitMs: number): Promise<void> {
  await systemClock.wait(waitMs)
  await sendEmails(services)
}

async function sendOne(
  { db, email: client, clock }: Deps,
  claimed: OutboxEmail,
): Promise<{ isSent: boolean; outage?: EmailRefused['outage'] }> {
  // Imported when an email is due, so that a cold start does not wait for the templates.
  const { loadOf, renderEmail } = await import('#server/email/templates.ts')
  const load = loadOf(claimed.template)
  const email = load ? (await db.batch(loadEmail(claimed.id, load, clock.now()))).loaded[0] : claimed
  if (!email) return { isSent: false }
  let messageId: string
  try {
    const rendered = renderEmail(email.template, email.data, env('URL'), londonDay(clock.now()))
    messageId = await client.send({ ...rendered, to: email.recipient, outboxId: email.id })
  } catch (error) {
    const delay = RETRY_DELAYS_MINUTES[email.attempts]
    const permanent = error instanceof EmailRefused && error.permanent
    const dueAt =
      permanent || delay === undefined ? undefined : new Date(clock.now().getTime() + delay * MINUTE_MS)
    const { reason, mayHaveLeft } =
      error instanceof EmailRefused ? error : { reason: 'not rendered', mayHaveLeft: false }
    const now = clock.now()
    await db.batch({
      refused: markRefused(email.id, { reason, mayHaveLeft, dueAt }, now),
      ...(!dueAt && reason === INACTIVE && { told: tellUndelivered(email, now) }),
    })
    log(dueAt ? 'warn' : 'error', 'mail not sent', { outbox: email.id, reason, ...describeFailure(error) })
    return { isSent: false, outage: error instanceof EmailRefused ? error.outage : undefined }
  }
  const now = clock.now()
  await db.batch({ sent: markSent(email.id, messageId, now), over: endOutage('postmark', now) })
  return { isSent: true }
}

/** Postmark's answer for an address that came back before, or whose owner called an email spam. */
const INACTIVE = 'code 406'

const tellUndelivered = ({ id }: OutboxEmail, now: Date) =>
  enqueueGiftUndelivered(
    sql`(
      select *, data ->> 'voucherCode' as code, 'unreachable' as reason from outbox where id = ${id} and failed_at = ${now})`,
    now,
    `:${now.getTime()}`,
  )
