-- Every way that money can go back, and the vouchers that go with it.

-- One row per refund. It is written before the card provider is asked; its id is the idempotency key.
create table refund (
  id uuid primary key,
  payment_id uuid not null references payment,
  -- Unknown until the card provider has answered.
  stripe_refund_id text unique,
  pence integer not null check (pence > 0),
  -- voucher: we gave back what was left; nothing_to_give: what was paid bought nothing; dashboard: made at Stripe.
  cause text not null check (cause in ('voucher', 'nothing_to_give', 'dashboard')),
  state text not null check (state in ('due', 'pending', 'succeeded', 'failed')),
  created_at timestamptz not null,
  settled_at timestamptz,
  check ((settled_at is null) = (state in ('due', 'pending'))),
  check (state = 'due' or stripe_refund_id is not null or state = 'failed'),
  check (cause <> 'dashboard' or stripe_refund_id is not null)
);

create index refund_of_payment on refund (payment_id);
create index refund_open on refund (created_at) where settled_at is null;

-- Which entries a refund made, so that a failed one can be taken back.
alter table voucher_entry add column refund_id uuid references refund;
create index voucher_entry_of_refund on voucher_entry (refund_id) where refund_id is not null;

-- A dispute freezes what it is about; these say where it was, to go back there.
alter table payment
  add column dispute_id text,
  add column dispute_outcome text check (dispute_outcome in ('won', 'lost')),
  add column disputed_from text check (disputed_from in ('fulfilled', 'refunding', 'refunded')),
  add column lost_pence integer not null default 0 check (lost_pence >= 0),
  add check (dispute_outcome is null or dispute_id is not null),
  add check ((state = 'disputed') = (disputed_from is not null));

alter table gift_voucher
  add column disputed_from text check (disputed_from in ('active', 'spent', 'expired', 'refunding', 'refunded', 'void')),
  add check ((status = 'disputed') = (disputed_from is not null));

create index gift_voucher_lapsing on gift_voucher (expires_at) where status = 'active';
