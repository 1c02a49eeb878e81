import { Stripe } from 'stripe'
import { clinic } from '#clinic/current-clinic.ts'
import type { Body, Reply } from '#contract/base/endpoint.ts'
import { formatPounds } from '#contract/base/money.ts'
import { deliveryPostcodeError } from '#contract/base/postcode.ts'
import { lastValidDay, londonDay, sendDays, sendOnProblem } from '#contract/base/send-date.ts'
import type { createProductPaymentIntentEndpoint, ProductPurchase } from '#contract/orders/orders.ts'
import type { createPaymentIntentEndpoint, VoucherPurchaseData } from '#contract/vouchers/vouchers.ts'
import type { Services } from '#server/clients/services.ts'
import { longDay } from '#server/dates.ts'
import { hashRequest } from '#server/db/idempotency.ts'
import { inMinutes, requireWithinLimit, secondsUntil } from '#server/db/rate-limit.ts'
import { DomainError } from '#server/domain-error.ts'
import { env } from '#server/env.ts'
import { alreadyPaidError, cancelIntent, cancelPayment } from '#server/money/settle/cancel-payment.ts'
import {
  callStripe,
  idempotencyKeyOf,
  intentIdOf,
  isRefusal,
  isReplayedFailure,
} from '#server/money/settle/intent.ts'
import { lockPaymentOf } from '#server/money/settle/our-intents.ts'
import {
  closeRefused,
  countReplacement,
  deleteUnreserved,
  insertPayment,
  linkIntent,
  markReplaced,
  selectOpenIntent,
  selectStarted,
  type PaymentAttempt,
  type StartedPayment,
} from '#server/money/settle/payment-queries.ts'
import { isAuthenticating, minutesToPay } from '#server/money/start/deadline.ts'
import { notReservedError } from '#server/money/start/not-reserved-error.ts'
import type { StartLimitResult } from '#server/money/start/start-limits.ts'
import { reserveStock, selectReservationResult, type StockRequest } from '#server/orders/reserve-stock.ts'
import { endOutage } from '#server/outages/record-failure.ts'

type Deps = Pick<Services, 'db' | 'stripe' | 'clock' | 'random'>

interface Purchase {
  purpose: PaymentAttempt['purpose']
  amountPence: number
  /** The validated form data, stored as it is. */
  data: Record<string, unknown>
  requestId: string | undefined
  /** Client secret of the attempt that this one replaces. */
  replaces: string | undefined
  /** Shown by the buyer's bank and in Stripe's dashboard. */
  description: string
  descriptorSuffix: string
  /** Delivery address, which Clearpay and Stripe's fraud checks use. */
  shipping?: Stripe.PaymentIntentCreateParams.Shipping
  /** Stock to reserve for the payment. */
  stock?: Omit<StockRequest, 'paymentId' | 'amountPence' | 'callerHash'>
}

/**
 * Records the purchase and reserves its stock, then creates an intent at Stripe. If the process dies in between, no
 * client secret was returned, so the attempt cannot be paid, and it is cancelled after its deadline. If Stripe
 * refuses, the stock is released at once. Never returns a secret whose intent is not linked to an open payment: money
 * paid with it would buy nothing.
 */
async function startPayment(services: Deps, purchase: Purchase, addressKey: string) {
  const publishableKey = env('STRIPE_PUBLISHABLE_KEY')
  const replaced =
    purchase.replaces && (await cancelReplaced(services, purchase, purchase.replaces, addressKey))
  const started = await recordAttempt(services, purchase, addressKey, replaced)
  const intent = await findOrCreateIntent(services, purchase, started)
  if (!intent.client_secret)
    throw new DomainError(
      'payment_provider',
      'Our card provider could not start the payment. You have not been charged. Please try again.',
    )
  return { clientSecret: intent.client_secret, publishableKey }
}

/**
 * Counts the request, then cancels the payment that it replaces and returns the id of its intent. Stripe is asked only
 * about an intent of ours.
 */
async function cancelReplaced(
  services: Deps,
  { purpose }: Purchase,
  clientSecret: string,
  addressKey: string,
): Promise<string | undefined> {
  const now = services.clock.now()
  const replaced = { intentId: intentIdOf(clientSecret), purpose }
  const [counted] = await services.db.run(countReplacement(replaced, addressKey, now))
  requireStartAllowed(counted, now)
  return counted?.isKnown ? await cancelPayment(services, clientSecret) : undefined
}

/** Returns the intent that is linked to the payment; creates and links one if there is none. */
async function findOrCreateIntent(
  services: Deps,
  purchase: Purchase,
  started: StartedPayment,
): Promise<Stripe.PaymentIntent> {
  const { db, stripe, clock } = services
  const earlier = await findEarlierIntent(services, started)
  const intent =
    earlier ??
    (await callStripe(
      () => createIntent(stripe, purchase, started),
      'You have not been charged. Please try again.',
    ).catch(async (error: DomainError) => {
      if (purchase.stock && isRefusal(error.cause)) await db.batch(closeRefused(started.id, clock.now()))
      throw error
    }))
  const { linked } = await db.batch({
    linked: linkIntent(started.id, intent),
    ...(!earlier && { over: endOutage('stripe', clock.now()) }),
  })
  if (linked.length > 0) return intent
  const error = await cancelAndExplain(services, intent.id)
  const [other] = earlier ? [] : await db.run(selectOpenIntent(started.id))
  if (!other) throw error
  // Another request with this id has linked its own intent, which the buyer may be paying.
  return await findOrCreateIntent(services, purchase, { ...started, intentId: other.intentId })
}

/**
 * Returns the intent of an earlier attempt with the same request id, undefined if it has none. It is read, because
 * Stripe forgets idempotency keys after a day. Throws if the attempt can no longer be paid.
 */
async function findEarlierIntent(
  services: Deps,
  { state, intentId, isOverdue }: StartedPayment,
): Promise<Stripe.PaymentIntent | undefined> {
  const { stripe, clock } = services
  switch (state) {
    case 'created': {
      if (!intentId && isOverdue) throw startAgainError()
      if (!intentId) return undefined
      const intent = await callStripe(
        () => stripe.paymentIntents.retrieve(intentId),
        'You have not been charged. Please try again.',
      )
      if (intent.status === 'succeeded' || intent.status === 'processing') throw alreadyPaidError()
      if (intent.status === 'canceled') throw startAgainError()
      if (isOverdue && !isAuthenticating(intent, clock.now()))
        throw await cancelAndExplain(services, intentId)
      return intent
    }
    case 'cancelled':
      throw startAgainError()
    case 'refunding':
    case 'refunded':
      throw new DomainError('request_reused', 'This purchase was refunded. Please start again.')
    case 'processing':
    case 'fulfilled':
    case 'disputed':
    case 'unknown':
      throw alreadyPaidError()
  }
}

/** Cancels an intent that must not be paid. Returns the error to throw, which depends on whether it was paid first. */
const cancelAndExplain = async (services: Deps, intentId: string): Promise<DomainError> =>
  (await cancelIntent(services, intentId)) ? startAgainError() : alreadyPaidError()

const startAgainError = () =>
  new DomainError('request_reused', 'This purchase was closed before it was paid for. Please start again.')

/**
 * Idempotency keys to skip. If a skipped key has an intent that is linked already, `linkIntent` refuses the new one.
 */
const SKIPPED_KEYS_MAX = 5

/** Creates the intent. A repeat uses the same idempotency key, so it gets the same intent and secret. */
async function createIntent(
  stripe: Stripe,
  purchase: Purchase,
  payment: StartedPayment,
  skippedKeys = 0,
): Promise<Stripe.PaymentIntent> {
  const { stock, shipping } = purchase
  try {
    return await stripe.paymentIntents.create(
      {
        // The amount of the first request, because Stripe refuses other parameters under the same key.
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
          ...(stock && { product_id: stock.productId }),
        },
      },
      { idempotencyKey: idempotencyKeyOf(payment.id, skippedKeys) },
    )
  } catch (error) {
    if (skippedKeys === SKIPPED_KEYS_MAX || !(isReplayedFailure(error) || isKeyOfEarlierVersion(error)))
      throw error
    return await createIntent(stripe, purchase, payment, skippedKeys + 1)
  }
}

/** Returns whether the key was used with other parameters: by the version before a deploy. */
const isKeyOfEarlierVersion = (error: unknown): boolean =>
  error instanceof Stripe.errors.StripeIdempotencyError && error.statusCode === 400

/** Returns the new payment, or the earlier one with the same request id. Marks the one that it replaces. */
async function recordAttempt(
  { db, clock, random }: Deps,
  purchase: Purchase,
  addressKey: string,
  replacedIntentId: string | undefined,
): Promise<StartedPayment> {
  const now = clock.now()
  const attempt = toAttempt(purchase, random.uuid(), addressKey, now)
  const stock = purchase.stock && {
    ...purchase.stock,
    paymentId: attempt.id,
    amountPence: attempt.amountPence,
    callerHash: addressKey,
  }
  const results = await db.batch({
    rateLimit: insertPayment(attempt, { isCounted: purchase.replaces !== undefined }),
    // Locked before the product, as in every batch. It is marked after that, since the stock may not suffice.
    ...(replacedIntentId && { lock: lockPaymentOf(replacedIntentId) }),
    ...(stock && {
      ...reserveStock(stock, now),
      deleted: deleteUnreserved(attempt.id),
      reservation: selectReservationResult(stock, now),
    }),
    ...(replacedIntentId && { replaced: markReplaced(replacedIntentId, attempt) }),
    started: selectStarted(attempt),
  })
  requireStartAllowed(results.rateLimit[0], now)
  const [started] = results.started
  if (!started)
    throw notReservedError(results.reservation?.[0], {
      amountPence: purchase.amountPence,
      quantity: purchase.stock?.quantity ?? 1,
    })
  if (started.requestHash !== (attempt.requestHash ?? null)) {
    throw new DomainError(
      'request_reused',
      'This was already sent with different details. Please refresh the page and try again.',
    )
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
    requestHash: requestId && hashRequest(data),
    createdAt: now,
    payBy,
    caller,
  }
}

/** Throws `too_many_requests` if the caller has started too many payments, or too many of its cards were declined. */
function requireStartAllowed(result: StartLimitResult | undefined, now: Date): void {
  requireWithinLimit(result, now)
  if (!result?.declinedUntil) return
  const retryAfterSeconds = secondsUntil(result.declinedUntil, now)
  throw new DomainError(
    'too_many_requests',
    `Several card payments from your internet connection have been declined. Please try again in ${inMinutes(retryAfterSeconds)}, or ring us on ${clinic.phone.display}.`,
    { retryAfterSeconds },
  )
}

export async function startVoucherPayment(
  services: Deps,
  { amount, voucherData, requestId, replaces }: Body<typeof createPaymentIntentEndpoint>,
  addressKey: string,
): Promise<Reply<typeof createPaymentIntentEndpoint>> {
  const data = withoutUnused(voucherData)
  requireSendable(data.sendOn, services.clock.now())
  return await startPayment(
    services,
    {
      purpose: 'gift_voucher',
      amountPence: amount,
      data,
      requestId,
      replaces,
      description: `Gift voucher £${formatPounds(amount)}`,
      descriptorSuffix: 'VOUCHER',
    },
    addressKey,
  )
}

/** Leaves out the address and day of a voucher that goes to the buyer, who prints it. */
export function withoutUnused<Data extends VoucherPurchaseData>(data: Data): Data {
  return data.deliverTo === 'buyer' ? { ...data, recipientEmail: undefined, sendOn: undefined } : data
}

function requireSendable(sendOn: string | undefined, now: Date): void {
  if (sendOn === undefined) return
  const today = londonDay(now)
  const bounds = { today, lastDay: lastValidDay(today, clinic.vouchers.validMonths) }
  const wrong = sendOnProblem(sendOn, bounds)
  if (wrong === undefined) return
  const { min, max } = sendDays(bounds)
  // The device may have another day.
  const problem = `${wrong}. We can send it from ${longDay(min)} to ${longDay(max)}`
  throw new DomainError('invalid_request', `${problem}.`, { fields: { 'voucherData.sendOn': problem } })
}

/** Reserves the stock at the present price. Throws `changed_meanwhile` if the page showed another price. */
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
  requireDeliverable(purchaseData)
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
      stock: { productId, quantity },
    },
    addressKey,
  )
}

function requireDeliverable({ delivery, shippingAddress: { postcode } }: ProductPurchase): void {
  if (delivery !== 'local') return
  const message = deliveryPostcodeError(postcode, clinic.delivery, clinic.phone.display)
  if (message === undefined) return
  throw new DomainError('invalid_request', message, {
    fields: { 'purchaseData.shippingAddress.postcode': message },
  })
}

/**
 * The country is always GB, because local delivery requires a UK postcode. The form's default, UK, is not an ISO
 * 3166 code.
 */
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
