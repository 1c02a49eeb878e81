-- The owner's side of vouchers: sold at the desk or given, searched, and changed once per request.

create extension if not exists pg_trgm;

-- What an admin's request led to, under the browser's own name for it: a repeat gets the first answer. Ids and amounts only.
create table admin_request (
  endpoint text not null,
  -- What it changes; where it makes something, the request's own id.
  target uuid not null,
  request_id uuid not null,
  request_hash text not null,
  answer jsonb not null,
  at timestamptz not null,
  primary key (endpoint, target, request_id)
);

-- A voucher made at the desk may have no buyer, and nobody need have paid for it.
alter table gift_voucher
  alter column buyer_name drop not null,
  alter column buyer_email drop not null,
  add column paid_by text not null default 'online' check (paid_by in ('online', 'cash', 'card', 'complimentary')),
  add check ((paid_by = 'online') = (payment_id is not null)),
  add check (payment_id is null or (buyer_name is not null and buyer_email is not null)),
  -- What a search looks at: names, addresses and the end of the code.
  add column search text not null generated always as (lower(
    recipient_name || chr(10) || recipient_email || chr(10) || coalesce(buyer_name, '') || chr(10) || coalesce(buyer_email, '')
    || chr(10) || right(code, 4))) stored;

create index gift_voucher_search on gift_voucher using gin (search gin_trgm_ops);
create index gift_voucher_newest on gift_voucher (issued_at desc, id desc);
create index gift_voucher_of_status on gift_voucher (status, issued_at desc, id desc);
-- In the order in which they end; sweeping the lapsed ones uses it too.
drop index gift_voucher_lapsing;
create index gift_voucher_lapsing on gift_voucher (expires_at, id) where status = 'active';
