import { sql, type RawBuilder } from 'kysely'
import { insertRows } from '#server/db/insert-rows.ts'

/**
 * Inserts the entries of a refund of a voucher: what is refunded, and what of the balance is cancelled. `share`: SQL query of
 * `voucher_id`, `refunded`, `cancelled` and `rest`, which stays on the voucher (pence).
 */
export const insertRefundEntries = (
  share: RawBuilder<unknown>,
  { refundId, actor }: { refundId: string | RawBuilder<unknown>; actor: string },
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
      refundId: typeof refundId === 'string' ? sql`${refundId}::uuid` : refundId,
      createdAt: sql`${now}::timestamptz`,
    },
    sql`
      from (${share}) share cross join lateral (values
        ('refund', refunded, cancelled + rest, 'Refunded'),
        ('adjust', cancelled, rest, 'Cancelled when the payment was refunded')
      ) entry (kind, pence, balance_after, description)
      where entry.pence > 0`,
  )
