import { sql } from 'kysely'
import type { Statement } from '#server/db/db.ts'
import { canFollow } from '#server/db/transitions.ts'
import { vouchersOf } from '#server/money/settle/our-intents.ts'
import { paymentTransitions } from '#server/money/settle/payment-queries.ts'
import { orderTransitions } from '#server/orders/order-status.ts'
import { enqueueVoucherEnded } from '#server/vouchers/giving/enqueue-voucher-ended.ts'

/**
 * Derives the state of a payment and the status of its order from their refunds and disputes. Tells the recipient if its voucher has ended with them. Runs in a batch that has locked them, after
 * the statements that change a refund, a dispute or a freeze.
 */
export const deriveRefundStatus = (intentId: string, now: Date) => ({
  paymentStatus: updatePaymentState(intentId),
  orderStatus: updateOrderStatus(intentId),
  voucherEnded: enqueueVoucherEnded(vouchersOf(intentId), now),
})

function updatePaymentState(intentId: string): Statement {
  return sql`
    with books as (
      select payment.id, case
          when bool_or(refund.state in ('due', 'pending')) then 'refunding'
          when lost_pence + coalesce(sum(refund.pence) filter (where refund.state = 'succeeded'), 0) >= amount_pence
            or bool_or(refund.state = 'succeeded' and cause in ('voucher', 'nothing_to_give'))
              and not exists (select from gift_voucher where payment_id = payment.id and status in ('active', 'refunding') and balance_pence > 0) then 'refunded'
          when exists (select from gift_voucher where payment_id = payment.id)
            or exists (select from orders where payment_id = payment.id) then 'fulfilled'
          else 'unknown'
        end as state
      from payment left join refund on refund.payment_id = payment.id
      where stripe_payment_intent_id = ${intentId} and payment.state in ('fulfilled', 'refunding', 'refunded', 'unknown')
      group by payment.id
    )
    update payment set state = books.state from books
    where payment.id = books.id and ${canFollow(paymentTransitions, 'payment.state', 'books.state')}`
}

function updateOrderStatus(intentId: string): Statement {
  return sql`
    with books as (
      select orders.id, case
          when payment.state in ('disputed', 'refunding', 'refunded') then payment.state
          when lost_pence > 0 or exists (select from refund where refund.payment_id = payment.id and refund.state = 'succeeded')
            then 'part_refunded'
          else 'completed'
        end as status
      from orders join payment on payment.id = orders.payment_id
      where stripe_payment_intent_id = ${intentId}
    )
    update orders set status = books.status from books
    where orders.id = books.id and ${canFollow(orderTransitions, 'orders.status', 'books.status')}`
}
