import type { Stripe } from 'stripe'
import { onlyLeft } from '#contract/orders'
import { requireAdmission } from '../db/throttle.ts'
import { DomainError } from '../domain-error.ts'
import { env } from '../env.ts'
import type { Services } from '../services/services.ts'
import { askStripe, isKeptFailure, keyOf } from './intent.ts'
import {
  deleteUnheld,
  insertPayment,
  linkIntent,
  type PaymentAttempt,
  selectStarted,
  type StartedPayment,
} from './payment-queries.ts'
import { explainHold, type Hold, holdStock, type HoldState } from '../orders/hold-stock.ts'
import { requestHash } from '../request-hash.ts'
import { alreadyPaid, cancelIntent, withdrawPayment } from './withdraw-payment.ts'

type Needs = Pick<Services, 'db' | 'stripe' | 'clock' | 'random'>

export const MINUTES_TO_PAY = 30
const INTENTS = { kind: 'intent', limit: 10, windowMinutes: 10 }

/** What is to be paid for, as the two endpoints that start a payment know it. */
export interface Purchase {
  purpose: PaymentAttempt['purpose']
  amountPence: number
  /** Kept as it is: the validated data. */
  data: Record<string, unknown>
  requestId: string | undefined
  /** The client secret of the attempt that this one takes the place of. */
  replaces: string | undefined
  /** What the buyer's bank and Stripe's dashboard show. */
  description: string
  descriptorSuffix: string
  /** Where goods are delivered: Clearpay and Stripe's fraud checks decide by it. */
  shipping?: Stripe.PaymentIntentCreateParams.Shipping
  /** Stock to hold while it is paid. */
  hold?: Omit<Hold, 'paymentId' | 'amountPence' | 'holder'>
}

/**
 * Writes down what is to be bought and holds its stock, then asks Stripe for an intent. If this dies between the two,
 * nobody got the secret, so nothing can be paid, and the deadline clears the row away. Never returns a secret whose
 * intent is not linked to an open payment: what is paid with it would buy nothing.
 */
export async function startPayment(services: Needs, purchase: Purchase, addressKey: string) {
  const { db, stripe } = services
  const publishableKey = env('STRIPE_PUBLISHABLE_KEY')
  if (purchase.replaces) await withdrawPayment(services, purchase.replaces, purchase.purpose)
  const started = await writeDown(services, purchase, addressKey)
  await requireOpen(services, started)
  const intent = await askStripe(
    () => createIntent(stripe, purchase, started),
    'You have not been charged. Please try again.',
  )
  const [linked] = await db.run(linkIntent(started.id, intent))
  if (!linked) throw await closeIntent(services, intent.id)
  if (!intent.client_secret) throw new DomainError('payment_provider', 'The card provider gave no secret.')
  return { clientSecret: intent.client_secret, publishableKey }
}

/** Refuses an earlier attempt with the same request id that can no longer be paid. */
async function requireOpen(services: Needs, { state, intentId, isOverdue }: StartedPayment): Promise<void> {
  switch (state) {
    case 'created':
      if (!isOverdue) return
      throw intentId ? await closeIntent(services, intentId) : startAgain()
    case 'cancelled':
    case 'refunding':
    case 'refunded':
      throw startAgain()
    case 'processing':
    case 'fulfilled':
    case 'disputed':
    case 'unknown':
      throw alreadyPaid()
  }
}

/** Cancels an intent that must not be paid; returns the error that says what became of it. */
const closeIntent = async (services: Needs, intentId: string): Promise<DomainError> =>
  (await cancelIntent(services, intentId)) ? startAgain() : alreadyPaid()

const startAgain = () =>
  new DomainError('request_reused', 'This purchase was closed before it was paid. Please start again.')

/** So many failures that Stripe keeps are passed by. An intent behind one of them would be nobody's. */
const TURNS = 5

/** Stripe answers the same key with the same intent, so a repeat gets the first one's secret. */
async function createIntent(
  stripe: Stripe,
  purchase: Purchase,
  payment: StartedPayment,
  turn = 0,
): Promise<Stripe.PaymentIntent> {
  const { hold, shipping } = purchase
  try {
    return await stripe.paymentIntents.create(
      {
        // Of the first request: the key stands for its parameters.
        amount: payment.amountPence,
        currency: 'gbp',
        automatic_payment_methods: { enabled: true },
        description: purchase.description,
        statement_descriptor_suffix: purchase.descriptorSuffix,
        ...(shipping && { shipping }),
        metadata: {
          payment_id: payment.id,
          purpose: purchase.purpose,
          site: payment.siteId,
          ...(hold && { product_id: hold.productId }),
        },
      },
      { idempotencyKey: keyOf(payment.id, turn) },
    )
  } catch (error) {
    if (turn === TURNS || !isKeptFailure(error)) throw error
    return await createIntent(stripe, purchase, payment, turn + 1)
  }
}

/** Returns the new payment, or the earlier one with the same request id. */
async function writeDown(
  { db, clock, random }: Needs,
  purchase: Purchase,
  addressKey: string,
): Promise<StartedPayment> {
  const now = clock.now()
  const attempt = attemptOf(purchase, random.uuid(), now)
  const hold = purchase.hold && {
    ...purchase.hold,
    paymentId: attempt.id,
    amountPence: attempt.amountPence,
    holder: addressKey,
  }
  const answered = await db.batch({
    admission: insertPayment(attempt, { ...INTENTS, key: addressKey }),
    ...(hold && { held: holdStock(hold, now), undone: deleteUnheld(attempt.id), why: explainHold(hold) }),
    started: selectStarted(attempt),
  })
  requireAdmission(answered.admission[0], now)
  const [started] = answered.started
  if (!started) throw notHeld(answered.why?.[0], purchase)
  if (started.requestHash !== (attempt.requestHash ?? null)) {
    throw new DomainError('request_reused', 'This request id already stands for another purchase.')
  }
  return started
}

function attemptOf(
  { purpose, amountPence, data, requestId }: Purchase,
  id: string,
  now: Date,
): PaymentAttempt {
  const payBy = new Date(now.getTime() + MINUTES_TO_PAY * 60_000)
  return {
    id,
    purpose,
    amountPence,
    purchase: data,
    requestId,
    requestHash: requestId && requestHash(data),
    createdAt: now,
    payBy,
  }
}

/** Why stock could not be held, in the visitor's words. */
function notHeld(why: HoldState | undefined, { amountPence, hold }: Purchase): DomainError {
  const quantity = hold?.quantity ?? 1
  if (!why || why.available === null)
    return new DomainError('not_found', 'This product is no longer in the shop.')
  if (why.available === 0) return new DomainError('sold_out', 'This product has just sold out.')
  if (why.available < quantity) {
    const sentence = onlyLeft(why.available)
    return new DomainError('sold_out', `${sentence}.`, { fields: { quantity: sentence } })
  }
  if (why.pricePence !== null && why.pricePence * quantity !== amountPence) {
    return new DomainError(
      'changed_meanwhile',
      'The price of this product has changed. Please look at it again.',
    )
  }
  return new DomainError(
    'too_many_requests',
    'You have several unfinished purchases. Please finish one first.',
    {
      retryAfterSeconds: MINUTES_TO_PAY * 60,
    },
  )
}
