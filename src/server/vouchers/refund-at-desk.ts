import { sql } from 'kysely'
import type { Pence } from '#contract/money.ts'
import { recordActivity } from '#server/activity/record-activity.ts'
import type { Statement } from '#server/db/db.ts'

interface DeskRefund {
  voucherId: string
  /** The amount that the owner confirmed; any amount if absent. Ignored for complimentary vouchers. */
  expectedPence: Pence | undefined
  actor: string
  isFirst: ReturnType<typeof sql<boolean>>
}

/**
 * Ends a voucher that was not bought online. Records the refund of one paid at the desk, whose money the clinic
 * returns by hand; voids a complimentary one.
 */
export const refundAtDesk = (
  { voucherId, expectedPence, actor, isFirst }: DeskRefund,
  entryId: string,
  now: Date,
): Statement => sql`
  with before as (
    select id, balance_pence, paid_by = 'complimentary' as given from gift_voucher
    where id = ${voucherId} and payment_id is null and status = 'active' and expires_at > ${now} and ${isFirst}
      and (paid_by = 'complimentary' or coalesce(${expectedPence ?? null}::int, balance_pence) = balance_pence)
  ),
  voucher as (
    update gift_voucher set balance_pence = 0, status = case when given then 'void' else 'refunded' end
    from before where gift_voucher.id = before.id
  ),
  entry as (
    insert into voucher_entry (id, voucher_id, kind, pence, balance_after, actor, description, created_at)
    select ${entryId}, id, case when given then 'adjust' else 'refund' end, -balance_pence, 0, ${actor},
      case when given then 'Cancelled: nothing had been paid for it' else 'Paid back at the clinic' end, ${now}
    from before
  )
  ${recordActivity(
    {
      at: now,
      actor,
      action: sql<
        'voucher_voided' | 'voucher_refunded'
      >`case when given then 'voucher_voided' else 'voucher_refunded' end`,
      voucherId: sql`id`,
      before: { pence: sql`balance_pence` },
      after: { pence: 0 },
    },
    sql`from before`,
  )}`
