import { sql } from 'kysely'
import type { Pence } from '#contract/money.ts'
import { recordActivity } from '#server/activity/record-activity.ts'
import type { Statement } from '#server/db/db.ts'
import { refundablePence } from '#server/db/refundable-pence.ts'

interface DeskRefund {
  voucherId: string
  /** The amount that the owner confirmed; any amount if absent. Ignored if nothing was paid here. */
  expectedPence: Pence | undefined
  actor: string
  isFirst: ReturnType<typeof sql<boolean>>
}

/** Ids of the ledger entries. */
interface DeskRefundEntries {
  refundId: string
  cancellationId: string
}

/**
 * Ends a voucher that was not bought online. Records the refund of one paid at the desk, whose money the clinic
 * returns by hand, and cancels the rest of its balance; voids one for which nothing was paid here.
 */
export const refundAtDesk = (
  { voucherId, expectedPence, actor, isFirst }: DeskRefund,
  { refundId, cancellationId }: DeskRefundEntries,
  now: Date,
): Statement => sql`
  with refundable as (
    select voucher.id, balance_pence, paid_by in ('complimentary', 'imported') as given, paid_by = 'imported' as imported, ${refundablePence()} as refunded
    from gift_voucher voucher left join payment on payment.id = voucher.payment_id
    where voucher.id = ${voucherId} and payment_id is null and voucher.status = 'active' and expires_at > ${now} and ${isFirst}
  ),
  before as (
    select * from refundable
    where given or (refunded > 0 and coalesce(${expectedPence ?? null}::int, refunded) = refunded)
  ),
  voucher as (
    update gift_voucher set balance_pence = 0, status = case when given then 'void' else 'refunded' end
    from before where gift_voucher.id = before.id
  ),
  entries as (
    insert into voucher_entry (id, voucher_id, kind, pence, balance_after, actor, description, created_at)
    select ${refundId}::uuid, id, 'refund', -refunded, balance_pence - refunded, ${actor}, 'Paid back at the clinic', ${now}::timestamptz
    from before where refunded > 0
    union all
    select ${cancellationId}::uuid, id, 'adjust', refunded - balance_pence, 0, ${actor},
      case when imported then 'Cancelled; it was sold elsewhere, so nothing was paid back' when given then 'Cancelled because nothing had been paid for it' else 'Cancelled when the payment was refunded' end, ${now}::timestamptz
    from before where balance_pence > refunded
  )
  ${recordActivity(
    {
      at: now,
      actor,
      action: sql<
        'voucher_voided' | 'voucher_refunded'
      >`case when given then 'voucher_voided' else 'voucher_refunded' end`,
      voucherId: sql`id`,
      before: { pence: sql`case when given then balance_pence else refunded end` },
      after: { pence: 0 },
    },
    sql`from before`,
  )}`
