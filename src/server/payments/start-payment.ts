import { Stripe } from 'stripe'
import { type createProductPaymentIntentEndpoint, onlyLeft, type ProductPurchase } from '#contract/orders'
import { requireWithinLimit, secondsUntil } from '../db/rate-limit.ts'
import { DomainError } from '../domain-error.ts'
import { env } from '../env.ts'
import type { Services } from '../clients/services.ts'
import { isAuthenticating, minutesToPay } from './deadline.ts'
import { callStripe, idempotencyKeyOf, isRefusal, isReplayedFailure } from './intent.ts'
import {
  closeRefused,
  deleteUnreserved,
  insertPayment,
  linkIntent,
  type PaymentAttempt,
  selectStarted,
  type StartedPayment,
  type StartLimitResult,
} from './payment-queries.ts'
import {
  type ReservationResult,
  reserveStock,
  selectReservationResult,
  type StockRequest,
} from '../orders/reserve-stock.ts'
import { requestHash } from '../request-hash.ts'
import { alreadyPaidError, cancelIntent, cancelPayment } from './cancel-payment.ts'
import type { Body, Reply } from '#contract/endpoint'
import { formatPounds } from '#contract/money'
import type { createPaymentIntentEndpoint } from '#contract/vouchers'

type Deps = Pick<Services, 'db' | 'stripe' | 'clock' | 'random'>

/**
 * Keeps floods away from Stripe and the database, no more: the customers of a mobile network share one address. Declines
 * and lapsed reservations are what count against a caller.
 */
const START_RATE_LIMIT = { kind: 'intent', limit: 300, windowMinutes: 10 }

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
  hold?: Omit<StockRequest, 'paymentId' | 'amountPence' | 'callerHash'>
}

/**
 * Writes down what is to be bought and holds its stock, then asks Stripe for an intent. If this dies between the two,
 * nobody got the secret, so nothing can be paid, and the deadline clears the row away. Stock is released at once if Stripe
 * refuses. Never returns a secret whose intent is not linked to an open payment: what is paid with it would buy nothing.
 */
async function startPayment(services: Deps, purchase: Purchase, addressKey: string) {
  const { db, stripe } = services
  const publishableKey = env('STRIPE_PUBLISHABLE_KEY')
  if (purchase.replaces) await cancelPayment(services, purchase.replaces, purchase.purpose)
  const started = await recordAttempt(services, purchase, addressKey)
  await requireOpen(services, started)
  const intent = await callStripe(
    () => createIntent(stripe, purchase, started),
    'You have not been charged. Please try again.',
  ).catch(async (error: DomainError) => {
    if (purchase.hold && isRefusal(error.cause))
      await db.batch(closeRefused(started.id, services.clock.now()))
    throw error
  })
  const [linked] = await db.run(linkIntent(started.id, intent))
  if (!linked) throw await cancelAndExplain(services, intent.id)
  if (!intent.client_secret) throw new DomainError('payment_provider', 'The card provider gave no secret.')
  return { clientSecret: intent.client_secret, publishableKey }
}

/** Refuses an earlier attempt with the same request id that can no longer be paid. */
async function requireOpen(services: Deps, { state, intentId, isOverdue }: StartedPayment): Promise<void> {
  const { stripe, clock } = services
  switch (state) {
    case 'created':
      if (!isOverdue) return
      if (!intentId) throw startAgainError()
      if (isAuthenticating(await callStripe(() => stripe.paymentIntents.retrieve(intentId)), clock.now()))
        return
      throw await cancelAndExplain(services, intentId)
    case 'cancelled':
    case 'refunding':
    case 'refunded':
      throw startAgainError()
    case 'processing':
    case 'fulfilled':
    case 'disputed':
    case 'unknown':
      throw alreadyPaidError()
  }
}

/** Cancels an intent that must not be paid; returns the error that says what became of it. */
const cancelAndExplain = async (services: Deps, intentId: string): Promise<DomainError> =>
  (await cancelIntent(services, intentId)) ? startAgainError() : alreadyPaidError()

const startAgainError = () =>
  new DomainError('request_reused', 'This purchase was closed before it was paid. Please start again.')

/** So many used keys are passed by. An intent behind one of them is nobody's, or linked; then the new one is not. */
const REUSED_KEYS_MAX = 5

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
      { idempotencyKey: idempotencyKeyOf(payment.id, turn) },
    )
  } catch (error) {
    if (turn === REUSED_KEYS_MAX || !(isReplayedFailure(error) || isKeyOfEarlierVersion(error))) throw error
    return await createIntent(stripe, purchase, payment, turn + 1)
  }
}

/** Before a deploy, the key was used with parameters that this version no longer sends. */
const isKeyOfEarlierVersion = (error: unknown): boolean =>
  error instanceof Stripe.errors.StripeIdempotencyError && error.statusCode === 400

/** Returns the new payment, or the earlier one with the same request id. */
async function recordAttempt(
  { db, clock, random }: Deps,
  purchase: Purchase,
  addressKey: string,
): Promise<StartedPayment> {
  const now = clock.now()
  const attempt = toAttempt(purchase, random.uuid(), addressKey, now)
  const stock = purchase.hold && {
    ...purchase.hold,
    paymentId: attempt.id,
    amountPence: attempt.amountPence,
    callerHash: addressKey,
  }
  const answered = await db.batch({
    admission: insertPayment(attempt, { ...START_RATE_LIMIT, key: addressKey }),
    ...(stock && {
      held: reserveStock(stock, now),
      undone: deleteUnreserved(attempt.id),
      why: selectReservationResult(stock, now),
    }),
    started: selectStarted(attempt),
  })
  requireWithinLimit(answered.admission[0], now)
  requireFewDeclines(answered.admission[0], now)
  const [started] = answered.started
  if (!started) throw notReservedError(answered.why?.[0], purchase)
  if (started.requestHash !== (attempt.requestHash ?? null)) {
    throw new DomainError('request_reused', 'This request id already stands for another purchase.')
  }
  return started
}

function toAttempt(
  { purpose, amountPence, data, requestId }: Purchase,
  id: string,
  caller: string,
  now: Date,
): PaymentAttempt {
  const payBy = new Date(now.getTime() + minutesToPay(purpose) * 60_000)
  return {
    id,
    purpose,
    amountPence,
    purchase: data,
    requestId,
    requestHash: requestId && requestHash(data),
    createdAt: now,
    payBy,
    caller,
  }
}

function requireFewDeclines(admission: StartLimitResult | undefined, now: Date): void {
  if (!admission?.declinedUntil) return
  throw new DomainError(
    'too_many_requests',
    'Many card payments from your connection were declined in the last hour. Please try again later, or ring us.',
    { retryAfterSeconds: secondsUntil(admission.declinedUntil, now) },
  )
}

/** Why stock could not be held, in the visitor's words. */
function notReservedError(why: ReservationResult | undefined, { amountPence, hold }: Purchase): DomainError {
  const quantity = hold?.quantity ?? 1
  if (!why || why.available === null)
    return new DomainError('not_found', 'This product is no longer in the shop.')
  if (why.available === 0)
    return new DomainError('sold_out', why.inCheckouts ? ALL_IN_CHECKOUTS : 'This product has just sold out.')
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
  const retryAfterSeconds = minutesToPay('order') * 60
  const left = Math.max(0, why.allowance ?? 0)
  if (left === 0)
    return new DomainError(
      'too_many_requests',
      `${NOT_PAID} no more of these can be reserved for it just now. Please try again in 15 minutes, or ring us.`,
      { retryAfterSeconds },
    )
  return new DomainError(
    'too_many_requests',
    `${NOT_PAID} at most ${left} of these can be reserved for it today. For more, please ring us.`,
    {
      retryAfterSeconds,
      fields: { quantity: `At most ${left} of these today` },
    },
  )
}

const ALL_IN_CHECKOUTS = 'Others are paying for the last of these. Some may be back within half an hour.'
const NOT_PAID = 'An earlier purchase from your connection was not paid, so'

export async function startVoucherPayment(
  services: Deps,
  { amount, voucherData, requestId, replaces }: Body<typeof createPaymentIntentEndpoint>,
  addressKey: string,
): Promise<Reply<typeof createPaymentIntentEndpoint>> {
  return await startPayment(
    services,
    {
      purpose: 'gift_voucher',
      amountPence: amount,
      data: voucherData,
      requestId,
      replaces,
      description: `Gift voucher £${formatPounds(amount)}`,
      descriptorSuffix: 'VOUCHER',
    },
    addressKey,
  )
}

/** Holds what is to be bought at today's price; a page that shows another price is refused. */
export async function startProductPayment(
  services: Deps,
  {
    productId,
    amount,
    quantity,
    purchaseData,
    requestId,
    replaces,
  }: Body<typeof createProductPaymentIntentEndpoint>,
  addressKey: string,
): Promise<Reply<typeof createProductPaymentIntentEndpoint>> {
  return await startPayment(
    services,
    {
      purpose: 'order',
      amountPence: amount,
      data: { ...purchaseData, productId, quantity },
      requestId,
      replaces,
      description: `Order of ${quantity} from the shop`,
      descriptorSuffix: 'SHOP',
      ...(purchaseData.delivery === 'local' && { shipping: shippingOf(purchaseData) }),
      hold: { productId, quantity },
    },
    addressKey,
  )
}

/** The clinic delivers in its own city. Stripe takes ISO 3166 codes, and the form's default country, UK, is none. */
function shippingOf({
  firstName,
  lastName,
  phone,
  shippingAddress: { line1, line2, city, postcode },
}: ProductPurchase): Stripe.PaymentIntentCreateParams.Shipping {
  return {
    name: `${firstName} ${lastName}`,
    ...(phone && { phone }),
    address: { line1, ...(line2 && { line2 }), city, postal_code: postcode, country: 'GB' },
  }
}
