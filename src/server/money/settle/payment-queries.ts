import { sql, type ExpressionBuilder, type NotNull, type Selectable } from 'kysely'
import type { Stripe } from 'stripe'
import type { DB, Payment } from '#server/db/database.types.ts'
import { query, type Statement } from '#server/db/db.ts'
import { insertRows } from '#server/db/insert-rows.ts'
import { statesBefore, type Transitions } from '#server/db/transitions.ts'
import { isOurSite, paymentOf, siteOf, type Purpose } from '#server/money/settle/our-intents.ts'
import { START_LIMIT_RESULT, startLimits, type StartLimitResult } from '#server/money/start/start-limits.ts'
import { releaseStock } from '#server/orders/reserve-stock.ts'
import type { PaidIntent } from '#server/vouchers/ledger/issue-voucher.ts'

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

/** Counts a request that replaces a payment. `isKnown`: the intent is linked to a payment of this purpose. */
export const countReplacement = (
  { intentId, purpose }: { intentId: string; purpose: Purpose },
  caller: string,
  now: Date,
): Statement<StartLimitResult & { isKnown: boolean }> => sql<StartLimitResult & { isKnown: boolean }>`
  with ${startLimits(caller, now, { isCounted: false })}
  select ${START_LIMIT_RESULT}, exists (${paymentOf(intentId).where('purpose', '=', purpose)}) as is_known from throttled`

/**
 * Counts the request, unless `countReplacement` has. If it is within both limits, inserts the attempt, unless it or its
 * request id exists.
 */
export function insertPayment(
  attempt: PaymentAttempt,
  counting: { isCounted: boolean },
): Statement<StartLimitResult> {
  const { caller, createdAt } = attempt
  return sql<StartLimitResult>`
    with ${startLimits(caller, createdAt, counting)},
    inserted as (${insertRows(
      'payment',
      {
        id: attempt.id,
        purpose: attempt.purpose,
        amountPence: attempt.amountPence,
        purchase: sql`${JSON.stringify(attempt.purchase)}::jsonb`,
        requestId: sql`${attempt.requestId ?? null}::uuid`,
        requestHash: attempt.requestHash ?? null,
        createdAt,
        payBy: attempt.payBy,
        caller,
      },
      sql`from throttled where admitted and not exists (select from declined)`,
    ).onConflict((conflict) => conflict.doNothing())})
    select ${START_LIMIT_RESULT} from throttled`
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
  const { createdAt } = attempt
  return query
    .selectFrom('payment')
    .select((payment) => [
      'id',
      'amountPence',
      'state',
      'stripePaymentIntentId as intentId',
      payment('payBy', '<=', createdAt).$castTo<boolean>().as('isOverdue'),
      'requestHash',
      payment.selectFrom('site').select('site.id').$asScalar().$notNull().as('siteId'),
    ])
    .where(isStarted(attempt))
}

/** SQL condition: the payment is the new attempt, or the earlier one with its request id. */
const isStarted =
  ({ id, purpose, requestId }: PaymentAttempt) =>
  (payment: ExpressionBuilder<DB, 'payment'>) =>
    payment.or([
      payment('id', '=', id),
      payment.and({ purpose, requestId: sql<string>`${requestId ?? null}::uuid` }),
    ])

/**
 * Marks a cancelled payment as replaced by an attempt, so that the Overview counts the purchase once. Runs after
 * `insertPayment` in the same batch, and changes nothing if that refused the attempt.
 */
export const markReplaced = (intentId: string, attempt: PaymentAttempt): Statement =>
  query
    .updateTable('payment')
    .set({ replaced: true })
    .where('stripePaymentIntentId', '=', intentId)
    .where((replaced) => replaced.exists(query.selectFrom('payment').select('id').where(isStarted(attempt))))

/**
 * Links an open payment to its intent and locks it. Returns no row if the payment is closed or linked to another
 * intent, or if the intent is not ours or linked to another payment.
 */
export function linkIntent(paymentId: string, intent: Stripe.PaymentIntent) {
  const linked = query
    .selectFrom('payment as linked')
    .select('linked.id')
    .where('linked.stripePaymentIntentId', '=', intent.id)
  return query
    .updateTable('payment')
    .set({ stripePaymentIntentId: intent.id })
    .where('id', '=', paymentId)
    .where('settledAt', 'is', null)
    .where((payment) =>
      payment.or([
        payment('stripePaymentIntentId', '=', intent.id),
        payment.and([
          payment('stripePaymentIntentId', 'is', null),
          isOurSite(siteOf(intent)),
          payment.not(payment.exists(linked)),
        ]),
      ]),
    )
    .returning('id')
}

/** Returns the intent of a payment that can still be paid. */
export const selectOpenIntent = (paymentId: string) =>
  query
    .selectFrom('payment')
    .select('stripePaymentIntentId as intentId')
    .$narrowType<{ intentId: NotNull }>()
    .where('id', '=', paymentId)
    .where('stripePaymentIntentId', 'is not', null)
    .where('settledAt', 'is', null)

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
  const voucher = query.selectFrom('giftVoucher').select('id').where('paymentId', '=', paymentId)
  const order = query.selectFrom('orders').select('id').where('paymentId', '=', paymentId)
  return query
    .updateTable('payment')
    .set({ state: 'fulfilled', paidAt: at, settledAt: now, caller: null })
    .where('id', '=', paymentId)
    .where('settledAt', 'is', null)
    .where((payment) => payment.or([payment.exists(voucher), payment.exists(order)]))
}

/** States of a payment that has bought nothing and was not refunded. */
const UNFULFILLED_STATES = ['created', 'processing', 'cancelled'] as const

/** Returns the state of a payment that this intent pays and that has bought nothing. */
export const selectUnfulfilled = (paid: PaidIntent) =>
  query
    .selectFrom('payment')
    .select('state')
    .where('id', '=', paid.paymentId)
    .where('amountPence', '=', paid.pence)
    .where('state', 'in', UNFULFILLED_STATES)
    .where(sql<boolean>`coalesce(stripe_payment_intent_id, ${paid.intentId}) = ${paid.intentId}`)

/** Closes a payment that was refunded at Stripe before it bought anything, and releases its stock. */
export const closeRefunded = ({ paymentId, intentId, pence, at }: PaidIntent, now: Date) => ({
  refunded: query
    .updateTable('payment')
    .set({ state: 'refunding', paidAt: at, settledAt: now, caller: null })
    .where('id', '=', paymentId)
    .where('stripePaymentIntentId', '=', intentId)
    .where('amountPence', '=', pence)
    .where('state', 'in', UNFULFILLED_STATES),
  released: releaseStock(
    query.selectFrom('payment').select('id').where('id', '=', paymentId).where('state', '=', 'refunding'),
    now,
  ),
})

/** Cancels overdue attempts without an intent: no client secret exists, so they cannot be paid. */
export const updateAbandoned = (now: Date) => cancelWithoutIntent(now).where('payBy', '<', now)

const cancelWithoutIntent = (now: Date) =>
  query
    .updateTable('payment')
    .set({ state: 'cancelled', settledAt: now, caller: null })
    .where('stripePaymentIntentId', 'is', null)
    .where('settledAt', 'is', null)

/** Cancels an attempt whose intent Stripe has refused, unless another request has created it since. */
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

type PaymentState = Selectable<Payment>['state']

export const paymentTransitions: Transitions<PaymentState> = {
  created: ['processing', 'fulfilled', 'cancelled', 'refunding'],
  processing: ['fulfilled', 'cancelled', 'refunding'],
  fulfilled: ['refunding', 'refunded', 'disputed'],
  // Paid although we had cancelled it: the intent was not cancelled at Stripe, which would not accept the payment.
  cancelled: ['refunding'],
  refunding: ['refunded', 'fulfilled', 'unknown', 'disputed'],
  refunded: ['refunding', 'fulfilled', 'unknown', 'disputed'],
  disputed: ['fulfilled', 'refunding', 'refunded', 'unknown'],
  unknown: ['refunding', 'refunded', 'disputed'],
}
