import { sql } from 'kysely'
import { LEFT_PENCE } from '#server/db/left-pence.ts'

// All are computed on each request, so that no stored count can be wrong, and refer to the row `customer`.

/** Lateral join: how many vouchers, orders and enquiries a customer has. */
export const COUNTS = sql`lateral (
  select count(*) filter (where kind = 'voucher_bought')::int as vouchers_bought,
    count(*) filter (where kind = 'voucher_received')::int as vouchers_received,
    count(*) filter (where kind = 'order')::int as orders,
    count(*) filter (where kind = 'inquiry')::int as inquiries,
    count(*) filter (where kind = 'message')::int as messages,
    count(*) filter (where kind = 'appointment')::int as appointments
  from customer_trace where customer_trace.email = customer.email
)`

/** SQL expression: the telephone number that a customer gave last. */
export const PHONE = sql`(
  select phone from (
    select phone, placed_at as at from orders where orders.email = customer.email
    union all select phone, created_at from appointment where appointment.email = customer.email
    union all select phone, created_at from contact_message where contact_message.email = customer.email
    union all select phone, created_at from product_inquiry where product_inquiry.email = customer.email
  ) given where phone <> '' order by at desc limit 1
)`

/** SQL expression: pence paid online and at the desk, less refunds and losses. */
export const SPENT = sql`((
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
