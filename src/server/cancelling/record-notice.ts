import { sql, type RawBuilder } from 'kysely'
import { clinic } from '#clinic/current-clinic.ts'
import { recordActivity } from '#server/activity/record-activity.ts'
import { acknowledge } from '#server/cancelling/acknowledge.ts'
import { insertRows } from '#server/db/insert-rows.ts'
import { cancelEmails, enqueueEmail } from '#server/email/outbox.ts'
import { boughtBy } from '#server/money/rules/bought-by.ts'
import { FROM_CANCELLATION, GOODS_BY, STAGE } from '#server/purchases/rules/cancellation-facts.ts'
import { enqueueVoucherEnded } from '#server/vouchers/giving/enqueue-voucher-ended.ts'

interface Notice {
  id: string
  actor: string
  /** YYYY-MM-DD in London. */
  sentOn: string
  /** SQL `from …` with one row of `voucher_id` and `order_id`, of which one is null; without a row nothing is recorded. */
  purchase: RawBuilder<unknown>
  now: Date
}

/** Emails that must not leave once the purchase is cancelled. Receipts are not among them. */
const NOT_TRUE_ANY_MORE = sql`
  template in ('voucher-gift', 'voucher-used', 'voucher-reminder', 'voucher-extended', 'order-ready')`

/**
 * Records that a purchase is cancelled: a voucher ends at once, its waiting emails are withdrawn, and its recipient is told.
 * Acknowledges the notice to the buyer, once. The batch has locked the purchase; `executeCancellations` then pays back what
 * can be.
 */
export const recordNotice = ({ id, actor, sentOn, purchase, now }: Notice) => {
  const voucher = sql<{ id: string }>`select voucher_id as id from cancellation where id = ${id}`
  return {
    noticed: sql`
      with noticed as (${insertRows(
        'cancellation',
        {
          id,
          voucherId: sql`purchase.voucher_id`,
          orderId: sql`purchase.order_id`,
          actor,
          sentOn: sql`${sentOn}::date`,
          recordedAt: now,
        },
        purchase,
      )
        .onConflict((conflict) => conflict.doNothing())
        .returning(['voucherId', 'orderId'])}),
      ended as (
        update gift_voucher voucher set status = case status when 'active' then 'refunding' else status end,
          disputed_from = case disputed_from when 'active' then 'refunding' else disputed_from end
        from noticed where voucher.id = noticed.voucher_id
      )
      ${recordActivity(
        { at: now, actor, action: 'purchase_cancelled', voucherId: sql`voucher_id`, orderId: sql`order_id` },
        sql`from noticed`,
      )}`,
    withdrawn: cancelEmails(
      sql`about in (select coalesce(voucher_id, order_id) from cancellation where id = ${id}) and ${NOT_TRUE_ANY_MORE}`,
      now,
    ),
    told: enqueueVoucherEnded(voucher, now),
    acknowledged: acknowledge('cancelled', sql`cancellation.id = ${id}`, now),
    noticeToClinic: enqueueEmail(
      {
        key: sql`'cancelled-notice:' || orders.id`,
        template: 'cancellation-notice',
        recipient: clinic.email,
        data: {
          pence: sql`orders.amount_pence`,
          ...boughtBy(sql`payment.id`),
          reference: sql`payment.stripe_payment_intent_id`,
          isAtCounter: sql`${STAGE} = 'at_counter'`,
          goodsBy: GOODS_BY,
        },
        at: now,
      },
      sql`${FROM_CANCELLATION} where cancellation.id = ${id} and ${STAGE} in ('at_counter', 'goods')`,
    ),
  }
}
