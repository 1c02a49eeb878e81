import type { Stripe } from 'stripe'
import type { FullRunStep } from '#contract/reports/reports.ts'
import type { Services } from '#server/clients/services.ts'
import { query } from '#server/db/db.ts'
import { DomainError } from '#server/domain-error.ts'
import { describeFailure, log } from '#server/log.ts'
import { syncDisputes } from '#server/money/dispute/apply-dispute.ts'
import { syncAlert } from '#server/money/dispute/sync-fraud-alert.ts'
import {
  findMissedAlerts,
  findMissedDisputes,
  findMissedRefunds,
} from '#server/money/reconcile/missed-events.ts'
import { requestRefund } from '#server/money/refund/apply-refund.ts'
import { selectOpenRefunds } from '#server/money/refund/refund-queries.ts'
import { settleAndSyncRefunds } from '#server/money/refund/settle-and-sync-refunds.ts'
import { cancelIntent } from '#server/money/settle/cancel-payment.ts'
import { idOf } from '#server/money/settle/intent.ts'
import { mayBeOurs, siteOf } from '#server/money/settle/our-intents.ts'
import {
  releaseCancelledStock,
  selectOverdue,
  selectUnsettled,
  updateAbandoned,
  type ListedIntent,
} from '#server/money/settle/payment-queries.ts'
import { settlePayment, type Settlement } from '#server/money/settle/settle-payment.ts'
import { isAuthenticating, isLate } from '#server/money/start/deadline.ts'
import { runStep } from '#server/run-step.ts'

type Deps = Pick<Services, 'db' | 'stripe' | 'clock' | 'random'>
type TimeIsUp = () => boolean
type MoneyStep = Exclude<FullRunStep, 'comparison'>

const HOUR_MS = 3_600_000
/** How far a full run looks back at Stripe (ms): a day longer than Neon's restore window. */
const LOOK_BACK_MS = 8 * 24 * HOUR_MS
/** Rows per step of a run. */
const ROWS_LIMIT = 50
/** Unpaid payments, which strangers can start by the hundred. */
const UNPAID_LIMIT = 500
/** Each takes two requests, and Stripe takes 100 a second, those of buyers among them. */
const UNPAID_AT_ONCE = 8

interface SettleResult {
  /** Number of payments settled. */
  settled: number
  /** Whether the run has queried the database. It is awake then, so reading the outbox costs nothing extra. */
  awake: boolean
  /** Whether all payments, refunds and disputes that Stripe has decided could be settled. */
  complete: boolean
  /** The steps that looked at all they found. */
  ran: MoneyStep[]
}

/** What one step did. */
interface StepResult {
  found: number
  settled: number
  /** Whether it looked at all that it found, with or without success. */
  ran: boolean
}

/**
 * Settles payments that neither browser nor webhook has settled: those of the last hour, and only if there are any, so
 * that Neon can suspend the database. A full run looks further back and also settles what is due in the database. Money
 * comes first, and unpaid payments take what is left of the time: strangers can start any number of them. Steps that
 * fail are logged and do not stop the others. Work left when time is up waits for the next run.
 */
export async function settlePayments(
  services: Deps,
  { full, timeIsUp = () => false }: { full: boolean; timeIsUp?: TimeIsUp },
): Promise<SettleResult> {
  const age = full ? LOOK_BACK_MS : HOUR_MS
  const paid = await runStep('settle payments', timeIsUp, () => settleCharged(services, age, timeIsUp))
  const due = full ? await settleDue(services, timeIsUp) : []
  const unpaid = await runStep('close unpaid payments', timeIsUp, () =>
    closeUnpaid(services, { age, full, timeIsUp }),
  )
  const awake = full || paid?.awake === true || unpaid?.awake === true
  // Only after settling: a paid payment that has not been settled yet must not be taken for abandoned.
  if (paid?.ran && awake)
    await runStep(
      'close abandoned payments',
      () => false,
      () => closeAbandoned(services),
    )
  const steps: [MoneyStep, StepResult | undefined][] = [['payments', paid], ...due]
  return {
    settled: (paid?.settled ?? 0) + (unpaid?.settled ?? 0),
    awake,
    // A warning or review moves no money.
    complete: steps.every(([name, step]) => name === 'alerts' || (step?.ran && step.settled === step.found)),
    ran: steps.flatMap(([name, step]) => (step?.ran ? [name] : [])),
  }
}

/**
 * Settles payments with a charge of the last `age` ms that is paid or processing at Stripe but not settled here. Unpaid
 * payments have no such charge, only declined ones, so strangers cannot make this list longer.
 */
async function settleCharged(
  services: Deps,
  age: number,
  timeIsUp: TimeIsUp,
): Promise<StepResult & { awake: boolean }> {
  const listed = new Map<string, ListedIntent>()
  for await (const charge of services.stripe.charges.list(listParams(services, age))) {
    if (timeIsUp()) break
    const id = idOf(charge.payment_intent)
    if (id === undefined || !mayBeOurs(charge)) continue
    if (charge.status !== 'failed') listed.set(id, { id, site: siteOf(charge), status: 'paid' })
  }
  const isWhole = !timeIsUp()
  const ours = listed.size > 0 ? await services.db.run(selectUnsettled([...listed.values()])) : []
  const settled = await settleEach(ours, timeIsUp, ({ intentId }) => settlePayment(services, intentId))
  return { ...settled, ran: settled.ran && isWhole, awake: listed.size > 0 }
}

/**
 * Settles or cancels payments past their deadline, and what else is decided among the intents of the last `age` ms,
 * page by page.
 */
async function closeUnpaid(
  services: Deps,
  { age, full, timeIsUp }: { age: number; full: boolean; timeIsUp: TimeIsUp },
): Promise<{ settled: number; awake: boolean }> {
  const { db, stripe, clock } = services
  const close = async (items: { intentId: string; status?: ListedIntent['status'] }[]) => {
    const work = ({ intentId, status = 'late' }: (typeof items)[number]) =>
      status === 'late' ? cancelOrSettle(services, intentId) : settlePayment(services, intentId)
    return (await settleEach(items, timeIsUp, work, UNPAID_AT_ONCE)).settled
  }
  let settled = full ? await close(await db.run(selectOverdue(clock.now(), UNPAID_LIMIT))) : 0
  let awake = false
  for (let after: string | undefined; !timeIsUp();) {
    const page = await stripe.paymentIntents.list({
      ...listParams(services, age),
      ...(after && { starting_after: after }),
    })
    const ours = page.data.filter((intent) => mayBeOurs(intent))
    // Starting the payment has woken the database already.
    awake ||= ours.length > 0
    const listed = ours.flatMap((intent) => toListed(intent, clock.now()) ?? [])
    if (listed.length > 0) settled += await close(await db.run(selectUnsettled(listed)))
    after = page.has_more ? page.data.at(-1)?.id : undefined
    if (after === undefined) break
  }
  return { settled, awake }
}

/** Returns undefined for an intent that may still be paid and was never declined. */
function toListed(intent: Stripe.PaymentIntent, now: Date): ListedIntent | undefined {
  const status = classifyIntent(intent, now)
  return status && { id: intent.id, site: siteOf(intent), status }
}

function classifyIntent(intent: Stripe.PaymentIntent, now: Date): ListedIntent['status'] | undefined {
  const { status, latest_charge: charge } = intent
  if (status === 'succeeded' || status === 'processing') return 'paid'
  if (status === 'canceled') return 'cancelled'
  if (isLate(intent, now)) return 'late'
  return charge ? 'declined' : undefined
}

const listParams = ({ clock }: Pick<Deps, 'clock'>, age: number) => ({
  created: { gte: Math.floor((clock.now().getTime() - age) / 1000) },
  limit: 100,
})

const closeAbandoned = ({ db, clock }: Deps) =>
  db.batch({ abandoned: updateAbandoned(clock.now()), released: releaseCancelledStock(null, clock.now()) })

/** Settles what is due in the database or differs from Stripe's lists. Returns what each step did. */
async function settleDue(services: Deps, timeIsUp: TimeIsUp): Promise<[MoneyStep, StepResult | undefined][]> {
  const settleAll = async <Item extends { intentId: string }>(
    step: string,
    find: () => Promise<Item[]>,
    work: (item: Item) => Promise<unknown>,
  ) => {
    const found = await runStep(step, timeIsUp, find)
    if (!found) return undefined
    // The list may have been cut short.
    const isWhole = !timeIsUp()
    const result = await settleEach(found, timeIsUp, work)
    return { ...result, ran: result.ran && isWhole }
  }
  const dueRefunds = await settleAll(
    'make refunds',
    () => services.db.run(selectOpenRefunds(ROWS_LIMIT)),
    (refund) => requestRefund(services, { ...refund, isRetry: true }),
  )
  const refunds = await settleAll(
    'sync refunds',
    () => findMissedRefunds(services, timeIsUp),
    ({ intentId }) => settleAndSyncRefunds(services, intentId),
  )
  const disputes = await settleAll(
    'sync disputes',
    () => findMissedDisputes(services, timeIsUp),
    ({ intentId }) => syncDisputes(services, intentId),
  )
  const alerts = await settleAll(
    'sync fraud alerts',
    () => findMissedAlerts(services, timeIsUp),
    (alert) => syncAlert(services, alert),
  )
  return [
    ['due_refunds', dueRefunds],
    ['refunds', refunds],
    ['disputes', disputes],
    ['alerts', alerts],
  ]
}

/** Cancels an intent past its deadline, unless it is paid or its buyer is being authenticated. */
async function cancelOrSettle(services: Deps, intentId: string): Promise<void> {
  const { outcome, intent } = await settlePayment(services, intentId)
  if (outcome !== 'unpaid' || isAuthenticating(intent, services.clock.now())) return
  // It was paid between the two requests.
  if (!(await cancelIntent(services, intentId))) await settlePayment(services, intentId)
}

/** Processes each item, `atOnce` at a time. Logs failures and continues. */
async function settleEach<Item extends { intentId: string }>(
  items: Item[],
  timeIsUp: TimeIsUp,
  work: (item: Item) => Promise<unknown>,
  atOnce = 1,
): Promise<StepResult> {
  let [tried, settled] = [0, 0]
  const left = items.values()
  const workThrough = async () => {
    // Shared: each item is taken once.
    for (const item of left) {
      if (timeIsUp()) return
      tried += 1
      try {
        await work(item)
        settled += 1
      } catch (error) {
        log('error', 'payment not settled', { intent: item.intentId, ...describeFailure(error) })
      }
    }
  }
  await Promise.all(Array.from({ length: atOnce }, workThrough))
  return { found: items.length, settled, ran: tried === items.length }
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
