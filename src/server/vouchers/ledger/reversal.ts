import { sql, type RawBuilder } from 'kysely'
import { insertRows } from '#server/db/insert-rows.ts'

interface Reversal {
  /** A `from` clause whose `entry` are the entries of a refund or dispute. */
  entries: RawBuilder<unknown>
  description: string
  now: Date
}

/**
 * Two CTEs. `taken` are the entries that are not reversed yet. `reversed` reverses them and returns voucher and
 * balance of each new entry; the highest balance is the voucher's.
 */
export const reversalCtes = ({ entries, description, now }: Reversal): RawBuilder<unknown> => sql`
  taken as (
    select entry.id, entry.voucher_id, entry.pence, entry.refund_id, entry.dispute_id,
      entry.position,
      voucher.balance_pence - sum(entry.pence) over (order by entry.position desc) as balance_after
    ${entries} join gift_voucher voucher on voucher.id = entry.voucher_id
    where entry.kind <> 'reverse' and not exists (select from voucher_entry earlier where earlier.reverses = entry.id)
  ),
  reversed as (${insertRows(
    'voucherEntry',
    {
      id: sql`gen_random_uuid()`,
      voucherId: sql`voucher_id`,
      kind: 'reverse',
      pence: sql`-pence`,
      balanceAfter: sql`balance_after`,
      actor: 'stripe',
      description,
      reverses: sql`id`,
      refundId: sql`refund_id`,
      disputeId: sql`dispute_id`,
      createdAt: now,
    },
    sql`from taken order by position desc`,
  ).returning(['voucherId', 'balanceAfter'])})`
