import { sql } from 'kysely'
import type { VoucherDetail } from '#contract/admin-vouchers.ts'
import type { Body } from '#contract/endpoint.ts'
import type { changeHolderEmailsEndpoint } from '#contract/voucher-changes.ts'
import { recordActivity } from '#server/activity/record-activity.ts'
import type { Services } from '#server/clients/services.ts'
import type { VoucherChange } from '#server/vouchers/change-balance.ts'
import { lockVoucher } from '#server/vouchers/lock-voucher.ts'
import { readDetail, selectDetail } from '#server/vouchers/voucher-detail.ts'

/** Changes which emails the holder gets from now on. An email that waits and is not wanted any more does not leave. */
export async function changeHolderEmails(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  { voucherId, actor }: VoucherChange,
  { tellHolder, reminders }: Body<typeof changeHolderEmailsEndpoint>,
): Promise<VoucherDetail> {
  const now = clock.now()
  const wanted = sql`(coalesce(${tellHolder ?? null}::boolean, tell_holder), coalesce(${reminders ?? null}::boolean, reminders))`
  const results = await db.batch({
    lock: lockVoucher(voucherId),
    changed: sql`
      with changed as (
        update gift_voucher set (tell_holder, reminders) = ${wanted}
        where id = ${voucherId} and (tell_holder, reminders) <> ${wanted}
        returning id, tell_holder, reminders
      )
      ${recordActivity(
        {
          at: now,
          actor,
          action: 'holder_emails_changed',
          voucherId: sql`id`,
          after: { tellHolder: sql`tell_holder`, reminders: sql`reminders` },
        },
        sql`from changed`,
      )}`,
    ...selectDetail(voucherId, now),
  })
  return readDetail(results)
}
