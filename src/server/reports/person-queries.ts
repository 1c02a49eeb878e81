import { sql, type RawBuilder } from 'kysely'
import { RECORDS_PER_KIND_MAX, type Person } from '#contract/customers.ts'
import { query, type Statement } from '#server/db/db.ts'
import { emailState } from '#server/db/email-state.ts'
import { refundedPence } from '#server/db/left-pence.ts'
import { selectUnfinishedPayments } from '#server/privacy/erase-queries.ts'

type PersonRow<Kind extends Exclude<keyof Person, 'customer'>> = Omit<Person[Kind][number], 'date'> & {
  at: Date
}

const newestFirst = (column: RawBuilder<unknown>) =>
  sql`order by ${column} desc limit ${RECORDS_PER_KIND_MAX}`

interface VoucherRow extends Omit<
  PersonRow<'vouchers'>,
  'originalAmount' | 'currentBalance' | 'entries' | 'remindersStoppedAt'
> {
  remindersStoppedAt: Date | null
  originalPence: number
  balancePence: number
  entries: { at: string; pence: number; description: string; adminNotes: string | null }[]
}

/** Selects vouchers that the person bought or received. `expiry_date` is the last valid day. */
export const selectPersonVouchers = (email: string, now: Date): Statement<VoucherRow> => sql<VoucherRow>`
  select id, number, issued_at as at, code_end(code) as code_end,
    case when status = 'active' and expires_at <= ${now} then 'expired' else status end as status,
    (expires_at at time zone 'Europe/London')::date - 1 as expiry_date,
    original_pence, balance_pence, paid_by, buyer_name, buyer_email, recipient_name, recipient_email, deliver_to, send_on, personal_message, tell_holder, reminders, reminders_stopped_at, (
      select coalesce(jsonb_agg(jsonb_build_object('at', created_at, 'pence', pence, 'description', description,
        'adminNotes', private_notes) order by position), '[]')
      from voucher_entry where voucher_id = gift_voucher.id
    ) as entries
  from gift_voucher where buyer_email = ${email} or recipient_email = ${email} ${newestFirst(sql`issued_at`)}`

interface UnfinishedRow extends Omit<PersonRow<'unfinished'>, 'amount'> {
  amountPence: number
}

export const selectUnfinished = (email: string): Statement<UnfinishedRow> => sql<UnfinishedRow>`
  select created_at as at, purpose, state, amount_pence, purchase as typed,
    (select name from product where id::text = purchase ->> 'productId') as product_name
  from payment
  where id in (${selectUnfinishedPayments(email)})
    and not exists (select from gift_voucher where payment_id = payment.id)
    and not exists (select from orders where payment_id = payment.id)
  ${newestFirst(sql`created_at`)}`

interface EmailRow extends Omit<PersonRow<'emails'>, 'acceptedAt' | 'complainedAt'> {
  acceptedAt: Date | null
  complainedAt: Date | null
}

/** Selects emails to the person. `what` is the template's name as text: "Voucher gift" for `voucher-gift`. */
export const selectEmails = (email: string, now: Date): Statement<EmailRow> => sql<EmailRow>`
  select created_at as at, overlay(replace(template, '-', ' ') placing upper(left(template, 1)) from 1 for 1) as what,
    ${emailState('outbox', now)} as state, accepted_at, bounce, complained_at
  from outbox where recipient = ${email} ${newestFirst(sql`created_at`)}`

export const selectOrders = (email: string) =>
  query
    .selectFrom('orders')
    .select([
      'id',
      'number',
      'placedAt as at',
      'reference',
      'status',
      'fulfilment',
      'delivery',
      'firstName',
      'lastName',
    ])
    .select([
      'email',
      'phone',
      'productName',
      'quantity',
      'amountPence',
      refundedPence('orders.payment_id').as('refundedPence'),
    ])
    .select(sql<PersonRow<'orders'>['shippingAddress']>`nullif(shipping_address, '{}')`.as('shippingAddress'))
    .where('email', '=', email)
    .orderBy('placedAt', 'desc')
    .limit(RECORDS_PER_KIND_MAX)

export const selectInquiries = (email: string) =>
  query
    .selectFrom('productInquiry as inquiry')
    .innerJoin('product', 'product.id', 'inquiry.productId')
    .select(['inquiry.createdAt as at', 'firstName', 'lastName', 'phone', 'answeredAt', 'note'])
    .select(['product.name as productName', 'quantity', 'message'])
    .where('email', '=', email)
    .orderBy('inquiry.createdAt', 'desc')
    .limit(RECORDS_PER_KIND_MAX)

export const selectMessages = (email: string) =>
  query
    .selectFrom('contactMessage')
    .select(['createdAt as at', 'firstName', 'lastName', 'phone', 'answeredAt', 'note'])
    .select(['subject', 'message'])
    .where('email', '=', email)
    .orderBy('createdAt', 'desc')
    .limit(RECORDS_PER_KIND_MAX)

export const selectAppointments = (email: string) =>
  query
    .selectFrom('appointment')
    .select(['createdAt as at', 'firstName', 'lastName', 'phone', 'answeredAt', 'note'])
    .select([
      'service',
      'preferredDate',
      'dayPart',
      'voucherEnd',
      'insurance',
      'reason',
      'confirmedFor',
      'confirmedMinutes',
    ])
    .where('email', '=', email)
    .orderBy('createdAt', 'desc')
    .limit(RECORDS_PER_KIND_MAX)
