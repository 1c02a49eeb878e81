import { sql, type Expression } from 'kysely'
import type { Statement } from '#server/db/db.ts'
import { insertRows } from '#server/db/insert-rows.ts'
import { LEFT_PENCE } from '#server/money/rules/refundable-pence.ts'

const CAPPED = 'Already refunded or lost at Stripe'

/**
 * SQL condition: `capBalance` wrote the `entry`. A change of a refund or dispute reverses these entries too and caps
 * again, because one entry may cover several refunds and disputes.
 */
export const IS_CAP = sql<boolean>`(entry.kind = 'refund' and entry.description = ${CAPPED})`

/**
 * Reduces the balance of a voucher to its backing (view `voucher_backing`): the excess was refunded or lost after the
 * voucher had been redeemed. Runs in a batch after the statement that restores a balance. The entry refers to the
 * latest refund, else to `lostDispute`, else to the latest dispute that our books call lost.
 */
export function capBalance(vouchers: Expression<unknown>, now: Date, lostDispute?: string): Statement {
  return sql`
    with over as (
      select voucher.id, backing.payment_id, balance_pence - greatest(0, backing.pence) as excess, greatest(0, backing.pence) as rest
      from gift_voucher voucher join voucher_backing backing on backing.voucher_id = voucher.id
      where voucher.id in ${vouchers} and balance_pence > greatest(0, backing.pence)
    ),
    entry as (${insertRows(
      'voucherEntry',
      {
        id: sql`gen_random_uuid()`,
        voucherId: sql`over.id`,
        kind: 'refund',
        pence: sql`-excess`,
        balanceAfter: sql`rest`,
        actor: 'stripe',
        description: CAPPED,
        refundId: sql`refund.id`,
        disputeId: sql`
          case when refund.id is null then coalesce(${lostDispute ?? null}::text, (
            select dispute.id from dispute where dispute.payment_id = over.payment_id and lost_pence > 0 order by decided_at desc limit 1
          )) end`,
        createdAt: now,
      },
      sql`
        from over left join lateral (
          select id from refund where refund.payment_id = over.payment_id and state <> 'failed' order by created_at desc limit 1
        ) refund on true`,
    )}),
    ended as (
      select over.id, over.rest, case when rest > 0 then null
          when ${LEFT_PENCE} <= 0 then 'refunded'
          else 'spent'
        end as status
      from over join payment on payment.id = over.payment_id
    )
    update gift_voucher voucher
    set balance_pence = ended.rest,
      status = case when voucher.status = 'disputed' then voucher.status else coalesce(ended.status, voucher.status) end,
      disputed_from = case when voucher.status = 'disputed' then coalesce(ended.status, voucher.disputed_from) end
    from ended where voucher.id = ended.id`
}
