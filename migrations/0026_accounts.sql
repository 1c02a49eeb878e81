-- Accounts: each figure belongs to one day in London, and a day that is complete never changes.

-- When something counts in the books: when it happened, if it was written by 6:00 (London) after that day, else when it was
-- written. A day is complete after a full run from 7:00 on.
create function effective_at(happened timestamptz, written timestamptz) returns timestamptz
language sql immutable parallel safe
return case
  when ((written at time zone 'Europe/London') - interval '6 hours')::date <= (happened at time zone 'Europe/London')::date
    then happened
  else written
end;

-- Null if it happened when it was written. A voucher is issued when it was paid, and expires at the end of its last day.
alter table voucher_entry add happened_at timestamptz;

alter table voucher_entry disable trigger keep_ledger;
update voucher_entry entry
set happened_at = case kind
    when 'issue' then voucher.issued_at
    else greatest(voucher.expires_at - interval '1 millisecond', (
      select max(earlier.created_at) from voucher_entry earlier
      where earlier.voucher_id = entry.voucher_id and earlier.position < entry.position
    ))
  end
from gift_voucher voucher
where voucher.id = entry.voucher_id
  and case kind
    when 'issue' then voucher.issued_at < entry.created_at
    -- One that was extended since has another last day.
    when 'expire' then voucher.expires_at <= entry.created_at
    else false
  end;
alter table voucher_entry enable trigger keep_ledger;

alter table voucher_entry
  add effective_at timestamptz generated always as (effective_at(happened_at, created_at)) stored not null;

-- A generated column is still empty when this runs.
create or replace function keep_ledger() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE'
    and (to_jsonb(new) - 'description' - 'private_notes' - 'effective_at')
      = (to_jsonb(old) - 'description' - 'private_notes' - 'effective_at')
    and new.description = '' and new.private_notes is null
  then
    return new; -- erasure blanks what people typed, and nothing else
  end if;
  raise exception 'the voucher ledger is append only';
end $$;

-- When a paid payment counts.
alter table payment add effective_at timestamptz
  generated always as (case when paid_at is not null then effective_at(paid_at, settled_at) end) stored;

-- What a dispute took, and less what came back when its outcome changed. The sum is `dispute.lost_pence`.
create table dispute_loss (
  id bigint generated always as identity primary key,
  dispute_id text not null references dispute,
  at timestamptz not null,
  pence integer not null check (pence <> 0)
);
insert into dispute_loss (dispute_id, at, pence)
select id, decided_at, lost_pence from dispute where lost_pence > 0 order by decided_at, id;

drop index voucher_entry_newest, payment_paid, payment_watched, gift_voucher_at_desk;
create index voucher_entry_effective on voucher_entry (effective_at)
  include (voucher_id, position, pence, balance_after, kind, reverses);
create index payment_received on payment (effective_at) include (amount_pence, purpose)
  where effective_at is not null and purpose <> 'unknown' and currency = 'gbp';
create index payment_watched on payment (state)
  where state in ('unknown', 'disputed') or purpose = 'unknown' or currency <> 'gbp';
create index gift_voucher_by_clinic on gift_voucher (paid_by, id) where paid_by <> 'online';

-- All money in and out, as it was recorded, so that its days do not change: what was taken back later is a row of its own.
-- Payments of which there is no record, and those in other currencies, buy nothing and are paid back; they are not here.
-- Each left join is dropped where nothing of it is read.
drop view takings;
create view takings as
  select effective_at as at, amount_pence as pence, purpose, 'received' as kind, 'online' as method, id, id as payment_id,
    null::uuid as voucher_id, stripe_payment_intent_id as stripe_id, paid_at as happened_at
  from payment where effective_at is not null and purpose <> 'unknown' and currency = 'gbp'
union all
  -- Another amount than the purchase's was received and is paid back.
  select effective_at(paid_at, received.created_at), received.pence - amount_pence, purpose, 'received', 'online',
    md5(payment.id || 'correction')::uuid, payment.id, null, stripe_payment_intent_id, paid_at
  from (
    select distinct on (payment_id) payment_id, pence, created_at
    from refund where cause = 'nothing_to_give' order by payment_id, created_at
  ) received join payment on payment.id = received.payment_id
  where effective_at is not null and purpose <> 'unknown' and currency = 'gbp' and received.pence <> amount_pence
union all
  select refund.created_at, -refund.pence, purpose, 'refunded', case cause when 'by_hand' then 'by_hand' else 'online' end,
    refund.id, payment_id, null, stripe_refund_id, refund.created_at
  from refund left join payment on payment.id = refund.payment_id
  where payment_id not in (select id from payment where purpose = 'unknown' or currency <> 'gbp')
union all
  select refund.settled_at, refund.pence, purpose, 'refund_failed', case cause when 'by_hand' then 'by_hand' else 'online' end,
    md5(refund.id || 'failed')::uuid, payment_id, null, stripe_refund_id, refund.settled_at
  from refund left join payment on payment.id = refund.payment_id
  where refund.state = 'failed' and payment_id not in (select id from payment where purpose = 'unknown' or currency <> 'gbp')
union all
  select loss.at, -loss.pence, purpose, 'lost', 'online', md5('loss' || loss.id)::uuid, payment_id, null, dispute_id, loss.at
  from dispute_loss loss join dispute on dispute.id = loss.dispute_id left join payment on payment.id = dispute.payment_id
  where payment_id not in (select id from payment where purpose = 'unknown' or currency <> 'gbp')
union all
  select issued_at, original_pence, 'gift_voucher', 'received', paid_by, id, null, id, null, issued_at
  from gift_voucher where paid_by in ('cash', 'card')
union all
  select entry.created_at, entry.pence, 'gift_voucher', 'refunded', voucher.paid_by, entry.id, null, voucher.id, null, entry.created_at
  from voucher_entry entry join gift_voucher voucher on voucher.id = entry.voucher_id
  where entry.kind = 'refund' and voucher.paid_by in ('cash', 'card');
