import { type NotNull, sql } from 'kysely'
import type { Stripe } from 'stripe'
import { query, type Statement } from '../db/db.ts'
import { countRequest, selectWindowFull, type RateLimit, type RateLimitResult } from '../db/rate-limit.ts'
import { statesBefore, type Transitions } from '../db/transitions.ts'
import { releaseStock } from '../orders/reserve-stock.ts'
import type { PaidIntent } from '../vouchers/issue-voucher.ts'
import { isOurSite, type Purpose, siteOf } from './our-intents.ts'
import { DECLINE_RATE_LIMIT } from './declines.ts'

export interface PaymentAttempt {
  id: string
  purpose: Purpose
  amountPence: number
  purchase: Record<string, unknown>
  requestId: string | undefined
  requestHash: string | undefined
  createdAt: Date
  payBy: Date
  /** Keyed hash of the buyer's IP address. */
  caller: string
}

export interface StartLimitResult extends RateLimitResult {
  /** When a caller with too many declines may start again; null: now. */
  declinedUntil: Date | null
}

/**
 * Counts the request against both rate limits. If it is within them, inserts the attempt, unless its request id
 * exists.
 */
export function insertPayment(attempt: PaymentAttempt, rateLimit: RateLimit): Statement<StartLimitResult> {
  const { caller, createdAt } = attempt
  return sql<StartLimitResult>`
    with throttled as (${countRequest(rateLimit, createdAt)}),
    declined as (${selectWindowFull({ ...DECLINE_RATE_LIMIT, key: caller }, createdAt)}),
    inserted as (
      insert into payment (id, purpose, amount_pence, purchase, request_id, request_hash, created_at, pay_by, caller)
      select ${attempt.id}, ${attempt.purpose}, ${attempt.amountPence}, ${JSON.stringify(attempt.purchase)}::jsonb,
        ${attempt.requestId ?? null}::uuid, ${attempt.requestHash ?? null}, ${createdAt}, ${attempt.payBy}, ${caller}
      from throttled where admitted and not exists (select from declined)
      on conflict (purpose, request_id) do nothing
    )
    select admitted, retry_at, (select until from declined) as declined_until from throttled`
}

/** Deletes an attempt whose stock could not be reserved, in the batch that inserted it. */
export function deleteUnreserved(paymentId: string): Statement {
  const reserved = query.selectFrom('stockReservation').select('paymentId').where('paymentId', '=', paymentId)
  return query
    .deleteFrom('payment')
    .where('id', '=', paymentId)
    .where((payment) => payment.not(payment.exists(reserved)))
}

export interface StartedPayment {
  id: string
  amountPence: number
  state: PaymentState
  intentId: string | null
  /** Past its payment deadline. */
  isOverdue: boolean
  requestHash: string | null
  /** Id of this site, for the intent's metadata. */
  siteId: string
}

/** Returns the new attempt, or the earlier one with its request id. Runs after `insertPayment` in the same batch. */
export function selectStarted(attempt: PaymentAttempt): Statement<StartedPayment> {
  const { id, purpose, requestId, createdAt } = attempt
  return sql<StartedPayment>`
    select id, amount_pence, state, stripe_payment_intent_id as intent_id, pay_by <= ${createdAt} as is_overdue, request_hash,
      (select id from site) as site_id
    from payment where id = ${id} or (purpose = ${purpose} and request_id = ${requestId ?? null}::uuid)`
}

/**
 * Links an open payment to its intent and locks it. Returns no row if the payment is closed or linked to another
 * intent, or if the intent is not ours or linked to another payment.
 */
export function linkIntent(paymentId: string, intent: Stripe.PaymentIntent): Statement<{ id: string }> {
  return sql<{ id: string }>`
    update payment set stripe_payment_intent_id = ${intent.id}
    where id = ${paymentId} and settled_at is null and (
      stripe_payment_intent_id = ${intent.id}
      or stripe_payment_intent_id is null and ${isOurSite(siteOf(intent))}
        and not exists (select from payment linked where linked.stripe_payment_intent_id = ${intent.id})
    )
    returning id`
}

/**
 * Releases the stock of cancelled payments. Runs after the statement that cancels them; null: those without an
 * intent.
 */
export const releaseCancelledStock = (intentId: string | null, now: Date): Statement =>
  releaseStock(
    query
      .selectFrom('payment')
      .select('id')
      .where('state', '=', 'cancelled')
      .where('stripePaymentIntentId', 'is not distinct from', intentId),
    now,
  )

/** Changes a payment's state, if `paymentTransitions` allows it. */
export const updateState = (intentId: string, to: PaymentState, now: Date) =>
  query
    .updateTable('payment')
    .set({ state: to, ...(to === 'cancelled' ? { settledAt: now, caller: null } : { settledAt: null }) })
    .where('stripePaymentIntentId', '=', intentId)
    .where('state', 'in', statesBefore(paymentTransitions, to))
    .returning('id')

/** Marks a payment as fulfilled if it has a voucher or an order. Runs in the batch that inserts that. */
export function updateFulfilled({ paymentId, at }: PaidIntent, now: Date): Statement {
  return sql`
    update payment set state = 'fulfilled', paid_at = ${at}, settled_at = ${now}, caller = null
    where id = ${paymentId} and settled_at is null
      and (exists (select from gift_voucher where payment_id = payment.id)
        or exists (select from orders where payment_id = payment.id))`
}

/** Cancels overdue attempts without an intent: no client secret exists, so they cannot be paid. */
export const updateAbandoned = (now: Date) => cancelWithoutIntent(now).where('payBy', '<', now)

const cancelWithoutIntent = (now: Date) =>
  query
    .updateTable('payment')
    .set({ state: 'cancelled', settledAt: now, caller: null })
    .where('stripePaymentIntentId', 'is', null)
    .where('settledAt', 'is', null)

/** Cancels an attempt whose intent Stripe has refused, unless another request has created it meanwhile. */
export const closeRefused = (paymentId: string, now: Date) => ({
  closed: cancelWithoutIntent(now).where('id', '=', paymentId),
  released: releaseStock(
    query.selectFrom('payment').select('id').where('id', '=', paymentId).where('state', '=', 'cancelled'),
    now,
  ),
})

/** Returns open payments past their deadline, oldest first. */
export const selectOverdue = (now: Date, limit: number) =>
  query
    .selectFrom('payment')
    .select('stripePaymentIntentId as intentId')
    .$narrowType<{ intentId: NotNull }>()
    .where('settledAt', 'is', null)
    .where('stripePaymentIntentId', 'is not', null)
    .where('payBy', '<', now)
    .orderBy('payBy')
    .limit(limit)

/** An intent from Stripe's list whose payment may need an update here. */
export interface ListedIntent {
  id: string
  /** Our site's id, from the metadata. */
  site: string | null
  status: 'paid' | 'cancelled' | 'declined' | 'late'
}

/**
 * Returns those of our intents whose payment needs an update: paid intents whose payment is open, cancelled or missing
 * here, cancelled or declined intents whose payment is open, and late ones. Money that reached a cancelled payment must
 * be refunded.
 */
export function selectUnsettled(
  listed: ListedIntent[],
): Statement<{ intentId: string; status: ListedIntent['status'] }> {
  return sql<{ intentId: string; status: ListedIntent['status'] }>`
    select listed.id as intent_id, listed.status
    from jsonb_to_recordset(${JSON.stringify(listed)}::jsonb) as listed (id text, site text, status text)
      left join payment on stripe_payment_intent_id = listed.id
    where (payment.id is not null or listed.site = (select id::text from site)) and case listed.status
      when 'paid' then payment.settled_at is null or payment.state = 'cancelled'
      when 'late' then true
      else payment.id is not null and payment.settled_at is null
    end`
}

/** Erases the form data of cancelled purchases after 30 days. */
export function eraseUnpaidPurchases(now: Date): Statement {
  return sql`
    update payment set purchase = null
    where state = 'cancelled' and purchase is not null and settled_at < ${now}::timestamptz - interval '30 days'`
}

type PaymentState =
  'created' | 'processing' | 'fulfilled' | 'cancelled' | 'refunding' | 'refunded' | 'disputed' | 'unknown'

export const paymentTransitions: Transitions<PaymentState> = {
  created: ['processing', 'fulfilled', 'cancelled', 'refunding'],
  processing: ['fulfilled', 'cancelled', 'refunding'],
  fulfilled: ['refunding', 'refunded', 'disputed'],
  // Paid although we had cancelled it: the intent was not cancelled at Stripe, which would not accept the payment.
  cancelled: ['refunding'],
  refunding: ['refunded', 'fulfilled', 'unknown', 'disputed'],
  refunded: ['fulfilled', 'unknown', 'disputed'],
  disputed: ['fulfilled', 'refunding', 'refunded', 'unknown'],
  unknown: ['refunding', 'refunded', 'disputed'],
}
