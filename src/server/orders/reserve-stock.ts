import { sql, type Expression } from 'kysely'
import type { Statement } from '#server/db/db.ts'
import { FREE_UNITS, isUnpaidTwice, shareOf } from '#server/db/unpaid-stock.ts'
import { lockProduct } from '#server/products/admin-product.ts'

export interface StockRequest {
  paymentId: string
  productId: string
  quantity: number
  /** Total price that the buyer was shown. */
  amountPence: number
  /** Keyed hash of the buyer's IP address. */
  callerHash: string
}

/** A caller who reserves and never pays blocks at most 1/4 of the stock per day. */
const STOCK_SHARE = 4

/** SQL expression: units that the caller has reserved. Payments that a bank is deciding do not count. */
const heldUnits = ({ productId, callerHash }: StockRequest) => sql`(
  select coalesce(sum(quantity), 0)::int from stock_reservation unpaid join payment on payment.id = unpaid.payment_id
  where unpaid.holder = ${callerHash} and unpaid.product_id = ${productId} and unpaid.state = 'held' and payment.state = 'created'
)`

/**
 * SQL expression on `product`: units that the caller may still reserve; null: no limit. The limit applies for a day
 * after a reservation of the product lapsed unpaid, or after released ones lasted an hour in total, because replacing
 * a reservation again and again also blocks the stock.
 */
const allowance = (request: StockRequest, now: Date) => sql`
  case when (
    select coalesce(bool_or(state = 'lapsed'), false)
      or coalesce(sum(settled_at - created_at) filter (where state = 'released'), '0') >= interval '1 hour'
    from stock_reservation
    where holder = ${request.callerHash} and product_id = ${request.productId} and settled_at > ${now}::timestamptz - interval '1 day'
  ) then greatest(${FREE_UNITS}, product.stock / ${STOCK_SHARE}) - ${heldUnits(request)} end`

/**
 * SQL expression on `product`: units that the caller may still reserve after its whole stock was not paid for twice;
 * null: no limit. Counts what the caller holds as free, so that many purchases get no more than one.
 */
const share = (request: StockRequest, now: Date) => sql`
  case when ${isUnpaidTwice(now)}
    then ${shareOf(sql`product.stock - product.reserved + ${heldUnits(request)}`)} - ${heldUnits(request)} end`

/**
 * Returns the statements of a batch that reserve stock at the present price for a payment that the batch has inserted.
 * They do nothing if the stock is too low, the price differs from the one shown, or the caller's allowance or share is
 * exceeded; `selectReservationResult` tells which. Requests of one caller cannot race here, because counting the request
 * has locked the caller's row of `throttle`; those of others wait for the product, and then see what has lapsed.
 */
export const reserveStock = (request: StockRequest, now: Date) => ({
  product: lockProduct(request.productId),
  reserved: insertReservation(request, now),
})

function insertReservation(request: StockRequest, now: Date): Statement {
  const { paymentId, productId, quantity, amountPence, callerHash } = request
  return sql`
    with held as (
      update product set reserved = reserved + ${quantity}, version = version + 1
      where id = ${productId} and archived_at is null and in_stock and stock - reserved >= ${quantity}
        and price_pence * ${quantity} = ${amountPence}
        and exists (select from payment where payment.id = ${paymentId})
        and not exists (select from stock_reservation where payment_id = ${paymentId})
        and coalesce(least(${allowance(request, now)}, ${share(request, now)}) >= ${quantity}, true)
      returning id, price_pence
    )
    insert into stock_reservation (payment_id, product_id, quantity, price_pence, holder, created_at)
    select ${paymentId}, id, ${quantity}, price_pence, ${callerHash}, ${now} from held`
}

export interface ReservationResult {
  isReserved: boolean
  /** Null if the product is not in the shop. */
  available: number | null
  pricePence: number | null
  /** Whether unpaid reservations of others may be released. */
  inCheckouts: boolean
  /** Units that the caller may still reserve, because of what it did not pay; null: no limit. */
  allowance: number | null
  /** Units that any caller may still reserve, because of what nobody paid; null: no limit. */
  share: number | null
}

/** Returns whether the stock is reserved, with the reasons for a refusal. Runs after `reserveStock` in the same batch. */
export function selectReservationResult(request: StockRequest, now: Date): Statement<ReservationResult> {
  return sql<ReservationResult>`
    select exists (select from stock_reservation where payment_id = ${request.paymentId}) as is_reserved,
      case when in_stock then stock - reserved when id is not null then 0 end as available, price_pence,
      coalesce(in_stock and reserved > 0, false) as in_checkouts,
      ${allowance(request, now)} as allowance, ${share(request, now)} as share
    from (values (1)) one left join product on id = ${request.productId} and archived_at is null`
}

/**
 * Releases the stock of payments. They must be cancelled at Stripe first, because until then the buyer may pay. A
 * reservation that stayed unpaid until its deadline becomes `lapsed` and counts against the caller.
 */
export function releaseStock(payments: Expression<unknown>, now: Date): Statement {
  return sql`
    with released as (
      update stock_reservation ended set settled_at = ${now},
        state = case when payment.state = 'cancelled' and stripe_payment_intent_id is not null and pay_by <= ${now}
          then 'lapsed' else 'released' end
      from payment
      where payment.id = ended.payment_id and payment.id in ${payments} and ended.state = 'held'
      returning product_id, quantity
    )
    update product set reserved = reserved - given.quantity, version = version + 1
    from (select product_id, sum(quantity)::int as quantity from released group by product_id) given
    where product.id = given.product_id`
}

/** Turns the reservation of an order into a sale, once: reduces stock and reserved, and inserts a stock movement. */
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
