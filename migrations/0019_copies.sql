-- A copy that waits names what was given, no longer what is left. Replaces a function: at once.
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
    update outbox set withdrawn_at = null, recipient = new.buyer_email,
      -- It states what was given, whatever is left: a giver must not learn of a visit.
      data = coalesce(data, '{}') || changes || jsonb_build_object('pence', new.original_pence)
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
