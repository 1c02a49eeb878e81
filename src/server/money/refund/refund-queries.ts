import { sql, type NotNull, type RawBuilder } from 'kysely'
import { recordActivity } from '#server/activity/record-activity.ts'
import { query, type Statement } from '#server/db/db.ts'
import { insertRows } from '#server/db/insert-rows.ts'
import { enqueueEmail } from '#server/email/outbox.ts'
import { boughtBy } from '#server/money/rules/bought-by.ts'
import { LEFT_PENCE, refundedPence } from '#server/money/rules/refundable-pence.ts'
import { paymentOf } from '#server/money/settle/our-intents.ts'
import { FROM_CANCELLATION, PAY_FAILED_BY } from '#server/purchases/rules/cancellation-facts.ts'
import { RECIPIENT_HAS_IT } from '#server/vouchers/giving/enqueue-voucher-ended.ts'
import { IS_CAP } from '#server/vouchers/ledger/cap-balance.ts'
import { EMPTIED_BY } from '#server/vouchers/ledger/derive-voucher-status.ts'
import { reversalCtes } from '#server/vouchers/ledger/reversal.ts'

export interface RefundRow {
  id: string
  pence: number
  intentId: string
  /** Null until Stripe has accepted the refund. */
  stripeRefundId: string | null
}

/** A refund as Stripe knows it. */
export interface StripeRefund {
  intentId: string
  stripeRefundId: string
  pence: number
  /** Our id, from the refund's metadata; undefined for external refunds. */
  refundId: string | undefined
}

/** Stores Stripe's id of one of our refunds. */
export const linkRefund = ({ intentId, refundId, stripeRefundId }: StripeRefund) =>
  query
    .updateTable('refund')
    .set({ stripeRefundId, state: 'pending' })
    .where('id', '=', sql<string>`${refundId ?? null}`)
    .where('paymentId', '=', paymentOf(intentId))
    .where('state', '=', 'due')

/**
 * Inserts a refund that was made at Stripe, and deducts it from the voucher's balance as far as that suffices. A
 * voucher without a balance becomes `refunding` if its payment is refunded in full. Does nothing for a known refund.
 *
 * Locks: none, the batch holds them. Writes: `refund`, `voucher_entry`, `gift_voucher`. Emits: `activity`.
 */
export function recordExternalRefund(refund: StripeRefund, now: Date): Statement {
  return sql`
    with adopted as (${insertRows(
      'refund',
      {
        id: sql`gen_random_uuid()`,
        paymentId: sql`id`,
        stripeRefundId: refund.stripeRefundId,
        pence: refund.pence,
        cause: 'dashboard',
        state: 'pending',
        createdAt: now,
      },
      sql`
        from payment
        where stripe_payment_intent_id = ${refund.intentId}
          and not exists (select from refund where id = ${refund.refundId ?? null}::uuid and payment_id = payment.id)`,
    )
      .onConflict((conflict) => conflict.column('stripeRefundId').doNothing())
      .returning(['id', 'paymentId', 'pence'])}),

    taken as (${insertRows(
      'voucherEntry',
      {
        id: sql`gen_random_uuid()`,
        voucherId: sql`voucher.id`,
        kind: 'refund',
        pence: sql`-least(adopted.pence, voucher.balance_pence)`,
        balanceAfter: sql`voucher.balance_pence - least(adopted.pence, voucher.balance_pence)`,
        actor: 'stripe',
        description: 'Refunded at Stripe',
        refundId: sql`adopted.id`,
        createdAt: now,
      },
      sql`from adopted join gift_voucher voucher using (payment_id) where voucher.balance_pence > 0`,
    ).returning(['voucherId', 'pence', 'balanceAfter'])}),

    reduced as (
      update gift_voucher voucher
      set balance_pence = taken.balance_after,
        status = case when taken.balance_after = 0 and voucher.status = 'active' then 'refunding' else voucher.status end,
        disputed_from = case when taken.balance_after = 0 and disputed_from = 'active' then 'refunding' else disputed_from end
      from taken where voucher.id = taken.voucher_id
    ),

    ended as (
      update gift_voucher voucher
      set status = case when voucher.status in ('spent', 'expired') then 'refunding' else voucher.status end,
        disputed_from = case when voucher.disputed_from in ('spent', 'expired') then 'refunding' else voucher.disputed_from end
      from adopted join payment on payment.id = adopted.payment_id
      where voucher.payment_id = payment.id and voucher.balance_pence = 0
        and ${LEFT_PENCE} <= adopted.pence
    )

    ${recordActivity(
      {
        at: now,
        actor: 'stripe',
        action: 'refund_made_at_stripe',
        paymentId: sql`adopted.payment_id`,
        voucherId: sql`taken.voucher_id`,
        orderId: sql`orders.id`,
        after: { pence: sql`adopted.pence`, taken: sql`coalesce(-taken.pence, 0)` },
      },
      sql`from adopted left join taken on true left join orders using (payment_id)`,
    )}`
}

/**
 * Records that a refund (SQL condition `which`) has succeeded: sets the final status of an empty voucher, and enqueues an email to its buyer unless
 * erased.
 *
 * Locks: none, the batch holds them. Writes: `refund`, `gift_voucher`. Emits: `outbox`, `activity`.
 */
export function confirmRefund(which: RawBuilder<unknown>, now: Date, actor = 'stripe'): Statement {
  return sql`
    with done as (
      update refund set state = 'succeeded', settled_at = ${now}
      where ${which} and settled_at is null
      returning id, payment_id, pence, cause
    ),

    voucher as (
      update gift_voucher set status = case when status = 'refunding' and balance_pence = 0 then 'refunded' else status end,
        disputed_from = case when disputed_from = 'refunding' and balance_pence = 0 then 'refunded' else disputed_from end
      from done where gift_voucher.payment_id = done.payment_id
      returning gift_voucher.id, status, coalesce(disputed_from, status) not in ('active', 'spent') as has_ended, original_pence, buyer_email, recipient_email, done.id as refund_id
    ),

    cancelled as (
      select coalesce(-sum(pence), 0) as pence from voucher_entry where kind = 'adjust' and refund_id in (select id from done)
    ),

    email as (${enqueueEmail(
      {
        key: sql`'refund:' || done.id`,
        template: sql<'voucher-refunded' | 'voucher-part-refunded'>`
          case when voucher.has_ended then 'voucher-refunded' else 'voucher-part-refunded' end`,
        data: {
          pence: sql`done.pence`,
          cancelledPence: sql`cancelled.pence`,
          balancePence: sql`voucher.original_pence - ${refundedPence('payment.id')}`,
          byHand: sql`done.cause = 'by_hand'`,
          // Of a frozen voucher the recipient is told when it is unfrozen.
          recipientTold: sql`(voucher.status = 'refunded' and ${RECIPIENT_HAS_IT})`,
        },
        at: now,
      },
      sql`
        from done join voucher on voucher.refund_id = done.id join payment on payment.id = done.payment_id, cancelled
        where voucher.buyer_email <> ''`,
    )})

    ${recordActivity(
      {
        at: now,
        actor,
        action: 'refund_succeeded',
        paymentId: sql`done.payment_id`,
        voucherId: sql`voucher.id`,
        orderId: sql`orders.id`,
        after: { pence: sql`done.pence` },
      },
      sql`
        from done left join voucher on voucher.refund_id = done.id
          left join orders on orders.payment_id = done.payment_id`,
    )}`
}

/** Enqueues an email to the buyer of an order, unless erased, once for each refund that has succeeded. */
export const enqueueOrderRefundedEmail = (which: RawBuilder<unknown>, now: Date): Statement =>
  enqueueEmail(
    {
      key: sql`'refund:' || refund.id`,
      template: 'order-refunded',
      data: {
        pence: sql`refund.pence`,
        refundedPence: sql`(
          select sum(pence) from refund made where made.payment_id = payment.id and made.state = 'succeeded'
        )`,
        lostPence: sql`payment.lost_pence`,
        byHand: sql`refund.cause = 'by_hand'`,
      },
      at: now,
    },
    sql`
      from refund join payment on payment.id = refund.payment_id join orders on orders.payment_id = payment.id
      where ${which} and refund.state = 'succeeded' and orders.email <> ''`,
  )

/** Statuses of an empty voucher. Restoring money to an expired voucher makes it expire again in the next run. */
const EMPTY_STATUSES = sql`'refunding', 'refunded', 'spent', 'expired'`

/**
 * Records that a refund (SQL condition `which`) has failed: reverses its entries on the voucher, and enqueues an email to the clinic,
 * unless it was to pay it in another way and need not any more. Runs before `capBalance`.
 *
 * Locks: none, the batch holds them. Writes: `refund`, `voucher_entry`, `gift_voucher`. Emits: `outbox`, `activity`.
 */
export function reverseRefund(which: RawBuilder<unknown>, clinicEmail: string, now: Date): Statement {
  return sql`
    with failed as (
      update refund set state = 'failed', settled_at = ${now} where ${which} and state <> 'failed'
      returning id, payment_id, pence, cause, created_at
    ),

    ${reversalCtes({
      entries: sql`
        from failed join gift_voucher bought on bought.payment_id = failed.payment_id
          join voucher_entry entry on entry.voucher_id = bought.id and (entry.refund_id = failed.id or ${IS_CAP})`,
      description: 'The refund failed',
      now,
    })},

    restored as (
      update gift_voucher voucher
      set balance_pence = last.balance,
        status = case when voucher.status in (${EMPTY_STATUSES}) then 'active' else voucher.status end,
        disputed_from = case when voucher.disputed_from in (${EMPTY_STATUSES}) then 'active' else voucher.disputed_from end
      from (select voucher_id, max(balance_after) as balance from reversed group by voucher_id) last
      where voucher.id = last.voucher_id
      returning voucher.id
    ),

    emptied as (
      update gift_voucher voucher
      set status = case when voucher.status in ('refunding', 'refunded') then ${EMPTIED_BY} else voucher.status end,
        disputed_from = case when voucher.disputed_from in ('refunding', 'refunded') then ${EMPTIED_BY} else voucher.disputed_from end
      from failed
      where voucher.payment_id = failed.payment_id and not exists (select from taken) and (${EMPTIED_BY}) is not null
    ),

    email as (${enqueueEmail(
      {
        key: sql`'refund-failed:' || failed.id`,
        template: 'refund-failed',
        recipient: clinicEmail,
        data: {
          pence: sql`failed.pence`,
          ...boughtBy(sql`payment.id`),
          reference: sql`payment.stripe_payment_intent_id`,
          // What is left does not count the failed refund yet.
          isPaidBack: sql`(${LEFT_PENCE} + failed.pence <= 0)`,
          isCancelled: sql`exists (select ${FROM_CANCELLATION} where payment.id = failed.payment_id)`,
          payBy: PAY_FAILED_BY,
        },
        at: now,
      },
      sql`from failed join payment on payment.id = failed.payment_id where cause <> 'by_hand'`,
    )})

    ${recordActivity(
      {
        at: now,
        actor: 'stripe',
        action: 'refund_failed',
        paymentId: sql`failed.payment_id`,
        voucherId: sql`restored.id`,
        orderId: sql`orders.id`,
        after: { pence: sql`failed.pence` },
      },
      sql`from failed left join restored on true left join orders using (payment_id) where cause <> 'by_hand'`,
    )}`
}

export const selectRefundState = (refundId: string) =>
  query.selectFrom('refund').select('state').where('id', '=', refundId)

/** Returns the refund if it still has to be requested from Stripe. */
export const selectDue = (refundId: string) =>
  query.selectFrom('refund').select('id').where('id', '=', refundId).where('state', '=', 'due')

/** Returns refunds that Stripe has to make or to finish, oldest first. */
export const selectOpenRefunds = (limit: number): Statement<RefundRow> =>
  query
    .selectFrom('refund')
    .innerJoin('payment', 'payment.id', 'refund.paymentId')
    .select([
      'refund.id',
      'refund.pence',
      'refund.stripeRefundId',
      'payment.stripePaymentIntentId as intentId',
    ])
    .$narrowType<{ intentId: NotNull }>()
    .where('refund.settledAt', 'is', null)
    .where('refund.cause', '<>', 'by_hand')
    .orderBy('refund.createdAt')
    .limit(limit)
