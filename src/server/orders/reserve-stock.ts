import { sql } from 'kysely'
import type { Statement } from '../db/db.ts'

export interface StockRequest {
  paymentId: string
  productId: string
  quantity: number
  /** What the buyer was shown, in all. */
  amountPence: number
  /** Hash of who holds. */
  callerHash: string
}

/** Whatever the stock: an honest buyer who once did not pay may still buy as many as people usually do. */
const FREE_UNITS = 3
/** One unit in so many is what others lose, for a day, to somebody who reserves and never pays. */
const STOCK_SHARE = 4

/**
 * How many more units the holder may reserve; null: no limit. There is one for a day after a reservation of the product
 * was not paid in time, or after several that were given up earlier came to an hour: whoever replaces a reservation again
 * and again keeps the goods from others, too. Payments that a bank is deciding on do not count. A subquery on `product`.
 */
const allowance = ({ productId, callerHash }: StockRequest, now: Date) => sql`
  case when (
    select coalesce(bool_or(state = 'lapsed'), false)
      or coalesce(sum(settled_at - created_at) filter (where state = 'released'), '0') >= interval '1 hour'
    from stock_reservation
    where holder = ${callerHash} and product_id = ${productId} and settled_at > ${now}::timestamptz - interval '1 day'
  ) then greatest(${FREE_UNITS}, product.stock / ${STOCK_SHARE}) - (
    select coalesce(sum(quantity), 0)::int from stock_reservation unpaid join payment on payment.id = unpaid.payment_id
    where unpaid.holder = ${callerHash} and unpaid.product_id = ${productId} and unpaid.state = 'held' and payment.state = 'created'
  ) end`

/**
 * Holds stock for a payment that this batch has just written, at today's price. Does nothing when there is not enough,
 * when the price is another than the buyer saw, or when the holder may not reserve so many; `explainHold` says which.
 * Two calls of one holder do not meet here: the batch has counted the call, which locks the holder's row of `throttle`.
 */
export function reserveStock(hold: StockRequest, now: Date): Statement {
  const { paymentId, productId, quantity, amountPence, callerHash } = hold
  return sql`
    with held as (
      update product set reserved = reserved + ${quantity}, version = version + 1
      where id = ${productId} and archived_at is null and in_stock and stock - reserved >= ${quantity}
        and price_pence * ${quantity} = ${amountPence}
        and exists (select from payment where payment.id = ${paymentId})
        and coalesce(${allowance(hold, now)} >= ${quantity}, true)
      returning id, price_pence
    )
    insert into stock_reservation (payment_id, product_id, quantity, price_pence, holder, created_at)
    select ${paymentId}, id, ${quantity}, price_pence, ${callerHash}, ${now} from held`
}

export interface ReservationResult {
  isReserved: boolean
  /** Null when there is no such product in the shop. */
  available: number | null
  pricePence: number | null
  /** Whether others may leave some that they have not paid. */
  inCheckouts: boolean
  /** How many more the holder may reserve; null: no limit. */
  allowance: number | null
}

/** What became of a hold, and why if it came to nothing. Runs after `holdStock` in the same batch. */
export function selectReservationResult(hold: StockRequest, now: Date): Statement<ReservationResult> {
  return sql<ReservationResult>`
    select exists (select from stock_reservation where payment_id = ${hold.paymentId}) as is_reserved,
      case when in_stock then stock - reserved when id is not null then 0 end as available, price_pence,
      coalesce(in_stock and reserved > 0, false) as in_checkouts, ${allowance(hold, now)} as allowance
    from (values (1)) one left join product on id = ${hold.productId} and archived_at is null`
}

/**
 * Releases the stock of payments. They must have been cancelled at Stripe: a reservation is a promise until then. One that
 * could have been paid until its deadline has lapsed, and counts against its holder.
 */
export function releaseStock(paymentId: Statement, now: Date): Statement {
  return sql`
    with released as (
      update stock_reservation ended set settled_at = ${now},
        state = case when payment.state = 'cancelled' and stripe_payment_intent_id is not null and pay_by <= ${now}
          then 'lapsed' else 'released' end
      from payment
      where payment.id = ended.payment_id and payment.id in (${paymentId}) and ended.state = 'held'
      returning product_id, quantity
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
