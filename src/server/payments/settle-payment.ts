import type { Stripe } from 'stripe'
import { sql } from 'kysely'
import type { Statement } from '../db/db.ts'
import { type Admission, countCall, requireAdmission, type Throttle } from '../db/throttle.ts'
import { DomainError } from '../domain-error.ts'
import type { Services } from '../services/services.ts'
import { generateCode } from '../vouchers/voucher-code.ts'
import { placeOrder, type PlacedOrderRow, selectPlaced } from '../orders/place-order.ts'
import {
  type BoughtVoucherRow,
  issueVoucher,
  type PaidIntent,
  selectBought,
} from '../vouchers/issue-voucher.ts'
import { closeUnpaid } from './close-unpaid.ts'
import { askStripe } from './intent.ts'
import { returnPayment } from './return-payment.ts'
import { linkIntent, lockPayment, updateFulfilled, updateState } from './payment-queries.ts'
import { cancelIntent } from './withdraw-payment.ts'

type Needs = Pick<Services, 'db' | 'stripe' | 'clock' | 'random'>

export type Settlement =
  | { outcome: 'fulfilled'; intent: Stripe.PaymentIntent; voucher: BoughtVoucherRow }
  | { outcome: 'ordered'; intent: Stripe.PaymentIntent; order: PlacedOrderRow }
  /** Refunded, because it bought nothing; or waiting for the owner, because nobody knows what it was for. */
  | { outcome: 'returned' | 'unmatched'; intent: Stripe.PaymentIntent }
  | { outcome: 'processing' | 'unpaid' | 'cancelled' | 'unknown'; intent: Stripe.PaymentIntent }

/**
 * Asks Stripe what became of a payment and gives what was paid for, once, however many call at the same time:
 * the browser, the webhook and the scheduler all come through here. `visitor`: whose calls to count, in the same batch.
 */
export async function settlePayment(
  services: Needs,
  intentId: string,
  visitor?: Throttle,
): Promise<Settlement> {
  const { db, stripe, clock, random } = services
  const intent = await askStripe(
    () => stripe.paymentIntents.retrieve(intentId, { expand: ['latest_charge'] }),
    'We cannot say yet what became of this payment: please ask again, and do not pay twice.',
  )
  const now = clock.now()
  const count = visitor ? { visit: countVisit(visitor, now) } : {}
  switch (intent.status) {
    case 'succeeded':
      return await fulfil(services, intent, count)
    case 'processing':
      requireVisit(await db.batch({ ...count, moved: updateState(intent.id, 'processing', now) }), now)
      return { outcome: 'processing', intent }
    case 'canceled':
      requireVisit(await db.batch({ ...count, ...closeUnpaid(intent.id, random.uuid(), now) }), now)
      return { outcome: 'cancelled', intent }
    case 'requires_payment_method': {
      const answered = await db.batch({ ...count, waiting: selectProcessing(intent.id) })
      requireVisit(answered, now)
      return answered.waiting[0] ? await endFailed(services, intent) : { outcome: 'unpaid', intent }
    }
    default:
      if (visitor) requireVisit(await db.batch(count), now)
      return { outcome: 'unpaid', intent }
  }
}

const selectProcessing = (intentId: string): Statement<{ id: string }> => sql<{ id: string }>`
  select id from payment where stripe_payment_intent_id = ${intentId} and state = 'processing'`

/** Cancels a payment that failed after it was under way: its buyer has left, and must not pay it by an old page. */
async function endFailed(services: Needs, intent: Stripe.PaymentIntent): Promise<Settlement> {
  if (await cancelIntent(services, intent.id)) return { outcome: 'cancelled', intent }
  // Confirmed again meanwhile.
  return await settlePayment(services, intent.id)
}

type Count = { visit?: Statement<Admission> }

const countVisit = (visitor: Throttle, now: Date) =>
  sql<Admission>`with throttled as (${countCall(visitor, now)}) select * from throttled`

function requireVisit(answered: { visit?: Admission[] }, now: Date): void {
  if (answered.visit) requireAdmission(answered.visit[0], now)
}

const CODE_TAKEN = 'gift_voucher_code'

async function fulfil(services: Needs, intent: Stripe.PaymentIntent, count: Count): Promise<Settlement> {
  try {
    return await fulfilOnce(services, intent, count)
  } catch (error) {
    // One in 10^22: another voucher has that code. A second throw of the dice is enough.
    if ((error as { constraint?: string }).constraint !== CODE_TAKEN) throw error
    return await fulfilOnce(services, intent, count)
  }
}

/** The lock comes first, so each later statement sees what a faster caller committed; every one of them is a no-op then. */
async function fulfilOnce(services: Needs, intent: Stripe.PaymentIntent, count: Count): Promise<Settlement> {
  const { db, clock, random } = services
  const payment = paymentNamedBy(intent) ?? (await findPayment(services, intent.id))
  if (!payment) return { outcome: 'unknown', intent }
  const paymentId = payment.id
  const paid = { paymentId, intentId: intent.id, pence: receivedPence(intent), at: paidAt(intent) }
  if (payment.purpose === 'order') return await fulfilOrder(services, intent, paid, count)
  const mailIds = { receipt: random.uuid(), gift: random.uuid() }
  const voucher = { id: random.uuid(), entryId: random.uuid(), mailIds, code: generateCode(random) }
  const now = clock.now()
  const answered = await db.batch({
    ...count,
    lock: lockPayment(paymentId),
    intentId: linkIntent(paymentId, intent.id),
    ...issueVoucher(voucher, paid, now),
    fulfilled: updateFulfilled(paid, now),
    bought: selectBought(paymentId, intent.id, now),
  })
  const [bought] = answered.bought
  const settlement: Settlement = bought
    ? { outcome: 'fulfilled', intent, voucher: bought }
    : { outcome: await returnPayment(services, intent, paymentId), intent }
  requireVisit(answered, now)
  return settlement
}

async function fulfilOrder(
  services: Needs,
  intent: Stripe.PaymentIntent,
  paid: PaidIntent,
  count: Count,
): Promise<Settlement> {
  const { db, clock, random } = services
  const mailIds = { confirmation: random.uuid(), notice: random.uuid(), lowStock: random.uuid() }
  const now = clock.now()
  const answered = await db.batch({
    ...count,
    lock: lockPayment(paid.paymentId),
    intentId: linkIntent(paid.paymentId, intent.id),
    ...placeOrder({ id: random.uuid(), mailIds }, paid, now),
    fulfilled: updateFulfilled(paid, now),
    placed: selectPlaced(paid.paymentId, intent.id),
  })
  const [placed] = answered.placed
  const settlement: Settlement = placed
    ? { outcome: 'ordered', intent, order: placed }
    : { outcome: await returnPayment(services, intent, paid.paymentId), intent }
  requireVisit(answered, now)
  return settlement
}

interface NamedPayment {
  id: string
  purpose: string | undefined
}

function paymentNamedBy({ metadata }: Stripe.PaymentIntent): NamedPayment | undefined {
  const id = metadata['payment_id'] ?? ''
  return /^[0-9a-f-]{36}$/.test(id) ? { id, purpose: metadata['purpose'] } : undefined
}

/** Finds the payment of an intent whose metadata was changed at Stripe. */
async function findPayment({ db }: Needs, intentId: string): Promise<NamedPayment | undefined> {
  const [payment] = await db.run(
    sql<NamedPayment>`select id, purpose from payment where stripe_payment_intent_id = ${intentId}`,
  )
  return payment
}

/** What arrived, if it came in pounds; any other currency pays for nothing. */
function receivedPence(intent: Stripe.PaymentIntent): number {
  return intent.currency === 'gbp' ? intent.amount_received : 0
}

/** When the charge was made, which is what a voucher's validity counts from. */
function paidAt(intent: Stripe.PaymentIntent): Date {
  const charge = intent.latest_charge
  if (!charge || typeof charge === 'string') {
    throw new DomainError('payment_provider', 'The card provider named no charge.')
  }
  return new Date(charge.created * 1000)
}
