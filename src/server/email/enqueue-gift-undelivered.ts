import { sql, type RawBuilder } from 'kysely'
import { enqueueEmail } from '#server/email/outbox.ts'
import { isUsable } from '#server/vouchers/rules/voucher-facts.ts'

/**
 * Tells the buyer of an online voucher that the email with it did not arrive, unless another one has. `emails`: a table of
 * rows of the outbox with `code`, that in the email, and `reason`.
 */
export const enqueueGiftUndelivered = (emails: RawBuilder<unknown>, now: Date, suffix = '') =>
  enqueueEmail(
    {
      key: sql`'voucher:' || voucher.id || ':gift-undelivered:' || email.id || ${suffix}::text`,
      template: 'gift-undelivered',
      data: { recipientEmail: sql`voucher.recipient_email`, reason: sql`email.reason` },
      at: now,
    },
    sql`
      from ${emails} email join gift_voucher voucher
        on voucher.id = email.about and email.template = 'voucher-gift'
      where email.recipient = voucher.recipient_email and email.code = voucher.code
        and ${isUsable(now)} and voucher.payment_id is not null and voucher.buyer_email <> ''
        and not exists (
          select from outbox other
          where other.template = 'voucher-gift' and other.about = voucher.id and other.id not in (select id from ${emails} returned)
            and other.recipient in (voucher.recipient_email, '') and other.accepted_at is not null and other.bounced_at is null
            -- Of one whose text is no longer kept: the code has not been replaced since.
            and coalesce(other.data ->> 'voucherCode' = voucher.code, not exists (
              select from retired_code where voucher_id = voucher.id and retired_at >= other.created_at)))`,
  )
