import { sql } from 'kysely'
import type { Statement } from '../db/db.ts'

export interface Hold {
  paymentId: string
  productId: string
  quantity: number
  /** What the buyer was shown, in all. */
  amountPence: number
  /** Hash of who holds. */
  holder: string
}

/** One holder keeps no more than this from others. */
export const HOLDS_MAX = 3

/**
 * Holds stock for a payment that this batch has just written, at today's price. Does nothing when there is not enough,
 * when the price is another than the buyer saw, or when the holder holds too much; `explainHold` says which.
 */
export function holdStock(
  { paymentId, productId, quantity, amountPence, holder }: Hold,
  now: Date,
): Statement {
  return sql`
    with held as (
      update product set reserved = reserved + ${quantity}, version = version + 1
      where id = ${productId} and archived_at is null and in_stock and stock - reserved >= ${quantity}
        and price_pence * ${quantity} = ${amountPence}
        and exists (select from payment where payment.id = ${paymentId})
        and (select count(*) from stock_reservation where holder = ${holder} and state = 'held') < ${HOLDS_MAX}
      returning id, price_pence
    )
    insert into stock_reservation (payment_id, product_id, quantity, price_pence, holder, created_at)
    select ${paymentId}, id, ${quantity}, price_pence, ${holder}, ${now} from held`
}

export interface HoldState {
  held: boolean
  /** Null when there is no such product in the shop. */
  available: number | null
  pricePence: number | null
  holds: number
}

/** What became of a hold, and why if it came to nothing. Runs after `holdStock` in the same batch. */
export function explainHold({ paymentId, productId, holder }: Hold): Statement<HoldState> {
  return sql<HoldState>`
    select exists (select from stock_reservation where payment_id = ${paymentId}) as held,
      (select case when in_stock then stock - reserved else 0 end from product where id = ${productId} and archived_at is null) as available,
      (select price_pence from product where id = ${productId} and archived_at is null) as price_pence,
      (select count(*)::int from stock_reservation where holder = ${holder} and state = 'held') as holds`
}

/** Gives back what a payment held. It must have been cancelled at Stripe: a hold is a promise until then. */
export function releaseStock(paymentId: Statement, now: Date): Statement {
  return sql`
    with released as (
      update stock_reservation set state = 'released', holder = null, settled_at = ${now}
      where payment_id in (${paymentId}) and state = 'held' returning product_id, quantity
    )
    update product set reserved = reserved - given.quantity, version = version + 1
    from (select product_id, sum(quantity)::int as quantity from released group by product_id) given
    where product.id = given.product_id`
}

/** Takes what was held off the shelf for an order, once: the sale stands in the movements. */
export function sellStock(paymentId: string, orderId: string, now: Date): Statement {
  return sql`
    with sold as (
      update stock_reservation set state = 'sold', holder = null, settled_at = ${now}
      where payment_id = ${paymentId} and state = 'held' and exists (select from orders where orders.id = ${orderId})
      returning product_id, quantity, payment_id
    ),
    moved as (
      insert into stock_movement (product_id, payment_id, kind, quantity, actor, at)
      select product_id, payment_id, 'sale', -quantity, 'buyer', ${now} from sold
    )
    update product set stock = stock - sold.quantity, reserved = reserved - sold.quantity, version = version + 1
    from sold where product.id = sold.product_id`
}
