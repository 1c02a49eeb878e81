import { sql, type RawBuilder } from 'kysely'

/** SQL expressions: what a payment has bought, and its number (null if nothing); and the payment's currency. */
export const boughtBy = (paymentId: RawBuilder<unknown>) => ({
  currency: sql`(select paid.currency from payment paid where paid.id = ${paymentId})`,
  bought: sql`(
    select 'voucher' from gift_voucher where payment_id = ${paymentId}
    union all select 'order' from orders where payment_id = ${paymentId} limit 1
  )`,
  number: sql`(
    select number from gift_voucher where payment_id = ${paymentId}
    union all select number from orders where payment_id = ${paymentId} limit 1
  )`,
})
