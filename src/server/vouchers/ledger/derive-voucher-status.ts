import { sql } from 'kysely'
import type { Statement } from '#server/db/db.ts'

/**
 * SQL expression: `spent` or `expired`, from the last entry of an empty voucher; null if a refund emptied it, or if
 * it has a balance. A voucher emptied by a dispute but not refunded in full counts as spent.
 */
export const EMPTIED_BY = sql`(
  select case
      when voucher.balance_pence > 0 or last.refund_id is not null or (last.kind = 'refund' and last.dispute_id is null) then null
      when last.kind = 'expire' then 'expired'
      else 'spent'
    end
  from voucher_entry last where last.voucher_id = voucher.id order by last.position desc limit 1
)`

/**
 * Derives the status of a voucher bought online from its balance; for a disputed voucher, the status that it returns
 * to. Runs in a batch after the statements that change what disputes took from it.
 */
export const deriveVoucherStatus = (voucher: Statement<{ id: string }>): Statement => sql`
  with books as (
    select voucher.id, coalesce(voucher.disputed_from, voucher.status) as status, balance_pence > 0 as has_balance, ${EMPTIED_BY} as emptied_by,
      refunds.pence + payment.lost_pence >= payment.amount_pence as is_returned, refunds.are_open
    from gift_voucher voucher join payment on payment.id = voucher.payment_id
      cross join lateral (
        select coalesce(sum(pence), 0) as pence, coalesce(bool_or(settled_at is null), false) as are_open
        from refund where refund.payment_id = payment.id and state <> 'failed'
      ) refunds
    where voucher.id in (${voucher})
  ),
  followed as (
    select id, case
        when has_balance and status in ('refunding', 'refunded', 'spent', 'expired') then 'active'
        when has_balance then status
        when is_returned and status in ('active', 'spent', 'expired', 'refunding') then case when are_open then 'refunding' else 'refunded' end
        when is_returned then status
        when status = 'active' then 'spent'
        when status in ('refunding', 'refunded') then coalesce(emptied_by, status)
        else status
      end as status
    from books
  )
  update gift_voucher voucher
  set status = case when voucher.status = 'disputed' then voucher.status else followed.status end,
    disputed_from = case when voucher.status = 'disputed' then followed.status end
  from followed where voucher.id = followed.id`
