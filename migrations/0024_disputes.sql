-- Disputes as Stripe has them: several of one payment, each of a part, and a lost one that is won on appeal.
-- Functions of the version before this one go on while this runs: they write payment.dispute_id and dispute_outcome,
-- which nothing reads any more but for the entries of those disputes.

create table dispute (
  -- Stripe's.
  id text primary key,
  payment_id uuid not null references payment,
  -- Null while it is open.
  outcome text check (outcome in ('won', 'lost')),
  -- What Stripe has withdrawn for good.
  lost_pence integer not null default 0 check (lost_pence >= 0),
  -- When it came to its outcome; null while it is open.
  decided_at timestamptz,
  check ((outcome is null) = (decided_at is null)),
  check (lost_pence = 0 or outcome = 'lost')
);

create index dispute_of_payment on dispute (payment_id);
create index dispute_lost on dispute (decided_at) include (lost_pence) where lost_pence > 0;

-- One that was lost of a part is left out: the version before this one ended the whole voucher, so the hourly job asks
-- Stripe for it anew and puts the rest back.
insert into dispute (id, payment_id, outcome, lost_pence, decided_at)
select payment.dispute_id, payment.id, payment.dispute_outcome,
  case when dispute_outcome = 'lost' then lost_pence else 0 end,
  case when dispute_outcome is not null then coalesce((
    select max(at) from activity where activity.payment_id = payment.id and action in ('dispute_won', 'dispute_lost')
  ), payment.created_at) end
from payment
where dispute_id is not null and (
  dispute_outcome is distinct from 'lost'
  or lost_pence + coalesce((select sum(pence) from refund where refund.payment_id = payment.id and state <> 'failed'), 0) >= amount_pence
);

-- Grows with each comparison with Stripe's list of disputes, so that an older list is not applied after a newer one.
alter table payment add column dispute_syncs integer not null default 0;

-- Which entries a dispute made, so that they can be reversed on appeal.
alter table voucher_entry add column dispute_id text references dispute;
create index voucher_entry_of_dispute on voucher_entry (dispute_id) where dispute_id is not null;

create or replace view takings as
  select paid_at as at, amount_pence as pence from payment where paid_at is not null and state <> 'unknown'
  union all
  select created_at, -pence from refund
    where state <> 'failed' and payment_id not in (select id from payment where state = 'unknown')
  union all
  select decided_at, -lost_pence from dispute where lost_pence > 0
  union all
  select issued_at, original_pence from gift_voucher where paid_by in ('cash', 'card')
  union all
  select entry.created_at, entry.pence from voucher_entry entry join gift_voucher voucher on voucher.id = entry.voucher_id
    where entry.kind = 'refund' and voucher.paid_by in ('cash', 'card');
