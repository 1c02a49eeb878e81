import { RECORDS_PER_KIND_MAX, type Person } from '#contract/customers'
import { type RawBuilder, sql } from 'kysely'
import type { Statement } from '../db/db.ts'
import { selectUnfinishedPayments } from '../privacy/erase-queries.ts'

type PersonRow<Kind extends Exclude<keyof Person, 'customer'>> = Omit<Person[Kind][number], 'date'> & {
  at: Date
}

const newestFirst = (column: RawBuilder<unknown>) =>
  sql`order by ${column} desc limit ${RECORDS_PER_KIND_MAX}`

interface VoucherRow extends Omit<PersonRow<'vouchers'>, 'originalAmount' | 'currentBalance' | 'entries'> {
  originalPence: number
  balancePence: number
  entries: { at: string; pence: number; description: string }[]
}

/** Selects vouchers that the person bought or received. `expiry_date` is the last valid day. */
export const selectVouchers = (email: string, now: Date): Statement<VoucherRow> => sql<VoucherRow>`
  select id, number, issued_at as at, right(code, 4) as code_end,
    case when status = 'active' and expires_at <= ${now} then 'expired' else status end as status,
    (expires_at at time zone 'Europe/London')::date - 1 as expiry_date,
    original_pence, balance_pence, buyer_name, buyer_email, recipient_name, recipient_email, personal_message, (
      select coalesce(jsonb_agg(jsonb_build_object('at', created_at, 'pence', pence, 'description', description) order by position), '[]')
      from voucher_entry where voucher_id = gift_voucher.id
    ) as entries
  from gift_voucher where buyer_email = ${email} or recipient_email = ${email} ${newestFirst(sql`issued_at`)}`

interface UnfinishedRow extends Omit<PersonRow<'unfinished'>, 'amount'> {
  amountPence: number
}

export const selectUnfinished = (email: string): Statement<UnfinishedRow> => sql<UnfinishedRow>`
  select created_at as at, purpose, state, amount_pence, purchase as typed
  from payment
  where id in (${selectUnfinishedPayments(email)})
    and not exists (select from gift_voucher where payment_id = payment.id)
    and not exists (select from orders where payment_id = payment.id)
  ${newestFirst(sql`created_at`)}`

/** Selects emails to the person. `what` is the template's name as text: "Voucher gift" for `voucher-gift`. */
export const selectEmails = (email: string): Statement<PersonRow<'emails'>> => sql<PersonRow<'emails'>>`
  select created_at as at, overlay(replace(template, '-', ' ') placing upper(left(template, 1)) from 1 for 1) as what,
    case when sent_at is not null then 'sent' when failed_at is not null then 'failed' else 'waiting' end as state
  from outbox where recipient = ${email} ${newestFirst(sql`created_at`)}`

interface OrderRow extends Omit<PersonRow<'orders'>, 'amount' | 'refunded'> {
  amountPence: number
  refundedPence: number
}

export const selectOrders = (email: string): Statement<OrderRow> => sql<OrderRow>`
  select id, number, placed_at as at, reference, status, fulfilment, delivery, first_name, last_name, email, phone,
    nullif(shipping_address, '{}') as shipping_address, product_name, quantity, amount_pence, coalesce((
      select sum(pence) from refund where refund.payment_id = orders.payment_id and refund.state <> 'failed'
    ), 0)::int as refunded_pence
  from orders where email = ${email} ${newestFirst(sql`placed_at`)}`

export const selectInquiries = (email: string): Statement<PersonRow<'inquiries'>> => sql<
  PersonRow<'inquiries'>
>`
  select inquiry.created_at as at, product.name as product_name, quantity, phone, message
  from product_inquiry inquiry join product on product.id = inquiry.product_id
  where email = ${email} ${newestFirst(sql`inquiry.created_at`)}`

export const selectMessages = (email: string): Statement<PersonRow<'messages'>> => sql<PersonRow<'messages'>>`
  select created_at as at, subject, message, phone from contact_message where email = ${email} ${newestFirst(sql`created_at`)}`

export const selectAppointments = (email: string): Statement<PersonRow<'appointments'>> => sql<
  PersonRow<'appointments'>
>`
  select created_at as at, service, preferred_date, insurance, reason, phone
  from appointment where email = ${email} ${newestFirst(sql`created_at`)}`
