import { sql, type RawBuilder } from 'kysely'
import { recordActivity } from '#server/activity/record-activity.ts'
import type { Statement } from '#server/db/db.ts'
import { insertRows } from '#server/db/insert-rows.ts'
import { failsByHand, FROM_CANCELLATION, TO_PAY_PENCE } from '#server/purchases/rules/cancellation-facts.ts'
import { insertRefundEntries } from '#server/vouchers/ledger/insert-refund-entries.ts'

/**
 * Records that the clinic owes a refund that has just failed (SQL condition `which`) of a cancelled purchase in another way, and empties the voucher
 * again. Runs in a batch that has locked them, after the refund is reversed.
 *
 * Locks: none, the batch holds them. Writes: `refund`, `voucher_entry`, `gift_voucher`. Emits: `activity`.
 */
export function oweByHand(which: RawBuilder<unknown>, now: Date): Statement {
  return sql`
    with owed as (
      select payment.id as payment_id, voucher.id as voucher_id, orders.id as order_id, voucher.balance_pence,
        -- Of a voucher, which is emptied below, all that is left: another refund of it may have failed before.
        case when voucher.id is null then least(refund.pence, ${TO_PAY_PENCE}) else ${TO_PAY_PENCE} end as pence
      ${FROM_CANCELLATION} join refund on refund.payment_id = payment.id
      where ${which} and refund.state = 'failed' and ${failsByHand('refund')}
        -- Not again whenever Stripe repeats it.
        and refund.settled_at = ${now}
    ),
    due as (${insertRows(
      'refund',
      {
        id: sql`gen_random_uuid()`,
        paymentId: sql`payment_id`,
        pence: sql`pence`,
        cause: 'by_hand',
        state: 'due',
        createdAt: now,
      },
      sql`from owed where pence > 0`,
    ).returning(['id', 'pence'])}),
    emptied as (
      update gift_voucher voucher set balance_pence = 0 from owed, due where voucher.id = owed.voucher_id
    ),
    entries as (${insertRefundEntries(
      sql`select voucher_id, due.pence as refunded, balance_pence - due.pence as cancelled, 0 as rest from owed, due where voucher_id is not null`,
      { refundId: sql`(select id from due)`, actor: 'system' },
      now,
    )})
    ${recordActivity(
      {
        at: now,
        actor: 'system',
        action: 'refund_owed_by_hand',
        paymentId: sql`payment_id`,
        voucherId: sql`voucher_id`,
        orderId: sql`order_id`,
        after: { pence: sql`due.pence` },
      },
      sql`from owed, due`,
    )}`
}
