import { sql } from 'kysely'
import type { Pence } from '#contract/base/money.ts'
import { CANCEL_DAYS, RETURN_DAYS, type CancellationStage } from '#contract/purchases/cancellation.ts'
import { londonDayOf } from '#server/db/london-days.ts'
import { LEFT_PENCE, refundablePence } from '#server/money/rules/refundable-pence.ts'

// Until when a purchase can be cancelled, and what a cancelled one waits for. A cancellation has no state of its own: all
// of it follows from the refunds, the freeze and the goods.

/** SQL `from` of the expressions below. */
export const FROM_CANCELLATION = sql`
  from cancellation
    left join gift_voucher voucher on voucher.id = cancellation.voucher_id
    left join orders on orders.id = cancellation.order_id
    left join payment on payment.id = coalesce(voucher.payment_id, orders.payment_id)`

/** The last day on which a voucher's buyer may cancel. */
export const VOUCHER_CANCEL_UNTIL = sql<string>`(${londonDayOf(sql`voucher.issued_at`)} + ${CANCEL_DAYS}::int)`

/** The same of an order; null until its buyer has the goods. */
export const ORDER_CANCEL_UNTIL = sql<
  string | null
>`case when orders.fulfilment in ('collected', 'delivered') then (
  select ${londonDayOf(sql`max(activity.at)`)} + ${CANCEL_DAYS}::int from activity
  where activity.order_id = orders.id and action = 'fulfilment_changed' and after ->> 'fulfilment' in ('collected', 'delivered')
) end`

/** Condition: a voucher has not ended, whether it is frozen or not. One whose buyer has used it up can still be cancelled. */
export const VOUCHER_IS_OPEN = sql<boolean>`(
  coalesce(voucher.disputed_from, voucher.status) in ('active', 'spent')
  and not exists (select from cancellation made where made.voucher_id = voucher.id))`

/** Condition: a voucher was sold at a distance. */
export const HAS_RIGHT_TO_CANCEL = sql<boolean>`(voucher.payment_id is not null or voucher.by_phone)`

/** Condition on an order and its payment: money of it is still with the clinic. */
export const ORDER_IS_OPEN = sql<boolean>`(
  payment.state in ('fulfilled', 'refunding', 'disputed') and ${LEFT_PENCE} > 0
  and not exists (select from cancellation made where made.order_id = orders.id))`

/** Condition on a payment with its voucher or order: its buyer may cancel at a moment. */
export const isCancellable = (at: Date, bought: 'voucher' | 'order') =>
  bought === 'voucher'
    ? sql<boolean>`(${VOUCHER_IS_OPEN} and ${londonDayOf(at)} <= ${VOUCHER_CANCEL_UNTIL})`
    : sql<boolean>`(${ORDER_IS_OPEN} and coalesce(${londonDayOf(at)} <= ${ORDER_CANCEL_UNTIL}, true))`

const IS_REFUNDING = sql<boolean>`exists (
  select from refund made where made.payment_id = payment.id and made.state in ('due', 'pending'))`

/** What the clinic owes in another way; null if nothing. */
const OWED_BY_HAND_PENCE = sql<Pence | null>`(
  select sum(made.pence) from refund made where made.payment_id = payment.id and made.cause = 'by_hand' and made.state = 'due')`

/** What is still to be paid back and has no refund yet. Of goods only once they are back. */
export const TO_PAY_PENCE = sql<Pence>`case
  when orders.id is not null then greatest(0, ${LEFT_PENCE} - cancellation.deducted_pence)
  when voucher.status = 'refunding' then ${refundablePence()}
  else 0 end`

/** Condition: the goods have left the clinic. */
const ARE_GOODS_OUT = sql<boolean>`coalesce(
  orders.fulfilment in ('collected', 'delivered') or orders.fulfilment = 'ready' and orders.delivery = 'local', false)`

/** What a cancelled purchase waits for. A voucher that nobody paid online is paid back by the clinic. */
export const STAGE = sql<CancellationStage>`case
  when payment.state = 'disputed' then 'frozen'
  when payment.id is null and ${TO_PAY_PENCE} > 0 or ${OWED_BY_HAND_PENCE} > 0 then 'by_hand'
  when ${IS_REFUNDING} then 'refunding'
  when ${TO_PAY_PENCE} = 0 then 'settled'
  when orders.id is null or orders.fulfilment = 'to_prepare' or cancellation.goods = 'back' then 'refunding'
  when not ${ARE_GOODS_OUT} then 'at_counter'
  when cancellation.goods = 'posted' then 'posted'
  else 'goods' end`

/** What the clinic owes in another way; if nothing, what was paid back since the notice, or is to be. Null while it is frozen. */
export const AMOUNT_PENCE = sql<Pence | null>`case when payment.state is distinct from 'disputed' then coalesce(${OWED_BY_HAND_PENCE}, ${TO_PAY_PENCE} + coalesce((
  select sum(made.pence) from refund made
  where made.payment_id = payment.id and made.state <> 'failed' and made.created_at >= cancellation.recorded_at
), (
  select -sum(entry.pence) from voucher_entry entry
  where entry.voucher_id = voucher.id and payment.id is null and entry.kind = 'refund' and entry.created_at >= cancellation.recorded_at
), 0))::int end`

/** The last day for sending the goods back; null once they are back or posted. */
export const GOODS_BY = sql<string | null>`case
  when ${ARE_GOODS_OUT} and cancellation.goods is null and ${STAGE} <> 'settled' then cancellation.sent_on + ${RETURN_DAYS}::int end`

/** The time for paying back runs from the notice, or from the return of goods that were out; null while they are. */
const PAY_UNTIL = sql<
  string | null
>`(case when ${ARE_GOODS_OUT} then goods_on else sent_on end + ${RETURN_DAYS}::int)`

/** The last day for paying back; null once it is settled, and while the goods are out without proof that they are posted. */
export const PAY_BY = sql<string | null>`case when ${STAGE} <> 'settled' then ${PAY_UNTIL} end`

/** Condition on a failed refund and a cancellation of its purchase: what failed is owed in another way. */
export const failsByHand = (failed: 'refund' | 'failed') => {
  const column = (name: string) => sql.ref(`${failed}.${name}`)
  return sql<boolean>`(
    ${column('cause')} in ('voucher', 'order', 'by_hand') and ${column('created_at')} >= cancellation.recorded_at
    and not exists (
      select from refund other where other.payment_id = ${column('payment_id')} and other.id <> ${column('id')}
        and other.state in ('due', 'pending')
    ))`
}

/** The last day for paying in another way what a refund, `failed`, could not; null if that is not owed. */
export const PAY_FAILED_BY = sql<string | null>`(
  select coalesce(${PAY_UNTIL}, sent_on + ${RETURN_DAYS}::int) from cancellation
    left join orders on orders.id = cancellation.order_id left join gift_voucher voucher on voucher.id = cancellation.voucher_id
  where coalesce(orders.payment_id, voucher.payment_id) = failed.payment_id and ${failsByHand('failed')})`
