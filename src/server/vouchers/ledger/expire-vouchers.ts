import { sql } from 'kysely'
import { recordActivity } from '#server/activity/record-activity.ts'
import type { Services } from '#server/clients/services.ts'
import { insertRows } from '#server/db/insert-rows.ts'

/** Vouchers per run. */
const BATCH_SIZE = 100

/**
 * Records the expiry of vouchers in the ledger; responses show it from midnight on already. Returns the number
 * expired.
 */
export async function expireVouchers({ db, clock }: Pick<Services, 'db' | 'clock'>): Promise<number> {
  const now = clock.now()
  const expired = await db.run(sql<{ id: string }>`
    with lapsed as (
      select id, balance_pence, expires_at from gift_voucher where status = 'active' and expires_at <= ${now}
      order by expires_at limit ${BATCH_SIZE} for no key update skip locked
    ),
    entries as (${insertRows(
      'voucherEntry',
      {
        id: sql`gen_random_uuid()`,
        voucherId: sql`id`,
        kind: 'expire',
        pence: sql`-balance_pence`,
        balanceAfter: 0,
        actor: 'system',
        description: 'Expired',
        // On its last day, unless something was restored since.
        happenedAt: sql`greatest(expires_at - interval '1 millisecond', (
          select max(effective_at) from voucher_entry earlier where earlier.voucher_id = lapsed.id
        ))`,
        createdAt: now,
      },
      sql`from lapsed`,
    )}),
    activity_entry as (${recordActivity(
      {
        at: now,
        actor: 'system',
        action: 'voucher_expired',
        voucherId: sql`id`,
        before: { pence: sql`balance_pence` },
      },
      sql`from lapsed`,
    )})
    update gift_voucher set status = 'expired', balance_pence = 0 from lapsed
    where gift_voucher.id = lapsed.id returning gift_voucher.id`)
  return expired.length
}
