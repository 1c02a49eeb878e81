import { describeFailure, log } from '../log.ts'
import type { Services } from '../services/services.ts'
import { selectOverdue, updateAbandoned } from './payment-queries.ts'
import { settlePayment } from './settle-payment.ts'
import { MINUTES_TO_PAY } from './start-voucher-payment.ts'
import { cancelIntent } from './withdraw-payment.ts'

type Needs = Pick<Services, 'db' | 'stripe' | 'clock' | 'random'>

const MINUTE = 60_000
const RECENT = 60 * MINUTE
/** A scheduled function lives 30 s; what is left is for the next run. */
const TIME_LIMIT = 20_000
const PAGE = 50

/**
 * The safety net under browser and webhook. Every run asks Stripe for the last hour's intents and touches the database
 * only if there are any, so that it can sleep; a full run also clears away what was never paid. Answers how many
 * payments it settled.
 */
export async function settlePayments(services: Needs, { full }: { full: boolean }): Promise<number> {
  const stopAt = services.clock.now().getTime() + TIME_LIMIT
  const timeIsUp = () => services.clock.now().getTime() > stopAt
  const settled = await settleRecent(services, timeIsUp)
  if (full) await clearOverdue(services, timeIsUp)
  return settled
}

async function settleRecent(services: Needs, timeIsUp: () => boolean): Promise<number> {
  const now = services.clock.now().getTime()
  const since = Math.floor((now - RECENT) / 1000)
  let settled = 0
  for await (const intent of services.stripe.paymentIntents.list({ created: { gte: since }, limit: 100 })) {
    if (timeIsUp()) break
    if (!intent.metadata['payment_id']) continue
    const late = intent.created * 1000 < now - MINUTES_TO_PAY * MINUTE
    const open = intent.status.startsWith('requires_')
    if (intent.status === 'succeeded' || intent.status === 'processing') {
      settled += Number(await attempt(intent.id, () => settlePayment(services, intent.id)))
    } else if (open && late) {
      await attempt(intent.id, () => cancelOrSettle(services, intent.id))
    }
  }
  return settled
}

/** Oldest first. A payment without an intent was never answered to anybody, so nobody can pay it. */
async function clearOverdue(services: Needs, timeIsUp: () => boolean): Promise<void> {
  const { db, clock } = services
  await db.run(updateAbandoned(clock.now()))
  const overdue = await db.run(selectOverdue(clock.now(), PAGE))
  for (const { stripePaymentIntentId } of overdue) {
    if (timeIsUp()) return
    await attempt(stripePaymentIntentId, () => cancelOrSettle(services, stripePaymentIntentId))
  }
}

async function cancelOrSettle(services: Needs, intentId: string): Promise<void> {
  if (!(await cancelIntent(services, intentId))) await settlePayment(services, intentId)
}

/** One payment that cannot be settled must not keep the others waiting. */
async function attempt(intent: string, work: () => Promise<unknown>): Promise<boolean> {
  try {
    await work()
    return true
  } catch (error) {
    log('error', 'payment not settled', { intent, ...describeFailure(error) })
    return false
  }
}
