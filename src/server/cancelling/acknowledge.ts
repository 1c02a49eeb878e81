import { sql, type RawBuilder } from 'kysely'
import { enqueueEmail } from '#server/email/outbox.ts'
import {
  AMOUNT_PENCE,
  FROM_CANCELLATION,
  GOODS_BY,
  PAY_BY,
  STAGE,
} from '#server/purchases/rules/cancellation-facts.ts'

/**
 * What a buyer is told of, beside refunds: the notice has come; goods that waited at the counter were collected; Stripe could
 * not refund; the whole price is kept; a voucher sold by telephone, which has no refund to tell of, was paid back.
 */
type CancellationEvent = 'cancelled' | 'collected' | 'owed' | 'goods-kept' | 'paid-back'

/**
 * Enqueues what the buyer reads of a cancellation, once for each event and `suffix`. `where`: SQL condition on
 * `FROM_CANCELLATION`.
 */
export const acknowledge = (
  event: CancellationEvent,
  where: RawBuilder<unknown>,
  now: Date,
  { suffix = '', dueAt = now }: { suffix?: string; dueAt?: Date } = {},
) =>
  enqueueEmail(
    {
      key: sql`${event}::text || ':' || coalesce(voucher.id, orders.id) || ${suffix}::text`,
      template: 'purchase-cancelled',
      data: {
        event,
        at: sql`cancellation.recorded_at`,
        sentOn: sql`cancellation.sent_on`,
        byBuyer: sql`cancellation.actor = 'buyer'`,
        stage: STAGE,
        frozenBy: sql`(select min(cause) from freeze_cause where freeze_cause.payment_id = payment.id)`,
        pence: AMOUNT_PENCE,
        payBy: PAY_BY,
        goodsBy: GOODS_BY,
        deductedPence: sql`cancellation.deducted_pence`,
        deductionReason: sql`cancellation.deduction_reason`,
      },
      at: now,
      dueAt: sql`${dueAt}`,
    },
    sql`${FROM_CANCELLATION} where ${where} and coalesce(voucher.buyer_email, orders.email, '') <> ''`,
  )
