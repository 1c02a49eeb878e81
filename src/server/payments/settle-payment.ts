import type { Stripe } from 'stripe'
import { DomainError } from '../domain-error.ts'
import { log } from '../log.ts'
import type { Services } from '../services/services.ts'
import { generateCode } from '../vouchers/voucher-code.ts'
import { type BoughtVoucherRow, issueVoucher, selectBought } from '../vouchers/issue-voucher.ts'
import { askStripe } from './intent.ts'
import { lockPayment, updateFulfilled, updateIntentId, updateState } from './payment-queries.ts'

type Needs = Pick<Services, 'db' | 'stripe' | 'clock' | 'random'>

export type Settlement =
  | { outcome: 'fulfilled'; intent: Stripe.PaymentIntent; voucher: BoughtVoucherRow }
  | { outcome: 'processing' | 'unpaid' | 'cancelled' | 'unknown'; intent: Stripe.PaymentIntent }

/**
 * Asks Stripe what became of a payment and gives what was paid for, once, however many call at the same time:
 * the browser, the webhook and the scheduler all come through here.
 */
export async function settlePayment(services: Needs, intentId: string): Promise<Settlement> {
  const { db, stripe, clock } = services
  const intent = await askStripe(() =>
    stripe.paymentIntents.retrieve(intentId, { expand: ['latest_charge'] }),
  )
  switch (intent.status) {
    case 'succeeded':
      return await fulfil(services, intent)
    case 'processing':
      await db.run(updateState(intent.id, 'processing', clock.now()))
      return { outcome: 'processing', intent }
    case 'canceled':
      await db.run(updateState(intent.id, 'cancelled', clock.now()))
      return { outcome: 'cancelled', intent }
    default:
      return { outcome: 'unpaid', intent }
  }
}

const CODE_TAKEN = 'gift_voucher_code'

async function fulfil(services: Needs, intent: Stripe.PaymentIntent): Promise<Settlement> {
  try {
    return await fulfilOnce(services, intent)
  } catch (error) {
    // One in 10^22: another voucher has that code. A second throw of the dice is enough.
    if ((error as { constraint?: string }).constraint !== CODE_TAKEN) throw error
    return await fulfilOnce(services, intent)
  }
}

/** The lock comes first, so each later statement sees what a faster caller committed; every one of them is a no-op then. */
async function fulfilOnce({ db, clock, random }: Needs, intent: Stripe.PaymentIntent): Promise<Settlement> {
  const paymentId = intent.metadata['payment_id'] ?? ''
  if (!/^[0-9a-f-]{36}$/.test(paymentId)) return { outcome: 'unknown', intent }
  const paid = { paymentId, intentId: intent.id, pence: receivedPence(intent), at: paidAt(intent) }
  const mailIds = { receipt: random.uuid(), gift: random.uuid() }
  const voucher = { id: random.uuid(), entryId: random.uuid(), mailIds, code: generateCode(random) }
  const now = clock.now()
  const { bought } = await db.batch({
    lock: lockPayment(paymentId),
    intentId: updateIntentId(paymentId, intent.id),
    ...issueVoucher(voucher, paid, now),
    fulfilled: updateFulfilled(paid, now),
    bought: selectBought(paymentId, now),
  })
  if (bought[0]) return { outcome: 'fulfilled', intent, voucher: bought[0] }
  log('error', 'paid and nothing to give', { intent: intent.id, payment: paymentId })
  return { outcome: 'unknown', intent }
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
