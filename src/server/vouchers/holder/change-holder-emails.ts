import type { ExpressionBuilder } from 'kysely'
import type { Body } from '#contract/base/endpoint.ts'
import type { VoucherDetail } from '#contract/vouchers/admin-vouchers.ts'
import type { changeHolderEmailsEndpoint } from '#contract/vouchers/voucher-changes.ts'
import { recordActivity } from '#server/activity/record-activity.ts'
import type { Services } from '#server/clients/services.ts'
import type { DB } from '#server/db/database.types.ts'
import { query } from '#server/db/db.ts'
import { readDetail, selectDetail } from '#server/vouchers/desk/voucher-detail.ts'
import type { VoucherChange } from '#server/vouchers/ledger/change-balance.ts'
import { lockVoucher } from '#server/vouchers/ledger/lock-voucher.ts'

/** Changes which emails the holder gets from now on. An email that waits and is not wanted any more does not leave. */
export async function changeHolderEmails(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  { voucherId, actor }: VoucherChange,
  { tellHolder, reminders }: Body<typeof changeHolderEmailsEndpoint>,
): Promise<VoucherDetail> {
  const now = clock.now()
  const wanted = (voucher: ExpressionBuilder<DB, 'giftVoucher'>) => ({
    tellHolder: tellHolder ?? voucher.ref('tellHolder'),
    reminders: reminders ?? voucher.ref('reminders'),
  })
  const results = await db.batch({
    lock: lockVoucher(voucherId),
    changed: recordActivity(
      (changed) => ({
        at: now,
        actor,
        action: 'holder_emails_changed',
        voucherId: changed.ref('id'),
        after: { tellHolder: changed.ref('tellHolder'), reminders: changed.ref('reminders') },
      }),
      query
        .updateTable('giftVoucher')
        .set(wanted)
        .where('id', '=', voucherId)
        .where((present) => present.not(present.and(wanted(present))))
        .returning(['id', 'tellHolder', 'reminders']),
    ),
    ...selectDetail(voucherId, now),
  })
  return readDetail(results)
}
