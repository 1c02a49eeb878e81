import { createHash } from 'node:crypto'
import type { Body, Reply } from '#contract/endpoint'
import { formatPounds } from '#contract/money'
import type { createPaymentIntent } from '#contract/vouchers'
import { requireAdmission } from '../db/throttle.ts'
import { DomainError } from '../domain-error.ts'
import { env } from '../env.ts'
import type { Services } from '../services/services.ts'
import { askStripe } from './intent.ts'
import { insertPayment, type PaymentAttempt, selectStarted, updateIntentId } from './payment-queries.ts'
import { withdrawPayment } from './withdraw-payment.ts'

type Order = Body<typeof createPaymentIntent>
type Needs = Pick<Services, 'db' | 'stripe' | 'clock' | 'random'>

export const MINUTES_TO_PAY = 30
const INTENTS = { kind: 'intent', limit: 10, windowMinutes: 10 }

/**
 * Writes down what is to be bought, then asks Stripe for an intent. If this dies between the two, nobody got the secret,
 * so nothing can be paid, and the deadline clears the row away.
 */
export async function startVoucherPayment(
  { db, stripe, clock, random }: Needs,
  order: Order,
  addressKey: string,
): Promise<Reply<typeof createPaymentIntent>> {
  const publishableKey = env('STRIPE_PUBLISHABLE_KEY')
  if (order.replaces) await withdrawPayment({ db, stripe, clock }, order.replaces)
  const attempt = attemptOf(order, random.uuid(), clock.now())
  const {
    admission: [admission],
    started: [started],
  } = await db.batch({
    admission: insertPayment(attempt, { ...INTENTS, key: addressKey }),
    started: selectStarted(attempt),
  })
  requireAdmission(admission, clock.now())
  if (!started || started.requestHash !== (attempt.requestHash ?? null)) {
    throw new DomainError('request_reused', 'This request id already stands for another purchase.')
  }
  // Stripe answers the same key with the same intent, so a repeat gets the first one's secret.
  const intent = await askStripe(() =>
    stripe.paymentIntents.create(intentOf(order, started.id), { idempotencyKey: started.id }),
  )
  await db.run(updateIntentId(started.id, intent.id))
  return { clientSecret: intent.client_secret!, publishableKey }
}

function attemptOf(order: Order, id: string, now: Date): PaymentAttempt {
  const { requestId, voucherData: purchase } = order
  const requestHash = requestId && createHash('sha256').update(JSON.stringify(purchase)).digest('base64url')
  const payBy = new Date(now.getTime() + MINUTES_TO_PAY * 60_000)
  const amountPence = purchase.originalAmount
  return { id, purpose: 'gift_voucher', amountPence, purchase, requestId, requestHash, createdAt: now, payBy }
}

function intentOf(order: Order, paymentId: string) {
  return {
    amount: order.amount,
    currency: 'gbp',
    automatic_payment_methods: { enabled: true },
    description: `Gift voucher £${formatPounds(order.amount)}`,
    statement_descriptor_suffix: 'GIFT VOUCHER',
    metadata: { payment_id: paymentId, purpose: 'gift_voucher' },
  }
}
