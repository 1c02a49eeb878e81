-- What an email is about: a voucher, order, payment, refund or enquiry. Read from its key, so that emails of the version
-- before have it, too. Rewrites `outbox`, which stays locked for about 10 s at a million emails.
alter table outbox add column about uuid generated always as (
  case when split_part(key, ':', 2) ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then split_part(key, ':', 2)::uuid end
) stored;
create index outbox_of on outbox (about, created_at desc) where about is not null;
drop index outbox_about;
drop index outbox_gift_of_voucher;

-- Emails about a voucher read it when they leave, those of the version before as well. Until its functions are gone, one of
-- theirs may say what was true when it was enqueued.
drop trigger follow_holder_emails on gift_voucher;
drop function follow_holder_emails;
drop trigger follow_voucher on gift_voucher;
drop function follow_voucher;
-- What waited for a voucher to be usable again. Without the code, which is read when it leaves, the functions of the version
-- before cannot send it.
update outbox set withdrawn_at = null, due_at = greatest(due_at, now()), data = coalesce(data, '{}') - 'voucherCode'
from gift_voucher voucher
where voucher.id = about and template in ('voucher-gift', 'voucher-copy') and sent_at is null and withdrawn_at is not null
  and unanswered_at is null and claimed_until is null
  and voucher.status in ('spent', 'refunding', 'refunded', 'disputed', 'expired');
-- The last day of the voucher decides when they leave, also one that is moved.
update outbox set send_before = null where template = 'voucher-gift' and sent_at is null and send_before is not null;
