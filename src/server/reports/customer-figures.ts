import { sql } from 'kysely'
import { query } from '#server/db/db.ts'
import { LEFT_PENCE } from '#server/money/rules/refundable-pence.ts'

// All are computed on each request, so that no stored count can be wrong, and refer to the row `customer`.

const countOf = (kind: string) => sql<number>`count(*) filter (where kind = ${kind})::int`

/** Lateral join: how many vouchers, orders and enquiries a customer has. */
export const COUNTS = query
  .selectFrom('customerTrace')
  .select([
    countOf('voucher_bought').as('vouchersBought'),
    countOf('voucher_received').as('vouchersReceived'),
  ])
  .select([countOf('order').as('orders'), countOf('inquiry').as('inquiries')])
  .select([countOf('message').as('messages'), countOf('appointment').as('appointments')])
  .where('customerTrace.email', '=', sql.ref<string>('customer.email'))
  .as('leftBehind')

/** SQL expression: the telephone number that a customer gave last. */
export const PHONE = sql<string | null>`(
  select phone from (
    select phone, placed_at as at from orders where orders.email = customer.email
    union all select phone, created_at from appointment where appointment.email = customer.email
    union all select phone, created_at from contact_message where contact_message.email = customer.email
    union all select phone, created_at from product_inquiry where product_inquiry.email = customer.email
  ) given where phone <> '' order by at desc limit 1
)`

/** SQL expression: pence paid online and at the desk, less refunds and losses. */
export const SPENT = sql<string>`((
  select coalesce(sum(${LEFT_PENCE}), 0)
  from payment where payment.id in (
    select payment_id from gift_voucher where buyer_email = customer.email
    union all select payment_id from orders where orders.email = customer.email
  )
) + (
  select coalesce(sum(original_pence + coalesce((
    select sum(pence) from voucher_entry entry where entry.voucher_id = desk.id and entry.kind = 'refund'
  ), 0)), 0)
  from gift_voucher desk where desk.buyer_email = customer.email and paid_by in ('cash', 'card')
))`
