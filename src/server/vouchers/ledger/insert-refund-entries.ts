import { sql, type RawBuilder } from 'kysely'
import { insertRows } from '#server/db/insert-rows.ts'

/**
 * Inserts the entries of a refund that empties a voucher: what is refunded, and the rest of the balance, which is cancelled.
 * `share`: SQL query of `voucher_id`, `refunded` and `cancelled` (pence).
 */
export const insertRefundEntries = (
  share: RawBuilder<unknown>,
  { refundId, actor }: { refundId: string; actor: string },
  now: Date,
) =>
  insertRows(
    'voucherEntry',
    {
      id: sql`gen_random_uuid()`,
      voucherId: sql`share.voucher_id`,
      kind: sql`entry.kind`,
      pence: sql`-entry.pence`,
      balanceAfter: sql`entry.balance_after`,
      actor,
      description: sql`entry.description`,
      refundId: sql`${refundId}::uuid`,
      createdAt: sql`${now}::timestamptz`,
    },
    sql`
      from (${share}) share cross join lateral (values
        ('refund', refunded, cancelled, 'Refunded'),
        ('adjust', cancelled, 0, 'Cancelled when the payment was refunded')
      ) entry (kind, pence, balance_after, description)
      where entry.pence > 0`,
  )
