-- What became of an email after Postmark took it, and the codes of vouchers that were replaced. Adds columns without a
-- default: locks `outbox`, `payment` and `gift_voucher` for a moment, at any size. The indexes are made in about a second for
-- 100,000 emails.

alter table outbox
  -- Postmark's MessageID of the last attempt that it took.
  add column message_id text unique,
  -- When the recipient's mail server took it.
  add column accepted_at timestamptz,
  add column bounced_at timestamptz,
  add column bounce text check (bounce in ('no_mailbox', 'refused', 'unreachable')),
  -- When their mail server last put it off. Postmark tries again.
  add column delayed_at timestamptz,
  add column complained_at timestamptz,
  -- When the owner said that a failed or bounced one is dealt with.
  add column dismissed_at timestamptz,
  add check ((bounced_at is null) = (bounce is null)),
  add check (sent_at is not null or coalesce(accepted_at, bounced_at, delayed_at, complained_at) is null);

create index outbox_about on outbox (split_part(key, ':', 2), created_at desc);
create index outbox_bounced on outbox (bounced_at) where bounced_at is not null and dismissed_at is null;
create index outbox_delayed on outbox (delayed_at) where delayed_at is not null and accepted_at is null;
create index outbox_sent on outbox (sent_at) where sent_at is not null;

-- What Postmark reported of an email, once each: it repeats reports, and the bounces are read again by the hour.
create table email_event (
  record_type text not null,
  message_id text not null,
  -- A delivery has none: 0.
  bounce_id bigint not null,
  outbox_id uuid not null references outbox on delete cascade,
  -- Postmark's type of a bounce, such as HardBounce.
  type text not null,
  at timestamptz not null,
  primary key (record_type, message_id, bounce_id)
);
create index email_event_outbox on email_event (outbox_id);

-- Addresses that the buyer gave after the first one: five in a voucher's life.
alter table gift_voucher add column corrections integer not null default 0 check (corrections between 0 and 4);

-- What the buyer's link to "Your purchase" is signed for, once the address was corrected; null: the payment's id.
alter table payment add column link_id uuid;
create unique index payment_link on payment (coalesce(link_id, id));
update outbox set data = data || jsonb_build_object('linkId', data -> 'paymentId') where sent_at is null and data ? 'paymentId';

-- A code that was replaced opens nothing any more, and no voucher gets it again.
create table retired_code (
  -- I and L as 1, O as 0.
  code text primary key check (code ~ '^[0-9A-Z]{6,32}$' and code !~ '[ILO]'),
  voucher_id uuid not null references gift_voucher,
  retired_at timestamptz not null,
  by_buyer boolean not null
);
create index retired_code_voucher on retired_code (voucher_id);
-- The buyer may replace a code once in a voucher's life.
create unique index retired_code_by_buyer on retired_code (voucher_id) where by_buyer;

create function check_code() returns trigger language plpgsql as $$
begin
  if exists (select from retired_code where code = translate(new.code, 'ILO', '110')) then
    raise unique_violation using message = 'this code was replaced', constraint = 'gift_voucher_code';
  end if;
  return null;
end $$;
-- After the row: one that waited for the index sees the code that was retired meanwhile.
create trigger check_code after insert or update of code on gift_voucher for each row execute function check_code();

-- Unsent emails with a code follow the voucher. A receipt is never withdrawn, because it tells of the right to cancel: it
-- leaves without the code.
create or replace function follow_voucher() returns trigger language plpgsql as $$
declare
  address text := coalesce(new.recipient_email, new.buyer_email);
  is_open boolean := new.status = 'active' and new.buyer_name is distinct from '';
  changes jsonb := jsonb_build_object(
    'number', new.number, 'voucherCode', new.code, 'pence', new.balance_pence, 'buyerName', new.buyer_name,
    'recipientName', new.recipient_name, 'recipientEmail', new.recipient_email, 'personalMessage', new.personal_message,
    'deliverTo', new.deliver_to, 'paidAt', new.issued_at,
    'lastDay', (new.expires_at at time zone 'Europe/London')::date - 1)
    -- Only when it changes: an email that was enqueued after the day does not name it.
    || case when new.send_on is distinct from old.send_on then jsonb_build_object('sendOn', new.send_on) else '{}' end;
begin
  if is_open and address <> '' then
    update outbox set withdrawn_at = null, send_before = new.expires_at,
      recipient = case
        when recipient = '' or address is distinct from coalesce(old.recipient_email, old.buyer_email) then address else recipient
      end,
      data = coalesce(data, '{}') || changes
    where template = 'voucher-gift' and sent_at is null and split_part(key, ':', 2) = new.id::text;
  else
    update outbox set withdrawn_at = now()
    where template = 'voucher-gift' and sent_at is null and withdrawn_at is null and split_part(key, ':', 2) = new.id::text;
  end if;
  if is_open and new.buyer_email <> '' then
    update outbox set withdrawn_at = null, recipient = new.buyer_email, data = coalesce(data, '{}') || changes
    where template = 'voucher-copy' and sent_at is null and split_part(key, ':', 2) = new.id::text;
  else
    update outbox set withdrawn_at = now()
    where template = 'voucher-copy' and sent_at is null and withdrawn_at is null and split_part(key, ':', 2) = new.id::text;
  end if;
  if new.buyer_email <> '' then
    -- It states what was paid, whatever is left.
    update outbox set recipient = new.buyer_email, data = data || changes - 'pence'
      || jsonb_build_object('pence', new.original_pence, 'voucherCode', case when is_open then new.code end)
    where template = 'voucher-receipt' and sent_at is null and data is not null and split_part(key, ':', 2) = new.id::text;
  end if;
  return null;
end $$;
drop trigger follow_voucher on gift_voucher;
create trigger follow_voucher
after update of code, status, balance_pence, buyer_name, buyer_email, recipient_name, recipient_email, personal_message,
  expires_at, send_on, deliver_to on gift_voucher
for each row execute function follow_voucher();

-- The list of customers follows an address that is corrected.
create or replace trigger meet_customers after insert or update of email on orders
for each row execute function meet_customers();
create or replace trigger meet_customers after insert or update of email on appointment
for each row execute function meet_customers();
create or replace trigger meet_customers after insert or update of email on contact_message
for each row execute function meet_customers();
create or replace trigger meet_customers after insert or update of email on product_inquiry
for each row execute function meet_customers();
create or replace trigger forget_customers after delete or update of email on appointment
for each row execute function forget_customers();
create or replace trigger forget_customers after delete or update of email on contact_message
for each row execute function forget_customers();
create or replace trigger forget_customers after delete or update of email on product_inquiry
for each row execute function forget_customers();
