-- The money path: what was paid for, the vouchers it made, their ledger, and the mails that follow.
-- Money is whole pence. Times come from the application's clock, never from now(), so that they can be told apart in tests.

-- One row per attempt to buy, written before the card provider is asked.
create table payment (
  id uuid primary key,
  purpose text not null check (purpose in ('gift_voucher')),
  state text not null default 'created'
    check (state in ('created', 'processing', 'fulfilled', 'cancelled', 'refunding', 'refunded', 'disputed', 'unknown')),
  amount_pence integer not null check (amount_pence > 0),
  -- What was bought, as validated. Blanked when nothing came of it.
  purchase jsonb,
  -- The caller's own name for the attempt, with a hash of what it asked for: a repeat gets the first answer.
  request_id uuid,
  request_hash text,
  stripe_payment_intent_id text unique,
  created_at timestamptz not null,
  pay_by timestamptz not null check (pay_by > created_at),
  paid_at timestamptz,
  settled_at timestamptz,
  unique (purpose, request_id),
  check ((request_id is null) = (request_hash is null)),
  check (purpose <> 'gift_voucher' or amount_pence between 30 and 50000),
  check ((settled_at is null) = (state in ('created', 'processing'))),
  check (state <> 'fulfilled' or (paid_at is not null and stripe_payment_intent_id is not null))
);

create index payment_open on payment (pay_by) where settled_at is null;

create table gift_voucher (
  id uuid primary key,
  payment_id uuid unique references payment,
  code text not null check (code ~ '^[0-9A-Z]{6,32}$'),
  status text not null default 'active'
    check (status in ('active', 'spent', 'expired', 'refunding', 'refunded', 'void', 'disputed')),
  buyer_name text not null,
  buyer_email text not null,
  recipient_name text not null,
  recipient_email text not null,
  personal_message text,
  original_pence integer not null check (original_pence between 30 and 50000),
  balance_pence integer not null check (balance_pence between 0 and 100000),
  issued_at timestamptz not null,
  -- Exclusive: midnight in London after the last valid day.
  expires_at timestamptz not null check (expires_at > issued_at)
);

-- People read I and L as 1 and O as 0, so two codes that differ only there are the same code.
create unique index gift_voucher_code on gift_voucher (translate(code, 'ILO', '110'));

-- The ledger. Rows are added, never changed; an entry is taken back by one that reverses it.
create table voucher_entry (
  id uuid primary key,
  position bigint generated always as identity,
  voucher_id uuid not null references gift_voucher,
  kind text not null check (kind in ('issue', 'redeem', 'adjust', 'refund', 'expire', 'reverse')),
  pence integer not null,
  balance_after integer not null check (balance_after >= 0),
  actor text not null,
  description text not null,
  private_notes text,
  reverses uuid unique references voucher_entry,
  created_at timestamptz not null,
  check ((kind = 'reverse') = (reverses is not null)),
  check (kind <> 'issue' or (pence > 0 and balance_after = pence)),
  check (kind not in ('redeem', 'refund', 'expire') or pence <= 0)
);

create unique index voucher_entry_issue on voucher_entry (voucher_id) where kind = 'issue';
create index voucher_entry_ledger on voucher_entry (voucher_id, position);

create function keep_ledger() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE'
    and (to_jsonb(new) - 'description' - 'private_notes') = (to_jsonb(old) - 'description' - 'private_notes')
    and new.description = '' and new.private_notes is null
  then
    return new; -- erasure blanks what people typed, and nothing else
  end if;
  raise exception 'the voucher ledger is append only';
end $$;

create trigger keep_ledger before update or delete on voucher_entry
  for each row execute function keep_ledger();
create trigger keep_ledger_whole before truncate on voucher_entry
  for each statement execute function keep_ledger();

-- At commit, a voucher's balance is the sum of its entries.
create function check_voucher_balance() returns trigger language plpgsql as $$
declare
  voucher uuid := case when tg_table_name = 'gift_voucher' then new.id else (to_jsonb(new) ->> 'voucher_id')::uuid end;
begin
  if (select balance_pence from gift_voucher where id = voucher)
    is distinct from (select coalesce(sum(pence), 0) from voucher_entry where voucher_id = voucher)
  then
    raise exception 'the balance of voucher % is not the sum of its entries', voucher;
  end if;
  return null;
end $$;

create constraint trigger voucher_balance_is_ledger after insert or update on gift_voucher
  deferrable initially deferred for each row execute function check_voucher_balance();
create constraint trigger ledger_is_voucher_balance after insert on voucher_entry
  deferrable initially deferred for each row execute function check_voucher_balance();

-- Mail to send, written in the same statement or batch as what it announces. The key makes a second one impossible.
create table outbox (
  id uuid primary key,
  key text not null unique,
  template text not null,
  recipient text not null,
  -- What the template is filled with; blanked 30 days after sending.
  data jsonb,
  created_at timestamptz not null,
  due_at timestamptz not null,
  attempts integer not null default 0 check (attempts >= 0),
  claimed_until timestamptz,
  sent_at timestamptz,
  failed_at timestamptz,
  last_error text,
  check (sent_at is null or failed_at is null)
);

create index outbox_due on outbox (due_at) where sent_at is null and failed_at is null;

-- Who did what to which thing, by ids and amounts only.
create table activity (
  id bigint generated always as identity primary key,
  at timestamptz not null,
  actor text not null,
  action text not null,
  payment_id uuid references payment,
  voucher_id uuid references gift_voucher,
  before jsonb,
  after jsonb
);

create index activity_newest on activity (at desc, id desc);

create function keep_activity() returns trigger language plpgsql as $$
begin
  raise exception 'activity is append only';
end $$;

create trigger keep_activity before update or delete on activity
  for each row execute function keep_activity();
create trigger keep_activity_whole before truncate on activity
  for each statement execute function keep_activity();

-- Calls of one kind from one address (a keyed hash of it), the recent ones.
create table throttle (
  kind text not null,
  key text not null,
  hits timestamptz[] not null,
  admitted boolean not null,
  primary key (kind, key)
);
