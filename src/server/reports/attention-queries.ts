import { sql, type Expression, type InferResult, type NotNull, type SqlBool } from 'kysely'
import type { Pence } from '#contract/base/money.ts'
import { EXPIRING_DAYS } from '#contract/base/statuses.ts'
import type { CancellationStage } from '#contract/purchases/cancellation.ts'
import { LIMIT_PER_KIND, type FullRunStep } from '#contract/reports/reports.ts'
import { query } from '#server/db/db.ts'
import { LEFT_PENCE, refundablePence } from '#server/money/rules/refundable-pence.ts'
import { CAN_HAND_OVER } from '#server/orders/rules/units-to-hand-over.ts'
import { isFullRunLate } from '#server/outages/jobs-stopped.ts'
import { FREE_UNITS, isUnpaidTwice } from '#server/products/rules/unpaid-stock.ts'
import {
  AMOUNT_PENCE,
  FROM_CANCELLATION,
  GOODS_BY,
  PAY_BY,
  STAGE,
} from '#server/purchases/rules/cancellation-facts.ts'
import { isUsable, LAST_DAY } from '#server/vouchers/rules/voucher-facts.ts'
import { isScheduled } from '#server/watched-run.ts'

/** Upper bound that fits into memory; there are never that many rows. */
export const LIMIT_ALL = 10_000

export type PaymentRow = InferResult<ReturnType<typeof selectPayments>>[number]

export const selectPayments = (which: Expression<SqlBool>, limit = LIMIT_PER_KIND) =>
  query
    .selectFrom('payment')
    .select([
      'id',
      'createdAt as at',
      'amountPence as pence',
      'currency',
      'stripePaymentIntentId as reference',
    ])
    .where(which)
    .orderBy('createdAt', 'desc')
    .limit(limit)

const IS_DISPUTED = sql<boolean>`exists (select from dispute where dispute.payment_id = payment.id and dispute.outcome is null)`

/** Selects payments with an open dispute, with what they bought and who bought it. */
export const selectDisputes = () =>
  query
    .selectFrom('payment')
    .leftJoin('giftVoucher as voucher', 'voucher.paymentId', 'payment.id')
    .leftJoin('orders', 'orders.paymentId', 'payment.id')
    .select(['payment.id', 'payment.createdAt as at', 'payment.amountPence as pence', 'payment.currency'])
    .select(['stripePaymentIntentId as reference', 'voucher.id as voucherId', 'orders.id as orderId'])
    .select((row) => row.fn.coalesce('voucher.number', 'orders.number').as('number'))
    .select(sql<string>`coalesce(voucher.buyer_name, concat_ws(' ', first_name, last_name))`.as('buyerName'))
    .where(IS_DISPUTED)
    .orderBy('payment.createdAt', 'desc')
    .limit(LIMIT_PER_KIND)

/** Selects open early fraud warnings and reviews. */
export const selectAlerts = () =>
  query
    .selectFrom('fraudAlert as alert')
    .innerJoin('payment', 'payment.id', 'alert.paymentId')
    .leftJoin('giftVoucher as voucher', 'voucher.paymentId', 'payment.id')
    .leftJoin('orders', 'orders.paymentId', 'payment.id')
    .select(['alert.id', 'payment.id as paymentId', 'alert.kind as what', 'alert.openedAt as at'])
    .select(['payment.amountPence as pence', 'payment.currency', 'stripePaymentIntentId as reference'])
    .select(['voucher.id as voucherId', 'orders.id as orderId'])
    .select(LEFT_PENCE.as('leftPence'))
    .where('alert.endedAt', 'is', null)
    .orderBy('alert.openedAt', 'desc')
    .limit(LIMIT_PER_KIND)

export const selectUnknown = (limit = LIMIT_PER_KIND) =>
  selectPayments(sql`state = 'unknown'`, limit).select(LEFT_PENCE.as('leftPence'))

export const selectDifferences = () =>
  query
    .selectFrom('difference')
    .select(['id', 'foundAt as at', 'kind as what', 'expectedPence', 'actualPence', 'voucherId'])
    .select((difference) =>
      difference.case().when('voucherId', 'is', null).then(difference.ref('subject')).end().as('reference'),
    )
    .orderBy('foundAt', 'desc')
    .limit(LIMIT_PER_KIND)

const daysBefore = (now: Date, days: number) => new Date(now.getTime() - days * 86_400_000)

/** Selects vouchers with more redeemed than paid, because of a refund or loss in the last 30 days. */
export const selectShortfalls = (now: Date) => {
  const refunded = query
    .selectFrom('refund')
    .select('paymentId')
    .where('state', '<>', 'failed')
    .where('createdAt', '>', daysBefore(now, 30))
  const lost = query
    .selectFrom('dispute')
    .select('paymentId')
    .where('lostPence', '>', 0)
    .where('decidedAt', '>', daysBefore(now, 30))
  return query
    .selectFrom(refunded.union(lost).as('moved'))
    .innerJoin('giftVoucher as voucher', 'voucher.paymentId', 'moved.paymentId')
    .innerJoin('payment', 'payment.id', 'voucher.paymentId')
    .innerJoin('voucherBacking as backing', 'backing.voucherId', 'voucher.id')
    .select(['voucher.id', 'recipientName', 'stripePaymentIntentId as reference'])
    .$narrowType<{ reference: NotNull }>()
    .select(sql<Pence>`-backing.pence`.as('pence'))
    .where('backing.pence', '<', 0)
    .orderBy('backing.pence')
    .limit(LIMIT_PER_KIND)
}

/** Selects vouchers and orders that lost a part to a dispute in the last 30 days and stay valid for the rest. */
export const selectPartLosses = (now: Date) => {
  const lost = query
    .selectFrom('dispute')
    .select(['paymentId', sql<Date>`max(decided_at)`.as('at'), sql<Pence>`sum(lost_pence)::int`.as('pence')])
    .where('lostPence', '>', 0)
    .where('decidedAt', '>', daysBefore(now, 30))
    .groupBy('paymentId')
  return query
    .selectFrom(lost.as('lost'))
    .innerJoin('payment', 'payment.id', 'lost.paymentId')
    .leftJoin('giftVoucher as voucher', 'voucher.paymentId', 'payment.id')
    .leftJoin('orders', 'orders.paymentId', 'payment.id')
    .select(['payment.id', 'lost.at', 'lost.pence', 'currency', 'stripePaymentIntentId as reference'])
    .select('voucher.id as voucherId')
    .select(sql<Pence>`coalesce(voucher.balance_pence, ${LEFT_PENCE})`.as('leftPence'))
    .where((row) =>
      row.or([isUsable(now), row.and([row('orders.status', '=', 'part_refunded'), row(LEFT_PENCE, '>', 0)])]),
    )
    .orderBy('lost.at', 'desc')
    .limit(LIMIT_PER_KIND)
}

/**
 * SQL condition: the payment is 10 minutes past its deadline (authentication extends that of an order by 15 minutes),
 * or still processing a day later. A payment without an intent cannot have been paid.
 */
export const isPastDeadline = (now: Date) => sql<boolean>`
  settled_at is null and stripe_payment_intent_id is not null
  and pay_by < ${now}::timestamptz - (case
    when state = 'processing' then interval '1 day' when purpose = 'order' then interval '25 minutes' else interval '10 minutes' end)`

interface OpenRow extends PaymentRow {
  /** Null for a payment that stands alone. */
  count: number | null
}

/**
 * Selects payments past their deadline: each that Stripe is processing, and the others as the oldest one with their
 * number, if there are several, because strangers can start any number of them.
 */
export const selectOpen = (now: Date) => sql<OpenRow>`
  with open as (
    select id, created_at as at, amount_pence as pence, currency, stripe_payment_intent_id as reference, state,
      row_number() over (partition by state order by created_at) as nth, count(*) over (partition by state)::int as count
    from payment where ${isPastDeadline(now)}
  )
  select id, at, pence, currency, reference, case when state <> 'processing' and count > 1 then count end as count from open
  where state = 'processing' and nth <= ${LIMIT_PER_KIND} or nth = 1
  order by at desc`

/** A step of the full run is late after this time: it has missed three of them. */
const STEP_LATE = sql`interval '3 hours'`

/** Selects one row if steps of the full run are late, or no full run has ended. */
export const selectLateSteps = (now: Date) => sql<{ at: Date; what: FullRunStep[] }>`
  select min(at) as at, array_agg(step order by step) as what
  from (select key as step, value::timestamptz as at from reconciliation, jsonb_each_text(steps_at)) steps
  where at < ${now}::timestamptz - ${STEP_LATE}
  having count(*) > 0`

interface RefundRow extends PaymentRow {
  state: 'due' | 'failed'
  /** Null if `refundPayment` refuses: an external refund of a voucher. */
  refundablePence: Pence | null
  voucherId: string | null
  orderId: string | null
}

/** Selects the latest refund of each payment if it is `due` for 10 minutes, or failed without an open fraud alert while there is something to refund. */
export const selectRefunds = (now: Date, limit = LIMIT_PER_KIND) => sql<RefundRow>`
  select * from (
    select payment.id, refund.created_at as at, refund.pence, currency, stripe_payment_intent_id as reference,
      refund.state, voucher.id as voucher_id, orders.id as order_id,
      case when refund.state = 'due' then refund.pence
        when orders.id is not null then least(refund.pence, ${LEFT_PENCE})
        when voucher.id is null then ${LEFT_PENCE}
        when refund.cause <> 'dashboard' then ${refundablePence()}
      end::int as refundable_pence
    from refund join payment on payment.id = refund.payment_id
      left join gift_voucher voucher on voucher.payment_id = payment.id
      left join orders on orders.payment_id = payment.id
    where refund.cause <> 'by_hand' and (refund.state = 'failed' or (refund.state = 'due' and refund.created_at < ${now}::timestamptz - interval '10 minutes'))
      and (refund.state = 'due' or not exists (select from fraud_alert where fraud_alert.payment_id = payment.id and ended_at is null))
      and not exists (
        select from refund later where later.payment_id = payment.id and later.created_at > refund.created_at
      )
  ) waiting
  where coalesce(refundable_pence, 1) > 0
  order by at desc limit ${limit}`

/** Selects cancelled purchases that wait for the clinic or for the end of a freeze; those that Stripe should have refunded by now. */
export const selectOpenCancellations = (now: Date) => sql<CancellationRow>`
  select cancellation.id, recorded_at as at, ${STAGE} as stage, ${AMOUNT_PENCE} as amount_pence, ${PAY_BY} as pay_by, ${GOODS_BY} as goods_by,
    coalesce(voucher.buyer_name, concat_ws(' ', orders.first_name, orders.last_name), '') as buyer_name,
    coalesce(voucher.number, orders.number) as number, voucher_id, order_id
  ${FROM_CANCELLATION}
  where ${STAGE} <> 'settled' and (${STAGE} <> 'refunding' or recorded_at < ${now}::timestamptz - interval '2 hours' and not exists (
    select from refund where refund.payment_id = payment.id and refund.settled_at is null))
  order by coalesce(${PAY_BY}, ${GOODS_BY}), recorded_at limit ${LIMIT_PER_KIND}`

interface CancellationRow {
  id: string
  at: Date
  stage: CancellationStage
  amountPence: Pence | null
  payBy: string | null
  goodsBy: string | null
  buyerName: string
  number: number | null
  voucherId: string | null
  orderId: string | null
}

/** An email is late once it has been due for this long. */
const EMAILS_LATE = sql`interval '30 minutes'`

export interface WaitingEmails {
  /** Of the oldest one. */
  id: string
  since: Date
  count: number
}

/** Selects one row if emails wait that should have been sent by now. A failed attempt has moved their `due_at`. */
export const selectWaitingEmails = (now: Date) => sql<WaitingEmails>`
  with waiting as (
    select id, case when attempts = 0 then due_at else coalesce(first_due_at, due_at) end
      -- Nothing but the hourly job waits for its time.
      + case template when 'voucher-used' then interval '1 hour' else interval '0' end as since
    from outbox
    where sent_at is null and failed_at is null and withdrawn_at is null and data is not null
      and (send_before is null or send_before > ${now})
  )
  select id, since, count(*) over ()::int as count from waiting
  where since <= ${now} and exists (select from waiting where since <= ${now}::timestamptz - ${EMAILS_LATE})
  order by since limit 1`

interface OutageRow {
  service: 'stripe' | 'postmark' | 'jobs'
  cause: 'refused' | 'unreachable' | null
  since: Date
}

/** Selects what has failed for so long that the owners were told of it. */
export const selectOutages = (now: Date) => sql<OutageRow>`
  select service, cause, since from outage where since is not null
  union all
  select 'jobs', null, full_run_at from reconciliation where ${isScheduled()} and ${isFullRunLate(now)}
  order by since`

/** Selects one row if so many codes were guessed within a day that people were asked to wait. */
export const selectGuessing = (now: Date) =>
  query
    .selectFrom('codeGuess')
    .select(['slowedAt as at', 'count'])
    .$narrowType<{ at: NotNull }>()
    .where('slowedAt', '>', daysBefore(now, 1))
    .orderBy('slowedAt', 'desc')
    .limit(1)

/** Selects the time of the newest event that Stripe could not deliver, as the last full run found it. */
export const selectUndelivered = () =>
  query
    .selectFrom('reconciliation')
    .select('undeliveredAt as at')
    .$narrowType<{ at: NotNull }>()
    .where('undeliveredAt', 'is not', null)

export const selectLowStock = () =>
  query
    .selectFrom('product')
    .select(['id', 'name', 'stock', 'reserved', 'lowStock'])
    .where('archivedAt', 'is', null)
    .where('inStock', '=', true)
    .where((product) =>
      product(product('stock', '-', product.ref('reserved')), '<=', product.ref('lowStock')),
    )
    .orderBy((product) => product('stock', '-', product.ref('reserved')))
    .orderBy('name')
    .limit(LIMIT_PER_KIND)

/** Selects products that buyers share, because their whole stock was reserved twice and not paid for, with the most of a new one. */
export const selectUnpaidStock = (now: Date) =>
  query
    .selectFrom('product')
    .select(['id', 'name', sql<number>`least(${FREE_UNITS}::int, stock)`.as('mostPerBuyer')])
    .where('archivedAt', 'is', null)
    .where('inStock', '=', true)
    .where(isUnpaidTwice(now))
    .orderBy('name')
    .limit(LIMIT_PER_KIND)

export const selectExpiring = (now: Date) =>
  query
    .selectFrom('giftVoucher as voucher')
    .select(['id', 'recipientName', 'balancePence', LAST_DAY.as('expiryDate')])
    .where('status', '=', 'active')
    .where('expiresAt', '>', now)
    .where('expiresAt', '<=', daysBefore(now, -EXPIRING_DAYS))
    .orderBy('expiresAt')
    .limit(LIMIT_PER_KIND)

/** Counts unanswered enquiries, whatever their age. */
export const selectUnanswered = () => sql<Record<'inquiries' | 'messages' | 'appointments', number>>`
  select (select count(*) from product_inquiry where answered_at is null)::int as inquiries,
    (select count(*) from contact_message where answered_at is null)::int as messages,
    (select count(*) from appointment where answered_at is null)::int as appointments`

export const countOrdersToPrepare = () =>
  query
    .selectFrom('orders')
    .select(sql<number>`count(*)::int`.as('ordersToPrepare'))
    .where('fulfilment', '=', 'to_prepare')
    .where(CAN_HAND_OVER)

/** Selects what was published last of the website. */
export const selectPublishedWebsite = () =>
  query
    .selectFrom('websiteVersion')
    .select(['version', 'website', 'publishedAt as at'])
    .$narrowType<{ at: NotNull }>()
    .where('publishedAt', 'is not', null)
    .orderBy('version', 'desc')
    .limit(1)
