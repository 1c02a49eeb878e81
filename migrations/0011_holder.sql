-- The page of a voucher's holder, emails to them after each use, and reminders before the last day. Adds columns with a
-- constant default: locks `gift_voucher` and `settings` for a moment, at any size, and `appointment` for the second that
-- checking it takes. Marks imported vouchers, about a second for 100,000 of them.

alter table gift_voucher
  -- Whether the recipient is emailed after each use: the last choice at the desk.
  add column tell_holder boolean not null default true,
  -- Whether there are reminders. For an imported voucher somebody has to say so.
  add column reminders boolean not null default true,
  -- When the holder, or a complaint about an email, ended them.
  add column reminders_stopped_at timestamptz;

-- Whether any voucher has reminders.
alter table settings add column reminders boolean not null default true;

-- The end of a short code is shorter.
alter table appointment
  drop constraint appointment_voucher_end_check,
  add constraint appointment_voucher_end_check check (char_length(voucher_end) between 2 and 4);

-- Codes that opened no voucher on the page of the holder, by day in London.
create table code_guess (
  day date primary key,
  count integer not null check (count > 0),
  last_at timestamptz not null,
  -- Since when there were so many that people were asked to wait.
  slowed_at timestamptz
);

-- What is left of an email's uses after those that were undone; null if nothing is.
create function uses_of(entries jsonb) returns jsonb language sql stable
return (
  select jsonb_agg(
    jsonb_build_object('day', (entry.created_at at time zone 'Europe/London')::date, 'pence', -entry.pence) order by entry.position)
  from voucher_entry entry
  where entry.id in (select element::uuid from jsonb_array_elements_text(entries) element)
    and not exists (select from voucher_entry reversal where reversal.reverses = entry.id)
);

-- Whether there may be reminders of a voucher now, at whatever day.
create function may_remind(voucher gift_voucher) returns boolean language sql stable
return voucher.status = 'active' and voucher.balance_pence > 0 and voucher.reminders and voucher.reminders_stopped_at is null
  and voucher.buyer_name is distinct from '' and coalesce(voucher.recipient_email, voucher.buyer_email) <> ''
  and (select settings.reminders from settings);

-- Unsent emails to the holder follow the voucher: what they say is true when they leave. One of a former last day, of
-- uses that were all undone, of a voucher that cannot be used, or that failed at a former address is withdrawn.
create function follow_holder_emails() returns trigger language plpgsql as $$
declare
  last_day date := (new.expires_at at time zone 'Europe/London')::date - 1;
  address text := coalesce(new.recipient_email, new.buyer_email);
  facts jsonb := jsonb_build_object('voucherCode', new.code, 'recipientName', new.recipient_name, 'buyerName', new.buyer_name,
    'isForBuyer', new.recipient_email is null, 'pence', new.balance_pence, 'lastDay', last_day);
begin
  update outbox set
    withdrawn_at = case when email.stands then null else coalesce(outbox.withdrawn_at, now()) end,
    recipient = case when email.stands then address else outbox.recipient end,
    data = case when email.stands then outbox.data || facts || email.uses else outbox.data end
  from (
    select id, (failed_at is null or recipient = address) and case template
        when 'voucher-used' then new.tell_holder and new.status in ('active', 'spent') and new.recipient_email <> '' and left_uses is not null
        when 'voucher-reminder' then may_remind(new) and (data ->> 'lastDay')::date = last_day
        else new.status = 'active' and address <> '' and (data ->> 'lastDay')::date = last_day
      end as stands,
      case when left_uses is null then '{}' else jsonb_build_object('uses', left_uses) end as uses
    from outbox, uses_of(data -> 'entries') left_uses
    where split_part(key, ':', 2) = new.id::text and template in ('voucher-used', 'voucher-reminder', 'voucher-extended')
      and sent_at is null and data is not null
  ) email
  where outbox.id = email.id and outbox.sent_at is null;
  return null;
end $$;
create trigger follow_holder_emails
after update of code, status, balance_pence, buyer_name, buyer_email, recipient_name, recipient_email, expires_at, tell_holder,
  reminders, reminders_stopped_at on gift_voucher
for each row execute function follow_holder_emails();

-- Another recipient has not ended them.
create function begin_reminders() returns trigger language plpgsql as $$
begin
  new.reminders_stopped_at := null;
  return new;
end $$;
create trigger begin_reminders before update of recipient_email on gift_voucher
for each row when (new.recipient_email <> '' and new.recipient_email is distinct from old.recipient_email)
execute function begin_reminders();

update gift_voucher set tell_holder = false, reminders = false where paid_by = 'imported';
