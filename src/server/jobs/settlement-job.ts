import { sql } from 'kysely'
import { fullRunSteps, type FullRunStep } from '#contract/reports/reports.ts'
import { executeCancellations } from '#server/cancelling/execute-cancellations.ts'
import type { Services } from '#server/clients/services.ts'
import { query } from '#server/db/db.ts'
import { sendEmails } from '#server/email/send-emails.ts'
import { findUndeliveredEvent } from '#server/money/reconcile/missed-events.ts'
import { reconcile } from '#server/money/reconcile/reconcile.ts'
import { settlePayments } from '#server/money/settle/settle-payments.ts'
import { tellJobsRun } from '#server/outages/jobs-stopped.ts'
import { recordSeenCall } from '#server/outages/record-failure.ts'
import { listShownPayments } from '#server/reports/list-shown-payments.ts'
import { runStep } from '#server/run-step.ts'
import { timeLimit } from '#server/time-limit.ts'

/**
 * No step starts after this (ms). The current step may take 12 s longer: two attempts at Stripe of 6 s each. Netlify
 * stops a scheduled function after 30 s. https://docs.netlify.com/build/functions/configuration/
 */
const TIME_LIMIT_MS = 16_000
/** A full run settles no longer than this (ms): the rest is for the comparison with Stripe. */
const SETTLING_LIMIT_MS = 9000
const RECONCILED_DAYS = 8

/** A full run whose turn was missed is made up for once the last one is older than this. */
const FULL_RUN_AGE = sql`interval '55 minutes'`

type SettlementServices = Omit<Services, 'buildHook' | 'breachedPasswords'>

interface Run {
  /** Once an hour, or on request. */
  full: boolean
  /** Whether the run is full if the last full one is older than 55 minutes, because its turn was missed. */
  makesUp?: boolean
}

/**
 * Runs the scheduled job: settles payments, compares our books with Stripe in a full run, and sends the emails of what
 * it settled. Returns the number settled.
 */
export async function runSettlementJob(services: SettlementServices, run: Run): Promise<number> {
  const timeIsUp = timeLimit(services.clock, TIME_LIMIT_MS)
  const full = run.full || (run.makesUp === true && (await isFullRunMissed(services, timeIsUp)))
  const settlingIsOver = full ? timeLimit(services.clock, SETTLING_LIMIT_MS) : timeIsUp
  const { settled, awake, complete, ran } = await settlePayments(services, {
    full,
    timeIsUp: settlingIsOver,
  })
  if (full) {
    await runStep('pay cancelled purchases back', timeIsUp, () =>
      executeCancellations(services, { timeIsUp }),
    )
    const compared = await runStep('reconcile', timeIsUp, async () =>
      reconcile(services, {
        days: RECONCILED_DAYS,
        shown: await listShownPayments(services),
        isBehind: !complete,
        timeIsUp,
      }),
    )
    // Whatever time is left: without it, the next run would be full again, and an old one be reported.
    await runStep(
      'record the full run',
      () => false,
      () => recordFullRun(services, compared ? [...ran, 'comparison'] : ran),
    )
    await runStep('look for undelivered events', timeIsUp, () => recordUndelivered(services))
  }
  const hasAsked = await runStep(
    'record how Stripe answered',
    () => false,
    () => recordSeenCall(services, awake),
  )
  // A request that settled a payment may have died before it sent the emails.
  if (awake || hasAsked) await runStep('send emails', timeIsUp, () => sendEmails(services, timeIsUp))
  return settled
}

async function isFullRunMissed({ db, clock }: SettlementServices, timeIsUp: () => boolean): Promise<boolean> {
  const missed = query
    .selectFrom('reconciliation')
    .select('one')
    .where(sql<boolean>`coalesce(full_run_at < ${clock.now()}::timestamptz - ${FULL_RUN_AGE}, true)`)
  const rows = await runStep('find the last full run', timeIsUp, () => db.run(missed))
  return rows !== undefined && rows.length > 0
}

/** Records when a full run ended and which of its steps ran. A step that never ran counts from the first full run. */
function recordFullRun({ db, clock }: SettlementServices, ran: FullRunStep[]) {
  const now = clock.now()
  const atNow = (steps: readonly FullRunStep[]) =>
    sql`${JSON.stringify(Object.fromEntries(steps.map((step) => [step, now])))}::jsonb`
  return db.batch({
    over: tellJobsRun(now),
    recorded: query.updateTable('reconciliation').set({
      fullRunAt: now,
      stepsAt: sql`${atNow(fullRunSteps)} || steps_at || ${atNow(ran)}`,
    }),
  })
}

async function recordUndelivered({ db, stripe, clock }: SettlementServices): Promise<void> {
  const event = await findUndeliveredEvent(stripe, clock.now())
  const undeliveredAt = event ? new Date(event.created * 1000) : null
  await db.run(query.updateTable('reconciliation').set({ undeliveredAt }))
}
