import { type Attention, type attention, EXPIRING_DAYS } from '#contract/reports'
import type { Reply } from '#contract/endpoint'
import { formatPounds, type Pence } from '#contract/money'
import { sql } from 'kysely'
import type { Services } from '../services/services.ts'

/** Of each kind, so many are told at once; the others follow as these are done. */
const MOST = 20

interface Paid {
  id: string
  at: Date
  pence: Pence
  reference: string | null
}

/** What wants the owner, in one round trip; what cannot wait comes first. */
export async function listAttention({
  db,
  clock,
}: Pick<Services, 'db' | 'clock'>): Promise<Reply<typeof attention>> {
  const now = clock.now()
  const found = await db.batch({
    unknown: selectPayments(sql`state = 'unknown'`),
    disputes: selectPayments(sql`state = 'disputed'`),
    open: selectPayments(isLate(now)),
    refunds: selectRefunds(now),
    mails: selectMails(),
    stock: selectLowStock(),
    expiring: selectExpiring(now),
    waiting: countWaiting(now),
  })
  return {
    items: [
      ...found.unknown.map((row): Attention => ({ kind: 'payment_unknown', ...paid(row) })),
      ...found.open.map((row): Attention => ({ kind: 'payment_open', ...paid(row) })),
      ...found.refunds.map(({ state, voucherId, orderId, ...row }): Attention => ({
        kind: 'refund',
        ...paid(row),
        state,
        voucherId,
        orderId,
      })),
      ...found.disputes.map((row): Attention => ({
        kind: 'dispute',
        ...paid(row),
        url: `https://dashboard.stripe.com/payments/${row.reference}`,
      })),
      ...found.mails.map(({ template, at, ...row }): Attention => ({
        kind: 'mail',
        ...row,
        at: at.toISOString(),
        what: inWords(template),
      })),
      ...found.stock.map((row): Attention => ({ kind: 'stock', ...row })),
      ...found.expiring.map(({ balancePence, ...row }): Attention => ({
        kind: 'voucher_expiring',
        ...row,
        balance: formatPounds(balancePence),
      })),
    ],
    waiting: found.waiting[0]!,
  }
}

const paid = ({ id, at, pence, reference }: Paid) => ({
  id,
  at: at.toISOString(),
  amount: formatPounds(pence),
  reference: reference ?? '',
})

/** `voucher-gift` to "Voucher gift". */
const inWords = (template: string) =>
  template.charAt(0).toUpperCase() + template.slice(1).replaceAll('-', ' ')

const selectPayments = (which: ReturnType<typeof sql>) => sql<Paid>`
  select id, created_at as at, amount_pence as pence, stripe_payment_intent_id as reference
  from payment where ${which} order by created_at desc limit ${MOST}`

/** Past its deadline, or not decided by its provider for a day. Without an intent, nobody could have paid it. */
const isLate = (now: Date) => sql`
  settled_at is null and stripe_payment_intent_id is not null
  and pay_by < ${now}::timestamptz - (case state when 'processing' then interval '1 day' else interval '10 minutes' end)`

interface RefundRow extends Paid {
  state: 'due' | 'failed'
  voucherId: string | null
  orderId: string | null
}

/** Not asked of Stripe for ten minutes, or failed and not made since; the latest of each payment. */
const selectRefunds = (now: Date) => sql<RefundRow>`
  select payment.id, refund.created_at as at, refund.pence, stripe_payment_intent_id as reference,
    refund.state, voucher.id as voucher_id, orders.id as order_id
  from refund join payment on payment.id = refund.payment_id
    left join gift_voucher voucher on voucher.payment_id = payment.id
    left join orders on orders.payment_id = payment.id
  where (refund.state = 'failed' or (refund.state = 'due' and refund.created_at < ${now}::timestamptz - interval '10 minutes'))
    and not exists (
      select from refund later where later.payment_id = payment.id and later.created_at > refund.created_at
    )
  order by refund.created_at desc limit ${MOST}`

interface MailRow {
  id: string
  at: Date
  recipient: string
  template: string
  voucherId: string | null
  orderId: string | null
}

const selectMails = () => sql<MailRow>`
  select outbox.id, failed_at as at, recipient, template, voucher.id as voucher_id, orders.id as order_id
  from outbox
    left join gift_voucher voucher on outbox.key like 'voucher:%' and voucher.id::text = split_part(outbox.key, ':', 2)
    left join orders on outbox.key like 'order:%' and orders.id::text = split_part(outbox.key, ':', 2)
  where failed_at is not null and data is not null
  order by failed_at desc limit ${MOST}`

const selectLowStock = () => sql<{ id: string; name: string; stock: number; lowStock: number }>`
  select id, name, stock - reserved as stock, low_stock from product
  where archived_at is null and in_stock and stock - reserved <= low_stock
  order by stock - reserved, name limit ${MOST}`

interface ExpiringRow {
  id: string
  recipientName: string
  balancePence: Pence
  expiryDate: string
}

const selectExpiring = (now: Date) => sql<ExpiringRow>`
  select id, recipient_name, balance_pence,
    ((expires_at at time zone 'Europe/London')::date - 1)::text as expiry_date
  from gift_voucher
  where status = 'active' and expires_at > ${now} and expires_at <= ${now}::timestamptz + ${EXPIRING_DAYS} * interval '1 day'
  order by expires_at limit ${MOST}`

interface WaitingRow {
  ordersToPrepare: number
  inquiries: number
  messages: number
  appointments: number
}

function countWaiting(now: Date) {
  const recent = (table: string) => sql`
    (select count(*)::int from ${sql.table(table)} where created_at > ${now}::timestamptz - interval '7 days')`
  return sql<WaitingRow>`
    select (select count(*)::int from orders where fulfilment = 'to_prepare' and status in ('completed', 'part_refunded'))
        as orders_to_prepare,
      ${recent('product_inquiry')} as inquiries, ${recent('contact_message')} as messages,
      ${recent('appointment')} as appointments`
}
