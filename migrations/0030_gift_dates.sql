-- When a gift email is sent and to whom; and an unsent one follows its voucher, so that the email of a voucher that
-- cannot be used never leaves. Rewrites gift_voucher for the new search text, which locks it as long as 0029 does. The
-- functions of the version before this one issue vouchers that are emailed at once, as before.

alter table gift_voucher
  add column deliver_to text not null default 'recipient' check (deliver_to in ('recipient', 'buyer')),
  add column send_on date,
  alter column recipient_email drop not null,
  -- A voucher for the buyer to print has no recipient's address; '' is one that was erased.
  add check ((deliver_to = 'buyer') = (recipient_email is null)),
  add check (send_on is null or deliver_to = 'recipient'),
  alter column search set expression as (lower(
    recipient_name || chr(10) || coalesce(recipient_email, '') || chr(10) || coalesce(buyer_name, '') || chr(10)
      || coalesce(buyer_email, '') || chr(10) || right(code, 4)));

-- withdrawn_at: must not be sent, unless it is cleared again. send_before: not sent from then on.
alter table outbox add column withdrawn_at timestamptz, add column send_before timestamptz;

drop index outbox_due;
create index outbox_due on outbox (due_at) where sent_at is null and failed_at is null and withdrawn_at is null;
drop index outbox_kept;
create index outbox_kept on outbox (coalesce(sent_at, failed_at, withdrawn_at)) where recipient <> '' or data is not null;
create index outbox_gift on outbox (split_part(key, ':', 2)) where template = 'voucher-gift' and sent_at is null;

-- Refreshes the unsent gift emails of a voucher while it is active, and withdraws them while it is not. Retention and
-- erasure may have emptied the data of an email: it is filled in again, unless a person in it was erased.
create function follow_voucher() returns trigger language plpgsql as $$
declare
  address text := coalesce(new.recipient_email, new.buyer_email);
begin
  if new.status = 'active' and address <> '' and new.buyer_name is distinct from '' then
    update outbox set withdrawn_at = null, send_before = new.expires_at,
      recipient = case
        when recipient = '' or address is distinct from coalesce(old.recipient_email, old.buyer_email) then address else recipient
      end,
      data = coalesce(data, '{}') || jsonb_build_object(
        'number', new.number, 'voucherCode', new.code, 'pence', new.balance_pence, 'buyerName', new.buyer_name,
        'recipientName', new.recipient_name, 'recipientEmail', new.recipient_email, 'personalMessage', new.personal_message,
        'deliverTo', new.deliver_to, 'sendOn', new.send_on, 'paidAt', new.issued_at,
        'lastDay', (new.expires_at at time zone 'Europe/London')::date - 1)
    where template = 'voucher-gift' and sent_at is null and split_part(key, ':', 2) = new.id::text;
  else
    update outbox set withdrawn_at = now()
    where template = 'voucher-gift' and sent_at is null and withdrawn_at is null and split_part(key, ':', 2) = new.id::text;
  end if;
  return null;
end $$;

create trigger follow_voucher
  after update of code, status, balance_pence, buyer_name, recipient_name, recipient_email, personal_message, expires_at, send_on, deliver_to
  on gift_voucher for each row execute function follow_voucher();

update outbox set send_before = voucher.expires_at, withdrawn_at = case when voucher.status <> 'active' then now() end
from gift_voucher voucher
where template = 'voucher-gift' and sent_at is null and split_part(key, ':', 2) = voucher.id::text;
