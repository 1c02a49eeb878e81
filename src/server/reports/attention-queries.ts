import { EXPIRING_DAYS } from '#contract/admin-vouchers'
import type { Attention, differenceKinds } from '#contract/reports'
import type { Pence } from '#contract/money'
import { sql } from 'kysely'

/** Items per kind; more appear as these are resolved. */
const LIMIT_PER_KIND = 20
/** Upper bound that fits into memory; there are never that many rows. */
export const LIMIT_ALL = 10_000

export interface PaymentRow {
  id: string
  at: Date
  pence: Pence
  reference: string | null
}

/** SQL expression: pence of a payment that are neither refunded nor lost, by our books. */
const LEFT_PENCE = sql`payment.amount_pence - payment.lost_pence
  - coalesce((select sum(pence) from refund made where made.payment_id = payment.id and made.state <> 'failed'), 0)`

export const selectPayments = (which: ReturnType<typeof sql>, limit = LIMIT_PER_KIND) => sql<PaymentRow>`
  select id, created_at as at, amount_pence as pence, stripe_payment_intent_id as reference
  from payment where ${which} order by created_at desc limit ${limit}`

export const IS_DISPUTED = sql`exists (select from dispute where dispute.payment_id = payment.id and dispute.outcome is null)`

interface AlertRow extends PaymentRow {
  paymentId: string
  what: 'warning' | 'review'
  leftPence: Pence
  voucherId: string | null
  orderId: string | null
}

/** Selects open early fraud warnings and reviews. */
export const selectAlerts = () => sql<AlertRow>`
  select alert.id, payment.id as payment_id, alert.kind as what, alert.opened_at as at, payment.amount_pence as pence,
    stripe_payment_intent_id as reference, (${LEFT_PENCE})::int as left_pence, voucher.id as voucher_id, orders.id as order_id
  from fraud_alert alert join payment on payment.id = alert.payment_id
    left join gift_voucher voucher on voucher.payment_id = payment.id
    left join orders on orders.payment_id = payment.id
  where alert.ended_at is null order by alert.opened_at desc limit ${LIMIT_PER_KIND}`

export const selectUnknown = (limit = LIMIT_PER_KIND) => sql<PaymentRow & { leftPence: Pence }>`
  select id, created_at as at, amount_pence as pence, stripe_payment_intent_id as reference, (${LEFT_PENCE})::int as left_pence
  from payment where state = 'unknown' order by created_at desc limit ${limit}`

interface DifferenceRow {
  id: string
  at: Date
  what: (typeof differenceKinds)[number]
  expectedPence: Pence
  actualPence: Pence
  reference: string | null
  voucherId: string | null
}

export const selectDifferences = () => sql<DifferenceRow>`
  select id, found_at as at, kind as what, expected_pence, actual_pence, voucher_id,
    case when voucher_id is null then subject end as reference
  from difference order by found_at desc limit ${LIMIT_PER_KIND}`

interface ShortfallRow {
  id: string
  recipientName: string
  pence: Pence
  reference: string
}

/** Selects vouchers with more redeemed than paid, because of a refund or loss in the last 30 days. */
export const selectShortfalls = (now: Date) => sql<ShortfallRow>`
  select voucher.id, recipient_name, -backing.pence as pence, stripe_payment_intent_id as reference
  from (
    select payment_id from refund where state <> 'failed' and created_at > ${now}::timestamptz - interval '30 days'
    union select payment_id from dispute where lost_pence > 0 and decided_at > ${now}::timestamptz - interval '30 days'
  ) moved
    join gift_voucher voucher on voucher.payment_id = moved.payment_id
    join payment on payment.id = voucher.payment_id
    join voucher_backing backing on backing.voucher_id = voucher.id
  where backing.pence < 0
  order by backing.pence limit ${LIMIT_PER_KIND}`

interface PartLossRow extends PaymentRow {
  leftPence: Pence
  voucherId: string | null
}

/** Selects vouchers and orders that lost a part to a dispute in the last 30 days and stay valid for the rest. */
export const selectPartLosses = (now: Date) => sql<PartLossRow>`
  select payment.id, lost.at, lost.pence, stripe_payment_intent_id as reference, voucher.id as voucher_id,
    coalesce(voucher.balance_pence, ${LEFT_PENCE})::int as left_pence
  from (
    select payment_id, max(decided_at) as at, sum(lost_pence)::int as pence from dispute
    where lost_pence > 0 and decided_at > ${now}::timestamptz - interval '30 days' group by payment_id
  ) lost
    join payment on payment.id = lost.payment_id
    left join gift_voucher voucher on voucher.payment_id = payment.id
    left join orders on orders.payment_id = payment.id
  where voucher.status = 'active' and expires_at > ${now} or orders.status = 'part_refunded' and ${LEFT_PENCE} > 0
  order by lost.at desc limit ${LIMIT_PER_KIND}`

/**
 * SQL condition: the payment is 10 minutes past its deadline (authentication extends that of an order by 15 minutes),
 * or still processing a day later. A payment without an intent cannot have been paid.
 */
export const isLate = (now: Date) => sql`
  settled_at is null and stripe_payment_intent_id is not null
  and pay_by < ${now}::timestamptz - (case
    when state = 'processing' then interval '1 day' when purpose = 'order' then interval '25 minutes' else interval '10 minutes' end)`

interface RefundRow extends PaymentRow {
  state: 'due' | 'failed'
  /** Null if `refundPayment` refuses: an external refund of a voucher. */
  refundablePence: Pence | null
  voucherId: string | null
  orderId: string | null
}

/** Selects the latest refund of each payment if it is `due` for 10 minutes, or failed without an open fraud alert. */
export const selectRefunds = (now: Date, limit = LIMIT_PER_KIND) => sql<RefundRow>`
  select payment.id, refund.created_at as at, refund.pence, stripe_payment_intent_id as reference,
    refund.state, voucher.id as voucher_id, orders.id as order_id,
    case when refund.state = 'due' then refund.pence
      when orders.id is not null then least(refund.pence, ${LEFT_PENCE})
      when voucher.id is null then ${LEFT_PENCE}
      when refund.cause <> 'dashboard' then least(voucher.balance_pence, ${LEFT_PENCE})
    end::int as refundable_pence
  from refund join payment on payment.id = refund.payment_id
    left join gift_voucher voucher on voucher.payment_id = payment.id
    left join orders on orders.payment_id = payment.id
  where (refund.state = 'failed' or (refund.state = 'due' and refund.created_at < ${now}::timestamptz - interval '10 minutes'))
    and (refund.state = 'due' or not exists (select from fraud_alert where fraud_alert.payment_id = payment.id and ended_at is null))
    and not exists (
      select from refund later where later.payment_id = payment.id and later.created_at > refund.created_at
    )
  order by refund.created_at desc limit ${limit}`

interface EmailRow {
  id: string
  at: Date
  recipient: string
  template: string
  voucherId: string | null
  orderId: string | null
}

export const selectFailedEmails = () => sql<EmailRow>`
  select outbox.id, failed_at as at, recipient, template, voucher.id as voucher_id, orders.id as order_id
  from outbox
    left join gift_voucher voucher on outbox.key like 'voucher:%' and voucher.id::text = split_part(outbox.key, ':', 2)
    left join orders on outbox.key like 'order:%' and orders.id::text = split_part(outbox.key, ':', 2)
  where failed_at is not null and data is not null
  order by failed_at desc limit ${LIMIT_PER_KIND}`

export const selectLowStock = () => sql<Omit<Extract<Attention, { kind: 'stock' }>, 'kind'>>`
  select id, name, stock, reserved, low_stock from product
  where archived_at is null and in_stock and stock - reserved <= low_stock
  order by stock - reserved, name limit ${LIMIT_PER_KIND}`

interface ExpiringRow {
  id: string
  recipientName: string
  balancePence: Pence
  expiryDate: string
}

export const selectExpiring = (now: Date) => sql<ExpiringRow>`
  select id, recipient_name, balance_pence,
    ((expires_at at time zone 'Europe/London')::date - 1)::text as expiry_date
  from gift_voucher
  where status = 'active' and expires_at > ${now} and expires_at <= ${now}::timestamptz + ${EXPIRING_DAYS} * interval '1 day'
  order by expires_at limit ${LIMIT_PER_KIND}`

interface WaitingRow {
  ordersToPrepare: number
  inquiries: number
  messages: number
  appointments: number
}

export function countWaiting(now: Date) {
  const recent = (table: string) => sql`
    (select count(*)::int from ${sql.table(table)} where created_at > ${now}::timestamptz - interval '7 days')`
  return sql<WaitingRow>`
    select (select count(*)::int from orders where fulfilment = 'to_prepare' and status in ('completed', 'part_refunded'))
        as orders_to_prepare,
      ${recent('product_inquiry')} as inquiries, ${recent('contact_message')} as messages,
      ${recent('appointment')} as appointments`
}
