import { sql } from 'kysely'
import type { VoucherDetail } from '#contract/admin-vouchers.ts'
import { recordActivity } from '#server/activity/record-activity.ts'
import type { Services } from '#server/clients/services.ts'
import { countRequest, requireWithinLimit, type RateLimitResult } from '#server/db/rate-limit.ts'
import { DomainError } from '#server/domain-error.ts'
import { enqueueEmail } from '#server/email/outbox.ts'
import type { VoucherChange } from '#server/vouchers/change-balance.ts'
import { voucherEmailData } from '#server/vouchers/issue-voucher.ts'
import { readDetail, selectDetail } from '#server/vouchers/voucher-detail.ts'
import { lockVoucher } from '#server/vouchers/voucher-rows.ts'

const RESEND_RATE_LIMIT = { kind: 'resend', limit: 5, windowMinutes: 60 }

/**
 * Emails an active voucher to its recipient again, to the corrected address if there is one. An email that is still
 * unsent leaves now instead of a second one. A voucher that went to the buyer goes there again, unless an address is
 * given.
 */
export async function resendVoucher(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  { voucherId, actor }: VoucherChange,
  recipientEmail: string | undefined,
): Promise<VoucherDetail> {
  const now = clock.now()
  const results = await db.batch({
    lock: lockVoucher(voucherId),
    sent: sql<RateLimitResult>`
      with throttled as (${countRequest({ ...RESEND_RATE_LIMIT, key: voucherId }, now)}),
      voucher as (
        update gift_voucher set recipient_email = coalesce(${recipientEmail ?? null}, recipient_email), send_on = null,
          deliver_to = case when ${recipientEmail ?? null}::text is null then deliver_to else 'recipient' end
        from throttled
        where admitted and gift_voucher.id = ${voucherId} and status = 'active' and expires_at > ${now}
        returning gift_voucher.*
      ),
      unsent as (
        update outbox set due_at = ${now}, failed_at = null, last_error = null, attempts = 0
        from voucher where outbox.key = 'voucher:' || voucher.id || ':voucher-gift' and outbox.sent_at is null
        returning outbox.id
      ),
      email as (${enqueueEmail(
        {
          key: sql`${`voucher:${voucherId}:voucher-gift:`} || gen_random_uuid()`,
          template: 'voucher-gift',
          recipient: sql`coalesce(recipient_email, buyer_email)`,
          data: voucherEmailData,
          at: now,
          sendBefore: sql`voucher.expires_at`,
        },
        sql`
          from voucher left join payment on payment.id = voucher.payment_id
          where not exists (select from unsent) and coalesce(recipient_email, buyer_email) <> ''`,
      )}),
      activity_entry as (${recordActivity(
        {
          at: now,
          actor,
          action: 'voucher_resent',
          voucherId: sql`id`,
          after: { corrected: recipientEmail !== undefined },
        },
        sql`from voucher`,
      )})
      select * from throttled`,
    ...selectDetail(voucherId, now),
  })
  const detail = readDetail(results)
  requireWithinLimit(results.sent[0], now)
  if (detail.voucher.status !== 'active') {
    throw new DomainError('not_active', 'Only an active voucher can be emailed.')
  }
  return detail
}
