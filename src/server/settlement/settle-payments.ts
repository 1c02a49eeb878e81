import type { Stripe } from 'stripe'
import type { Services } from '#server/clients/services.ts'
import { query } from '#server/db/db.ts'
import { DomainError } from '#server/domain-error.ts'
import { describeFailure, log } from '#server/log.ts'
import { cancelIntent } from '#server/payments/cancel-payment.ts'
import { isAuthenticating, isLate } from '#server/payments/deadline.ts'
import { mayBeOurs, siteOf } from '#server/payments/our-intents.ts'
import {
  releaseCancelledStock,
  selectOverdue,
  selectUnsettled,
  updateAbandoned,
  type ListedIntent,
} from '#server/payments/payment-queries.ts'
import { settlePayment, type Settlement } from '#server/payments/settle-payment.ts'
import { syncDisputes } from '#server/refunds/apply-dispute.ts'
import { requestRefund } from '#server/refunds/apply-refund.ts'
import { selectOpenRefunds } from '#server/refunds/refund-queries.ts'
import { settleAndSyncRefunds } from '#server/refunds/settle-and-sync-refunds.ts'
import { syncAlert } from '#server/refunds/sync-fraud-alert.ts'
import { runStep } from '#server/run-step.ts'
import { findMissedAlerts, findMissedDisputes, findMissedRefunds } from '#server/settlement/missed-events.ts'

type Deps = Pick<Services, 'db' | 'stripe' | 'clock' | 'random'>
type TimeIsUp = () => boolean

const HOUR_MS = 3_600_000
/** How far a full run looks back at Stripe (ms): a day longer than Neon's restore window. */
const LOOK_BACK_MS = 8 * 24 * HOUR_MS
/** Rows per step of a run. */
const ROWS_LIMIT = 50

interface SettleResult {
  /** Number of payments settled. */
  settled: number
  /** Whether the run has queried the database. It is awake then, so reading the outbox costs nothing extra. */
  awake: boolean
  /** Whether all payments, refunds and disputes that were due could be settled. */
  complete: boolean
}

/**
 * Settles payments that neither browser nor webhook has settled. Each run lists the last hour's intents at Stripe and
 * queries the database only if there are any, so that Neon can suspend it. A full run looks further back and also
 * settles what is due in the database. Steps that fail are logged and do not stop the others. Work left when time is
 * up waits for the next run.
 */
export async function settlePayments(
  services: Deps,
  { full, timeIsUp = () => false }: { full: boolean; timeIsUp?: TimeIsUp },
): Promise<SettleResult> {
  const result = await runStep('settle payments', timeIsUp, () =>
    settleSince(services, full ? LOOK_BACK_MS : HOUR_MS, timeIsUp),
  )
  // Only after settling: a paid payment that has not been settled yet must not be taken for abandoned.
  if (result && (full || result.awake))
    await runStep('close abandoned payments', timeIsUp, () => closeAbandoned(services))
  const { settled, awake, complete } = result ?? { settled: 0, awake: false, complete: false }
  if (!full) return { settled, awake, complete }
  const dueSettled = await settleDue(services, timeIsUp)
  return { settled, awake: true, complete: complete && dueSettled }
}

/** Settles intents of the last `age` ms that are decided at Stripe but not here, were declined, or are late. */
async function settleSince(services: Deps, age: number, timeIsUp: TimeIsUp): Promise<SettleResult> {
  const now = services.clock.now()
  const listed: ListedIntent[] = []
  let awake = false
  const since = Math.floor((now.getTime() - age) / 1000)
  for await (const intent of services.stripe.paymentIntents.list({ created: { gte: since }, limit: 100 })) {
    if (timeIsUp()) break
    if (!mayBeOurs(intent)) continue
    // Starting the payment has woken the database already.
    awake = true
    const status = classifyIntent(intent, now)
    if (status) listed.push({ id: intent.id, site: siteOf(intent), status })
  }
  if (listed.length === 0) return { settled: 0, awake, complete: !timeIsUp() }
  const ours = await services.db.run(selectUnsettled(listed))
  const late = ours.filter(({ status }) => status === 'late')
  const decided = ours.filter(({ status }) => status !== 'late')
  const closed = await settleEach(late, timeIsUp, ({ intentId }) => cancelOrSettle(services, intentId))
  const settled = await settleEach(decided, timeIsUp, ({ intentId }) => settlePayment(services, intentId))
  return { settled, awake: true, complete: closed + settled === ours.length && !timeIsUp() }
}

/** Returns undefined for an intent that may still be paid and was never declined. */
function classifyIntent(intent: Stripe.PaymentIntent, now: Date): ListedIntent['status'] | undefined {
  const { status, latest_charge: charge } = intent
  if (status === 'succeeded' || status === 'processing') return 'paid'
  if (status === 'canceled') return 'cancelled'
  if (isLate(intent, now)) return 'late'
  return charge ? 'declined' : undefined
}

const closeAbandoned = ({ db, clock }: Deps) =>
  db.batch({ abandoned: updateAbandoned(clock.now()), released: releaseCancelledStock(null, clock.now()) })

/**
 * Settles what is due in the database, oldest first. Returns whether all payments, refunds and disputes could be
 * settled.
 */
async function settleDue(services: Deps, timeIsUp: TimeIsUp): Promise<boolean> {
  const { db, clock } = services
  const settleAll = async <Item extends { intentId: string }>(
    step: string,
    find: () => Promise<Item[]>,
    work: (item: Item) => Promise<unknown>,
  ) => {
    const found = await runStep(step, timeIsUp, find)
    return found !== undefined && (await settleEach(found, timeIsUp, work)) === found.length && !timeIsUp()
  }
  const settled = [
    await settleAll(
      'cancel overdue payments',
      () => db.run(selectOverdue(clock.now(), ROWS_LIMIT)),
      ({ intentId }) => cancelOrSettle(services, intentId),
    ),
    await settleAll(
      'make refunds',
      () => db.run(selectOpenRefunds(ROWS_LIMIT)),
      (refund) => requestRefund(services, { ...refund, isRetry: true }),
    ),
    await settleAll(
      'sync refunds',
      () => findMissedRefunds(services, timeIsUp),
      ({ intentId }) => settleAndSyncRefunds(services, intentId),
    ),
    await settleAll(
      'sync disputes',
      () => findMissedDisputes(services, timeIsUp),
      ({ intentId }) => syncDisputes(services, intentId),
    ),
  ]
  await runStep('sync fraud alerts', timeIsUp, async () => {
    const missed = await findMissedAlerts(services, timeIsUp)
    await settleEach(missed, timeIsUp, (alert) => syncAlert(services, alert))
  })
  return settled.every(Boolean)
}

/** Cancels an intent past its deadline, unless it is paid or its buyer is being authenticated. */
async function cancelOrSettle(services: Deps, intentId: string): Promise<void> {
  const { outcome, intent } = await settlePayment(services, intentId)
  if (outcome !== 'unpaid' || isAuthenticating(intent, services.clock.now())) return
  // It was paid between the two requests.
  if (!(await cancelIntent(services, intentId))) await settlePayment(services, intentId)
}

/** Processes each item. Logs failures and continues; returns the number that succeeded. */
async function settleEach<Item extends { intentId: string }>(
  items: Item[],
  timeIsUp: TimeIsUp,
  work: (item: Item) => Promise<unknown>,
): Promise<number> {
  let done = 0
  for (const item of items) {
    if (timeIsUp()) break
    try {
      await work(item)
      done += 1
    } catch (error) {
      log('error', 'payment not settled', { intent: item.intentId, ...describeFailure(error) })
    }
  }
  return done
}

/** Cancels or settles a payment past its deadline now instead of in the next run. Returns the outcome. */
export async function settleNow(
  services: Pick<Services, 'db' | 'stripe' | 'clock' | 'random'>,
  paymentId: string,
): Promise<Settlement['outcome']> {
  const [payment] = await services.db.run(
    query.selectFrom('payment').select('stripePaymentIntentId as intentId').where('id', '=', paymentId),
  )
  if (!payment?.intentId) throw new DomainError('not_found', 'We could not find this payment.')
  await cancelOrSettle(services, payment.intentId)
  const { outcome } = await settlePayment(services, payment.intentId)
  return outcome
}
