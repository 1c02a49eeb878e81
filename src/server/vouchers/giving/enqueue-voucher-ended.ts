import { sql } from 'kysely'
import type { Statement } from '#server/db/db.ts'
import { enqueueEmail } from '#server/email/outbox.ts'
import { IS_GIFT_EMAIL } from '#server/vouchers/giving/gift-email.ts'

/**
 * The email with which the voucher left to its recipient, or may have left, and did not come back. Retention blanks addresses. One
 * that is claimed may have left once it has its code.
 */
const LEFT_EMAIL = sql`
  select outbox.id from outbox
  where ${IS_GIFT_EMAIL} and voucher.recipient_email <> '' and outbox.recipient in (voucher.recipient_email, '')
    and (outbox.sent_at is not null or outbox.claimed_until is not null and outbox.data ? 'voucherCode') and outbox.bounced_at is null
  order by outbox.created_at desc limit 1`

/** SQL condition: the recipient has the voucher by email. */
export const RECIPIENT_HAS_IT = sql`exists (${LEFT_EMAIL})`

/**
 * Enqueues an email to the recipient of each voucher that is refunded, void or cancelled, if they have it by email. Once for
 * each time that it was emailed, so a voucher that is restored and sent again can end again.
 */
export const enqueueVoucherEnded = (vouchers: Statement<{ id: string }>, now: Date): Statement =>
  enqueueEmail(
    {
      key: sql`'voucher:' || voucher.id || ':voucher-ended:' || emailed.id`,
      template: 'voucher-ended',
      recipient: sql`voucher.recipient_email`,
      data: { buyerName: sql`voucher.buyer_name`, recipientName: sql`voucher.recipient_name` },
      at: now,
    },
    sql`
      from gift_voucher voucher cross join lateral (${LEFT_EMAIL}) emailed
      where voucher.id in (${vouchers}) and (voucher.status in ('refunded', 'void')
        or voucher.status = 'refunding' and exists (select from cancellation where cancellation.voucher_id = voucher.id))`,
  )
