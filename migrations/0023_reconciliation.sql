-- Where our books differ from Stripe's lists or a voucher from its money, as the last reconciliation found it.
-- A new table: no locks on what is there.

create table difference (
  id uuid primary key,
  kind text not null check (kind in ('nothing_given', 'given_twice', 'amounts_differ', 'balance_exceeds')),
  -- The intent, or the voucher of `balance_exceeds`.
  subject text not null,
  voucher_id uuid references gift_voucher,
  -- At Stripe: received − refunded − lost. Of a voucher: what it may hold.
  expected_pence integer not null,
  -- The same by our books. Of a voucher: what it holds.
  actual_pence integer not null,
  found_at timestamptz not null,
  unique (kind, subject)
);

-- Where a reconciliation that ran out of time goes on; one row.
create table reconciliation (
  one boolean primary key default true check (one),
  -- The last intent that was compared; null: begin again.
  after_intent text
);
insert into reconciliation default values;
