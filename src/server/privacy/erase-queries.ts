import { sql } from 'kysely'
import { recordActivity } from '#server/activity/record-activity.ts'
import { query, type Statement } from '#server/db/db.ts'
import { CAN_HAND_OVER } from '#server/orders/rules/units-to-hand-over.ts'
import { FROM_CANCELLATION, STAGE } from '#server/purchases/rules/cancellation-facts.ts'

const selectVouchers = (email: string) =>
  query
    .selectFrom('giftVoucher')
    .select(['id', 'paymentId'])
    .where((voucher) =>
      voucher.or([voucher('buyerEmail', '=', email), voucher('recipientEmail', '=', email)]),
    )
const selectOrders = (email: string) =>
  query.selectFrom('orders').select(['id', 'paymentId']).where('email', '=', email)

/** Payments that hold form data and have no voucher or order. */
export const selectUnfinishedPayments = (email: string) =>
  query
    .selectFrom('payment')
    .select('id')
    .where('purchase', 'is not', null)
    .where('state', '<>', 'fulfilled')
    .where(
      sql<boolean>`${email} in (purchase ->> 'email', purchase ->> 'buyerEmail', purchase ->> 'recipientEmail')`,
    )

const selectPayments = (email: string) => sql`
  select payment_id from ${selectVouchers(email)} bought union select payment_id from ${selectOrders(email)} ordered
  union ${selectUnfinishedPayments(email)}`

/** SQL condition on `payment`: its form data names them as recipient, also if the voucher went to somebody else since. */
const isTypedRecipient = (email: string) => sql<boolean>`purchase ->> 'recipientEmail' = ${email}`

const enquiries = ['product_inquiry', 'contact_message', 'appointment'] as const

/** Ids of what emails about them are about. */
const selectRecordIds = (email: string) => sql`
  select id from ${selectVouchers(email)} bought union select id from ${selectOrders(email)} ordered
  union select payment_id from (${selectPayments(email)}) paid
  union select id from refund where payment_id in (${selectPayments(email)})
  ${sql.join(
    enquiries.map((table) => sql`union select id from ${sql.table(table)} where email = ${email}`),
    sql` `,
  )}`

const isEmailAboutCustomer = (email: string) =>
  sql`(recipient = ${email} or (data is not null and about in (${selectRecordIds(email)})))`

/** Locks their rows in the order that all code uses: payments, orders, vouchers. */
export const lockCustomer = (email: string) => ({
  payments: sql`
    select id from payment where id in (${selectPayments(email)}) or ${isTypedRecipient(email)}
    order by id for no key update`,
  orders: selectOrders(email).orderBy('id').forNoKeyUpdate(),
  vouchers: selectVouchers(email).orderBy('id').forNoKeyUpdate(),
})

export interface OpenItem {
  what: 'voucher' | 'order' | 'money' | 'mail'
}

/** Selects the most important thing that is still owed to them. */
export const selectOpenItem = (email: string, now: Date): Statement<OpenItem> => sql<OpenItem>`
  select what from (
    select 1, 'voucher' from gift_voucher
    where (buyer_email = ${email} or recipient_email = ${email}) and status = 'active' and expires_at > ${now}
    union all
    select 2, 'order' from orders
    where email = ${email} and fulfilment in ('to_prepare', 'ready') and ${CAN_HAND_OVER}
    union all
    select 3, 'money' from payment
    where id in (${selectPayments(email)}) and (state in ('created', 'processing', 'refunding', 'disputed')
      or exists (select from refund where payment_id = payment.id and refund.settled_at is null))
    union all
    select 3, 'money' ${FROM_CANCELLATION}
    where (voucher.buyer_email = ${email} or orders.email = ${email}) and ${STAGE} <> 'settled'
    union all
    select 4, 'mail' from outbox
    where sent_at is null and failed_at is null and withdrawn_at is null and ${isEmailAboutCustomer(email)}
      -- They leave only while the voucher can be used.
      and template not in ('voucher-gift', 'voucher-copy')
  ) as open (weight, what)
  order by weight limit 1`

/**
 * Erases everything in one statement, or nothing. An erased name becomes ''; null means there never was one. `erase_texts`
 * does what the functions' role may not: it blanks the ledger's texts and deletes enquiries. All else follows from its
 * result, so that it finds the vouchers by their addresses.
 */
export const eraseCustomerData = (email: string, actor: string, now: Date): Statement => sql`
  with allowed as materialized (select where not exists (${selectOpenItem(email, now)})),
  written as materialized (select erase_texts(${email}) as counts from allowed),
  emails as (
    update outbox set data = null, last_error = null,
      recipient = case when recipient = ${email} then '' else recipient end
    from written where ${isEmailAboutCustomer(email)}
  ),
  payments as (
    update payment set purchase = null from written where purchase is not null and id in (${selectPayments(email)})
  ),
  former_gifts as (
    update payment set purchase = purchase - '{recipientName,recipientEmail,personalMessage}'::text[]
    from written where ${isTypedRecipient(email)} and id not in (${selectPayments(email)})
  ),
  vouchers as (
    update gift_voucher voucher set personal_message = null,
      buyer_name = case when theirs.bought then '' else buyer_name end,
      buyer_email = case when theirs.bought then '' else buyer_email end,
      recipient_name = case when theirs.received or theirs.bought and recipient_email is null then '' else recipient_name end,
      recipient_email = case when theirs.received then '' else recipient_email end
    from written, (
      select id, buyer_email = ${email} as bought, recipient_email = ${email} as received from gift_voucher
      where buyer_email = ${email} or recipient_email = ${email}
    ) theirs
    where voucher.id = theirs.id
    returning theirs.bought, theirs.received
  ),
  cancellations as (
    update cancellation set deduction_reason = ''
    from written where deduction_reason is not null and order_id in (select id from ${selectOrders(email)} theirs)
  ),
  orders as (
    update orders set first_name = '', last_name = '', email = '', phone = null, shipping_address = '{}'
    from written where email = ${email} returning id
  ),
  counted as (
    select (select count(*) from vouchers where bought)::int as vouchers_bought,
      (select count(*) from vouchers where received)::int as vouchers_received,
      (select count(*) from orders)::int as orders, coalesce((counts -> 'inquiries')::int, 0) as inquiries,
      coalesce((counts -> 'messages')::int, 0) as messages, coalesce((counts -> 'appointments')::int, 0) as appointments
    from (values (1)) one left join written on true
  ),
  activity_entry as (${recordActivity(
    { at: now, actor, action: 'customer_erased', after: sql`to_jsonb(counted)` },
    sql`
      from counted, written
      where greatest(vouchers_bought, vouchers_received, orders, inquiries, messages, appointments) > 0`,
  )})
  select * from counted`
