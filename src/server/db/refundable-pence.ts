import { sql } from 'kysely'
import type { Pence } from '#contract/money.ts'
import { LEFT_PENCE } from '#server/db/left-pence.ts'

/**
 * SQL expression on `voucher` and its `payment`, if it has one: what a refund pays back, which is paid − redeemed − paid
 * back − lost, but no more than the balance. Redemptions use paid money first. What was added without money is never
 * paid out. `heldPence` is what Stripe holds, which may know of more refunds than our books.
 */
export const refundablePence = (
  heldPence: Pence | null = null,
) => sql<Pence>`greatest(0, least(voucher.balance_pence,
  case
    when voucher.paid_by = 'online' then least(${LEFT_PENCE}, ${heldPence}::int)
    when voucher.paid_by in ('cash', 'card') then voucher.original_pence
    else 0
  end + coalesce((
    select sum(entry.pence)::int from voucher_entry entry left join voucher_entry original on original.id = entry.reverses
    where entry.voucher_id = voucher.id and (
      coalesce(original.kind, entry.kind) = 'redeem' or (entry.kind = 'refund' and voucher.payment_id is null)
    )
  ), 0)))`
