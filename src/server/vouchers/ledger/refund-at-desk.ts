import { sql } from 'kysely'
import type { Pence } from '#contract/base/money.ts'
import { recordActivity } from '#server/activity/record-activity.ts'
import type { Statement } from '#server/db/db.ts'
import { insertRows } from '#server/db/insert-rows.ts'
import { refundablePence } from '#server/money/rules/refundable-pence.ts'
import { isRefundable } from '#server/vouchers/rules/voucher-facts.ts'

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
    where voucher.id = ${voucherId} and payment_id is null and ${isRefundable(now)} and ${isFirst}
  ),
  before as (
    select * from refundable
    where given or (refunded > 0 and coalesce(${expectedPence ?? null}::int, refunded) = refunded)
  ),
  voucher as (
    update gift_voucher set balance_pence = 0, status = case when given then 'void' else 'refunded' end
    from before where gift_voucher.id = before.id
  ),
  entries as (${insertRows(
    'voucherEntry',
    {
      id: sql`entry.id`,
      voucherId: sql`before.id`,
      kind: sql`kind`,
      pence: sql`-pence`,
      balanceAfter: sql`balance_after`,
      actor,
      description: sql`description`,
      createdAt: sql`${now}::timestamptz`,
    },
    sql`
      from before cross join lateral (values
        (${refundId}::uuid, 'refund', refunded, balance_pence - refunded, 'Paid back at the clinic'),
        (${cancellationId}::uuid, 'adjust', balance_pence - refunded, 0, case
          when imported then 'Cancelled; it was sold elsewhere, so nothing was paid back'
          when given then 'Cancelled because nothing had been paid for it'
          else 'Cancelled when the payment was refunded' end)
      ) entry (id, kind, pence, balance_after, description)
      where pence > 0`,
  )})
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
