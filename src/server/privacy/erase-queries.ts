import { sql } from 'kysely'
import type { Statement } from '../db/db.ts'

const theirVouchers = (email: string) =>
  sql`select id, payment_id from gift_voucher where buyer_email = ${email} or recipient_email = ${email}`
const theirOrders = (email: string) => sql`select id, payment_id from orders where email = ${email}`

/** Tries to pay that hold what they typed and are no voucher or order, or not any more. */
export const theirTries = (email: string) => sql`
  select id from payment
  where purchase is not null and state <> 'fulfilled'
    and ${email} in (purchase ->> 'email', purchase ->> 'buyerEmail', purchase ->> 'recipientEmail')`

const theirPayments = (email: string) => sql`
  select payment_id from (${theirVouchers(email)}) bought union select payment_id from (${theirOrders(email)}) ordered
  union (${theirTries(email)})`

const enquiries = ['product_inquiry', 'contact_message', 'appointment'] as const

/** The ids that mails about them have in their keys, as text. */
const theirThings = (email: string) => sql`
  select id::text from (${theirVouchers(email)}) bought union select id::text from (${theirOrders(email)}) ordered
  union select payment_id::text from (${theirPayments(email)}) paid
  union select id::text from refund where payment_id in (${theirPayments(email)})
  ${sql.join(
    enquiries.map((table) => sql`union select id::text from ${sql.table(table)} where email = ${email}`),
    sql` `,
  )}`

const theirMails = (email: string) =>
  sql`(recipient = ${email} or (data is not null and split_part(key, ':', 2) in (${theirThings(email)})))`

/** Everything of theirs, in the order in which it is locked everywhere. */
export const lockAll = (email: string) => ({
  payments: sql`select id from payment where id in (${theirPayments(email)}) order by id for no key update`,
  orders: sql`select id from orders where email = ${email} order by id for no key update`,
  vouchers: sql`
    select id from gift_voucher where buyer_email = ${email} or recipient_email = ${email} order by id for no key update`,
})

export interface OpenThing {
  what: 'voucher' | 'order' | 'money' | 'mail'
}

/** What is still owed to them, the weightiest first. */
export const selectOpen = (email: string, now: Date): Statement<OpenThing> => sql<OpenThing>`
  select what from (
    select 1, 'voucher' from gift_voucher
    where (buyer_email = ${email} or recipient_email = ${email}) and status = 'active' and expires_at > ${now}
    union all
    select 2, 'order' from orders
    where email = ${email} and fulfilment in ('to_prepare', 'ready') and status not in ('refunded', 'disputed')
    union all
    select 3, 'money' from payment
    where id in (${theirPayments(email)}) and (state in ('created', 'processing', 'refunding', 'disputed')
      or exists (select from refund where payment_id = payment.id and refund.settled_at is null))
    union all
    select 4, 'mail' from outbox where sent_at is null and failed_at is null and ${theirMails(email)}
  ) as open (weight, what)
  order by weight limit 1`

/** All of it in one statement, or nothing. A name that is '' was erased; one that is null was never there. */
export const eraseAll = (email: string, actor: string, now: Date): Statement => sql`
  with allowed as materialized (select where not exists (${selectOpen(email, now)})),
  mails as (
    update outbox set data = null, last_error = null,
      recipient = case when recipient = ${email} then '' else recipient end
    from allowed where ${theirMails(email)}
  ),
  payments as (
    update payment set purchase = null from allowed where purchase is not null and id in (${theirPayments(email)})
  ),
  entries as (
    update voucher_entry set description = '', private_notes = null
    from allowed where voucher_id in (select id from (${theirVouchers(email)}) theirs)
  ),
  vouchers as (
    update gift_voucher voucher set personal_message = null,
      buyer_name = case when theirs.bought then '' else buyer_name end,
      buyer_email = case when theirs.bought then '' else buyer_email end,
      recipient_name = case when theirs.received then '' else recipient_name end,
      recipient_email = case when theirs.received then '' else recipient_email end
    from allowed, (
      select id, buyer_email = ${email} as bought, recipient_email = ${email} as received from gift_voucher
      where buyer_email = ${email} or recipient_email = ${email}
    ) theirs
    where voucher.id = theirs.id
    returning theirs.bought, theirs.received
  ),
  orders as (
    update orders set first_name = '', last_name = '', email = '', phone = null, shipping_address = '{}'
    from allowed where email = ${email} returning id
  ),
  ${sql.join(
    enquiries.map(
      (table) =>
        sql`${sql.ref(table)} as (delete from ${sql.table(table)} using allowed where email = ${email} returning id)`,
    ),
  )},
  counted as (
    select (select count(*) from vouchers where bought)::int as vouchers_bought,
      (select count(*) from vouchers where received)::int as vouchers_received,
      (select count(*) from orders)::int as orders, (select count(*) from product_inquiry)::int as inquiries,
      (select count(*) from contact_message)::int as messages, (select count(*) from appointment)::int as appointments
  ),
  noted as (
    insert into activity (at, actor, action, after)
    select ${now}, ${actor}, 'customer_erased', to_jsonb(counted) from counted, allowed
    where greatest(vouchers_bought, vouchers_received, orders, inquiries, messages, appointments) > 0
  )
  select * from counted`
