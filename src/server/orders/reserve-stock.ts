import { sql, type Expression } from 'kysely'
import type { Statement } from '#server/db/db.ts'
import { insertRows } from '#server/db/insert-rows.ts'
import { blockOf } from '#server/hash-address.ts'
import { RESTOCKABLE } from '#server/orders/rules/units-to-hand-over.ts'
import { lockProduct } from '#server/products/admin-product.ts'
import { FREE_UNITS, isUnpaidTwice } from '#server/products/rules/unpaid-stock.ts'

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
/** Networks of one IPv6 /48 that may hold a shared product before all of them count as one. */
const NETWORKS_MAX = 8

/** SQL expression: units of the product that are reserved by these callers. Payments that a bank is deciding do not count. */
const heldUnits = ({ productId }: StockRequest, callers = sql`true`) => sql`(
  select coalesce(sum(quantity), 0)::int from stock_reservation unpaid join payment on payment.id = unpaid.payment_id
  where ${callers} and unpaid.product_id = ${productId} and unpaid.state = 'held' and payment.state = 'created'
)`

/**
 * SQL condition on grouped reservations: within a day one lapsed unpaid, or released ones lasted an hour in total, because
 * replacing a reservation again and again also blocks the stock.
 */
const hasUnpaid = sql`(
  coalesce(bool_or(ended.state = 'lapsed'), false)
  or coalesce(sum(ended.settled_at - ended.created_at) filter (where ended.state = 'released'), '0') >= interval '1 hour')`

const dayAgo = (now: Date) => sql`${now}::timestamptz - interval '1 day'`

/** SQL expression on `product`: units that the caller may still reserve after it has not paid; null: no limit. */
const allowance = (request: StockRequest, now: Date) => sql`
  case when (
    select ${hasUnpaid} from stock_reservation ended
    where holder = ${request.callerHash} and product_id = ${request.productId} and settled_at > ${dayAgo(now)}
  ) then greatest(${FREE_UNITS}, product.stock / ${STOCK_SHARE})
    - ${heldUnits(request, sql`unpaid.holder = ${request.callerHash}`)} end`

/**
 * SQL condition: the caller holds some of the product or has not paid for it, or eight other networks of its IPv6 /48 do.
 */
const isHolder = ({ productId, callerHash }: StockRequest, now: Date) => sql`(
  select coalesce(bool_or(holder = ${callerHash}), false) or count(*) >= ${NETWORKS_MAX} from (
    select holder from stock_reservation ended join payment on payment.id = payment_id
    where product_id = ${productId} and (ended.state = 'held' or ended.settled_at > ${dayAgo(now)})
      and (holder = ${callerHash} or split_part(holder, '/', 2) = ${blockOf(callerHash) ?? null}::text)
    group by holder
    having bool_or(ended.state = 'held' and payment.state = 'created') or ${hasUnpaid}
  ) holders)`

/**
 * SQL expression on `product`: units that the caller may still reserve after its whole stock was not paid for twice;
 * null: no limit. Those who hold some or have not paid share half of what is free, so that no number of them leaves
 * nothing; the rest is for those who hold nothing.
 */
const share = (request: StockRequest, now: Date) => sql`
  case when ${isUnpaidTwice(now)} then
    case when ${isHolder(request, now)}
      then (product.stock - product.reserved + ${heldUnits(request)}) / 2 - ${heldUnits(request)}
      else ${FREE_UNITS} end
  end`

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
    ${insertRows(
      'stockReservation',
      {
        paymentId,
        productId: sql`id`,
        quantity,
        pricePence: sql`price_pence`,
        holder: callerHash,
        createdAt: now,
      },
      sql`from held`,
    )}`
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
  /** Units that the caller may still reserve, because of what nobody paid; null: no limit. */
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
    moved as (${insertRows(
      'stockMovement',
      {
        productId: sql`product_id`,
        paymentId: sql`payment_id`,
        kind: 'sale',
        quantity: sql`-quantity`,
        actor: 'buyer',
        at: now,
      },
      sql`from sold`,
    )})
    update product set stock = stock - sold.quantity, reserved = reserved - sold.quantity, version = version + 1
    from sold where product.id = sold.product_id`
}

/** Puts the units of an order that are not on the shelf there, in a batch that has locked the order. */
export function returnUnits(orderId: string, actor: string, now: Date): Statement {
  return sql`
    with returned as (${insertRows(
      'stockMovement',
      {
        productId: sql`product_id`,
        paymentId: sql`payment_id`,
        kind: 'return',
        quantity: RESTOCKABLE,
        actor,
        at: now,
      },
      sql`from orders where id = ${orderId} and ${RESTOCKABLE} > 0`,
    ).returning(['productId', 'quantity'])})
    update product set stock = stock + returned.quantity, version = version + 1
    from returned where product.id = returned.product_id`
}
