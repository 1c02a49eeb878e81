-- The schema of version 1.0, by domain.
--
-- Money is whole pence. Times come from the application's clock and not from now(), so that tests can set them. Rules
-- that must always hold are constraints or triggers.

-- Planner ------------------------------------------------------------------------------------------------------------

-- The defaults expect a disk that seeks, and parallel workers even for sums that take a few milliseconds, which is less
-- than the start of a worker.
do $$
begin
  execute format('alter database %I set random_page_cost = 1.1', current_database());
  execute format('alter database %I set parallel_setup_cost = 10000', current_database());
end $$;

-- Search -------------------------------------------------------------------------------------------------------------

-- The portal's searches find people however their names are typed: case, accents, apostrophes, hyphens and the order of
-- words do not matter. The words of a row are a generated column, so erasing a name also removes it from the index.

-- Returns lower-case words, separated by spaces, without accents; apostrophes and hyphens as '-'. Other scripts keep
-- their letters. Uses Postgres's own normalisation, because the dictionary of the extension unaccent may change, which an
-- index must not.
create function fold_search(text) returns text language plpgsql immutable strict parallel safe as $$
declare
  folded text := lower($1);
begin
  if octet_length(folded) > length(folded) then
    folded := normalize(translate(folded, '’‘ʼʻ´′‐‑‒–—−־', '-------------'), nfd);
    -- Combining marks and what has no width.
    folded := regexp_replace(folded, U&'[\00ad\0300-\036f\0483-\0487\0591-\05c7\064b-\065f\0670\200b-\200f\202a-\202e\2060-\206f\fe00-\fe0f\feff]+', '', 'g');
    -- Signs and spaces beyond ASCII.
    folded := regexp_replace(folded, U&'[\0080-\00a9\00ab-\00b4\00b6-\00b9\00bb-\00bf\2000-\205f\3000-\3003\3008-\301f]+', ' ', 'g');
    folded := replace(replace(replace(replace(folded, 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th');
    folded := translate(folded, 'øłđðı', 'olddi');
  end if;
  return regexp_replace(replace(replace(folded, '''', '-'), '`', '-'), E'[\\u0001-,./:-@\\[-`{-~]+', ' ', 'g');
end $$;

-- Returns the words of a text for an index: both parts of "Fitz-Roberts" and "fitzroberts"; of "Jürgen" also "juergen".
create function search_words(text) returns tsvector language plpgsql immutable strict parallel safe as $$
declare
  folded text := public.fold_search($1);
begin
  if octet_length($1) > length($1) and lower(normalize($1, nfc)) ~ '[äöü]' then
    folded := folded || ' ' || public.fold_search(
      replace(replace(replace(lower(normalize($1, nfc)), 'ä', 'ae'), 'ö', 'oe'), 'ü', 'ue'));
  end if;
  if position('-' in folded) > 0 then
    folded := replace(folded, '-', ' ') || ' ' || replace(folded, '-', '');
  end if;
  -- A tsvector cannot hold a word of more than 2,046 bytes.
  if octet_length(folded) > 2000 then
    folded := regexp_replace(folded, '([^ ]{40})[^ ]+', '\1', 'g');
  end if;
  return array_to_tsvector(array_remove(string_to_array(folded, ' '), ''));
end $$;

-- Returns the query for rows that have, for each word of the text, a word that begins with it. Words of less than
-- `shortest` characters are left out. Null if no word is left.
create function search_query(text, shortest integer) returns tsquery language sql immutable strict parallel safe as $$
  select string_agg(
    case when token like '%-%' then format('(%s | %L:*)', parts, left(replace(token, '-', ''), 40)) else parts end, ' & '
  )::tsquery
  from string_to_table(public.fold_search($1), ' ') token, lateral (
    select string_agg(format('%L:*', left(part, 40)), ' & ')
    from string_to_table(token, '-') part where length(part) >= greatest(shortest, 1)
  ) long (parts)
  where parts is not null
$$;

-- The site -----------------------------------------------------------------------------------------------------------

-- Which intents at Stripe are ours: several products, or copies of this site, may share one Stripe account. One row.
create table site (
  one boolean primary key default true check (one),
  -- In the metadata of each intent.
  id uuid not null default gen_random_uuid()
);
insert into site default values;

-- The owner's settings. One row.
create table settings (
  one boolean primary key default true check (one),
  -- An email for each sale, or one a day.
  sale_emails text not null default 'each' check (sale_emails in ('each', 'daily')),
  -- Sales before this time are in a summary, or had an email each.
  summarised_until timestamptz not null default now()
);
insert into settings default values;

-- Admins -------------------------------------------------------------------------------------------------------------

-- Of every secret only a hash is stored.

create table admin_user (
  id uuid primary key,
  email text not null unique check (email = lower(email)),
  -- A PHC string, which names its algorithm. Null until the first password is set through a link.
  password_hash text check (password_hash ~ '^\$[a-z0-9]+\$'),
  created_at timestamptz not null
);

-- One row per sign-in. Ended sessions are deleted.
create table admin_session (
  id uuid primary key,
  admin_id uuid not null references admin_user,
  secret_hash text not null unique,
  created_at timestamptz not null,
  seen_at timestamptz not null,
  expires_at timestamptz not null,
  check (expires_at > created_at and expires_at <= created_at + interval '12 hours')
);
create index admin_session_of_admin on admin_session (admin_id);

-- Browsers that have signed in before: they may sign in while strangers guess passwords. Five failures revoke one.
create table admin_device (
  secret_hash text primary key,
  admin_id uuid not null references admin_user,
  failures integer not null default 0 check (failures between 0 and 5),
  expires_at timestamptz not null
);

create table password_reset (
  token_hash text primary key,
  admin_id uuid not null references admin_user,
  expires_at timestamptz not null,
  -- Whether the link was emailed. A link that admin:create has printed must not replace an email.
  mailed boolean not null default true
);
create index password_reset_of_admin on password_reset (admin_id);

-- Failures in a row, by the hash of the account that was named, whether it exists or not: from one address, and from all
-- addresses ('' as address). Signing in deletes them.
create table sign_in_failure (
  account text not null,
  address text not null,
  failures integer not null check (failures > 0),
  -- An earlier try is refused without a look at the password.
  retry_at timestamptz not null,
  primary key (account, address)
);

-- Recent calls of one kind from one address, which is a keyed hash.
create table throttle (
  kind text not null,
  key text not null,
  hits timestamptz[] not null,
  admitted boolean not null,
  primary key (kind, key)
);

-- The results of admins' requests, so that a repeat has one effect and gets the first result. Ids and amounts only.
create table idempotent_result (
  endpoint text not null,
  -- The row that is changed; if one is created, the request's id.
  target uuid not null,
  request_id uuid not null,
  request_hash text not null,
  answer jsonb not null,
  at timestamptz not null,
  primary key (endpoint, target, request_id)
);

-- Products -----------------------------------------------------------------------------------------------------------

create table picture (
  id uuid primary key,
  content_type text not null check (content_type in ('image/webp', 'image/png', 'image/jpeg', 'image/svg+xml')),
  bytes bytea not null check (octet_length(bytes) between 1 and 307200),
  -- The same bytes are the same picture.
  hash bytea not null unique generated always as (sha256(bytes)) stored,
  created_at timestamptz not null
);

create table product (
  id uuid primary key,
  name text not null,
  description text not null,
  price_pence integer not null check (price_pence between 30 and 1000000),
  -- '', a path of this site or an https address.
  image text not null default '' check (image = '' or image like '/%' or image like 'https://%'),
  category text not null default 'Wellness',
  -- Set by the owner: false stops the sale, whatever the stock.
  in_stock boolean not null default true,
  stock integer not null default 0 check (stock >= 0),
  reserved integer not null default 0 check (reserved >= 0),
  low_stock integer not null default 0 check (low_stock >= 0),
  features text[] not null default '{}',
  benefits text[] not null default '{}',
  frequencies text[] not null default '{}',
  -- Grows with every change, so that two tabs do not overwrite each other.
  version integer not null default 1,
  created_at timestamptz not null,
  -- Deleted from the shop. Its orders still refer to it.
  archived_at timestamptz,
  words tsvector not null generated always as (search_words(name || ' ' || category || ' ' || description)) stored,
  check (length(name) >= 2 and length(description) >= 10),
  check (reserved <= stock),
  check (stock <= 100000 and low_stock <= 100000)
);
create index product_newest on product (created_at desc, id) where archived_at is null;

-- Payments -----------------------------------------------------------------------------------------------------------

-- One row per purchase attempt, inserted before Stripe is asked.
create table payment (
  id uuid primary key,
  -- 'unknown': money at Stripe without a record here.
  purpose text not null check (purpose in ('gift_voucher', 'order', 'unknown')),
  state text not null default 'created'
    check (state in ('created', 'processing', 'fulfilled', 'cancelled', 'refunding', 'refunded', 'disputed', 'unknown')),
  -- A dispute, a fraud warning or a review freezes a payment: the state to restore when it ends.
  disputed_from text check (disputed_from in ('fulfilled', 'refunding', 'refunded', 'unknown')),
  amount_pence integer not null check (amount_pence > 0),
  -- In another currency, amount_pence is in its smallest unit.
  currency text not null default 'gbp' check (currency ~ '^[a-z]{3}$'),
  -- Withdrawn by lost disputes.
  lost_pence integer not null default 0 check (lost_pence >= 0),
  -- The validated input. Cleared if nothing was bought.
  purchase jsonb,
  -- The browser's id of the attempt, and a hash of its input: a repeat gets the same payment.
  request_id uuid,
  request_hash text,
  -- A later attempt of the same buyer replaced it. It does not count as begun in the figures.
  replaced boolean not null default false,
  stripe_payment_intent_id text unique,
  -- Keyed hash of the address that started it, until it is settled and for a day at most.
  caller text,
  -- Attempts to pay it that failed, as Stripe counts them.
  declines integer not null default 0 check (declines >= 0),
  -- Grows with each comparison with Stripe's list of disputes, so that an older list is not applied after a newer one.
  dispute_syncs integer not null default 0,
  created_at timestamptz not null,
  pay_by timestamptz not null check (pay_by > created_at),
  paid_at timestamptz,
  settled_at timestamptz,
  unique (purpose, request_id),
  check ((request_id is null) = (request_hash is null)),
  check (purpose <> 'gift_voucher' or amount_pence between 30 and 50000),
  check (purpose <> 'order' or amount_pence between 30 and 99999999),
  check ((settled_at is null) = (state in ('created', 'processing'))),
  check (state <> 'fulfilled' or (paid_at is not null and stripe_payment_intent_id is not null)),
  check ((state = 'disputed') = (disputed_from is not null)),
  constraint sold_in_pounds check (currency = 'gbp' or state <> 'fulfilled')
);
create index payment_open on payment (pay_by) where settled_at is null;
create index payment_watched on payment (state) where state in ('unknown', 'disputed');
create index payment_paid on payment (paid_at) include (amount_pence) where paid_at is not null and state <> 'unknown';
create index payment_begun on payment (created_at) include (paid_at) where purpose <> 'unknown' and not replaced;
-- For erasure: the input of purchases that came to nothing.
create index payment_unfulfilled on payment (created_at) where purchase is not null and state <> 'fulfilled';
-- For retention.
create index payment_to_blank on payment (created_at) where caller is not null;

-- One row per refund, inserted before Stripe is asked. Its id is the idempotency key.
create table refund (
  id uuid primary key,
  payment_id uuid not null references payment,
  -- Null until Stripe has responded.
  stripe_refund_id text unique,
  pence integer not null check (pence > 0),
  -- 'nothing_to_give': the payment bought nothing. 'dashboard': made at Stripe.
  cause text not null check (cause in ('voucher', 'order', 'nothing_to_give', 'dashboard')),
  state text not null check (state in ('due', 'pending', 'succeeded', 'failed')),
  -- The portal's id of the request, and a hash of its input: a repeat gets the same refund.
  request_id uuid,
  request_hash text,
  created_at timestamptz not null,
  settled_at timestamptz,
  unique (payment_id, request_id),
  check ((request_id is null) = (request_hash is null)),
  check ((settled_at is null) = (state in ('due', 'pending'))),
  check (state = 'due' or stripe_refund_id is not null or state = 'failed'),
  check (cause <> 'dashboard' or stripe_refund_id is not null)
);
create index refund_of_payment on refund (payment_id);
create index refund_open on refund (created_at) where settled_at is null;
create index refund_nothing_to_give on refund (payment_id, created_at) include (pence) where cause = 'nothing_to_give';

-- Disputes as Stripe has them. A payment may have several, each of a part, and a lost one may be won on appeal.
create table dispute (
  -- Stripe's.
  id text primary key,
  payment_id uuid not null references payment,
  -- Null while it is open.
  outcome text check (outcome in ('won', 'lost')),
  -- Withdrawn by Stripe for good.
  lost_pence integer not null default 0 check (lost_pence >= 0),
  -- Null while it is open.
  decided_at timestamptz,
  check ((outcome is null) = (decided_at is null)),
  check (lost_pence = 0 or outcome = 'lost')
);
create index dispute_of_payment on dispute (payment_id);
create index dispute_open on dispute (payment_id) where outcome is null;
create index dispute_lost on dispute (decided_at) include (lost_pence) where lost_pence > 0;

-- Early fraud warnings and reviews as Stripe has them. Each freezes what was bought until it ends.
create table fraud_alert (
  id uuid primary key,
  -- Stripe's.
  stripe_id text not null unique,
  payment_id uuid not null references payment,
  kind text not null check (kind in ('warning', 'review')),
  -- Null while it is open. Of a review Stripe's reason; of a warning released, refunded or disputed.
  outcome text check (outcome in ('released', 'acknowledged', 'approved', 'canceled', 'disputed', 'payment_never_settled',
    'redacted', 'refunded', 'refunded_as_fraud')),
  -- The refund that ended it. If the refund fails, the alert is open again.
  refund_id uuid references refund,
  opened_at timestamptz not null,
  -- When the owner pressed Release. A review ends once Stripe has approved it.
  released_at timestamptz,
  -- Null while it is open.
  ended_at timestamptz,
  check ((outcome is null) = (ended_at is null)),
  check (refund_id is null or outcome = 'refunded')
);
create index fraud_alert_of_payment on fraud_alert (payment_id);
create index fraud_alert_open on fraud_alert (opened_at) where ended_at is null;
create index fraud_alert_of_refund on fraud_alert (refund_id) where refund_id is not null;

-- Why a payment is frozen. A payment without a row is not. The owner is told the first cause by name.
create view freeze_cause (payment_id, cause) as
  select payment_id, 'dispute' from dispute where outcome is null
  union all
  select payment_id, kind from fraud_alert where ended_at is null;

-- Vouchers -----------------------------------------------------------------------------------------------------------

-- A short number that people can read out: "Order 1042", "Voucher purchase 1043". One sequence, so that a number means
-- one purchase.
create sequence purchase_number as integer start 1001;

create table gift_voucher (
  id uuid primary key,
  -- Null if it was issued at the desk.
  payment_id uuid unique references payment,
  number integer unique,
  paid_by text not null default 'online' check (paid_by in ('online', 'cash', 'card', 'complimentary')),
  code text not null check (code ~ '^[0-9A-Z]{6,32}$'),
  status text not null default 'active'
    check (status in ('active', 'spent', 'expired', 'refunding', 'refunded', 'void', 'disputed')),
  -- The status to restore when the voucher is no longer frozen.
  disputed_from text check (disputed_from in ('active', 'spent', 'expired', 'refunding', 'refunded', 'void')),
  original_pence integer not null check (original_pence between 30 and 50000),
  balance_pence integer not null check (balance_pence >= 0),
  -- Null for a voucher from the desk without a buyer.
  buyer_name text,
  buyer_email text,
  recipient_name text not null,
  -- Null for a voucher that the buyer prints; '' if it was erased.
  recipient_email text,
  personal_message text,
  deliver_to text not null default 'recipient' check (deliver_to in ('recipient', 'buyer')),
  -- Null: at once.
  send_on date,
  issued_at timestamptz not null,
  -- Exclusive: midnight in London after the last valid day.
  expires_at timestamptz not null check (expires_at > issued_at),
  -- A word that begins with '=' is the beginning or the end of the code, in which I, L and O count as 1, 1 and 0.
  words tsvector not null generated always as (
    search_words(recipient_name || ' ' || coalesce(recipient_email, '') || ' ' || coalesce(buyer_name, '') || ' ' || coalesce(buyer_email, ''))
    || array_to_tsvector(array[
      '=' || lower(left(translate(code, 'ILO', '110'), 9)), '=' || lower(right(translate(code, 'ILO', '110'), 4))])
  ) stored,
  check ((paid_by = 'online') = (payment_id is not null)),
  check ((number is null) = (payment_id is null)),
  check (payment_id is null or (buyer_name is not null and buyer_email is not null)),
  check ((deliver_to = 'buyer') = (recipient_email is null)),
  check (send_on is null or deliver_to = 'recipient'),
  check ((status = 'disputed') = (disputed_from is not null))
);
-- People read I and L as 1 and O as 0, so two codes that differ only there are the same code.
create unique index gift_voucher_code on gift_voucher (translate(code, 'ILO', '110'));
create index gift_voucher_search on gift_voucher using gin (words);
create index gift_voucher_recipient on gift_voucher (recipient_email);
create index gift_voucher_buyer on gift_voucher (buyer_email, issued_at);
-- The newest of each filter. With one index over all statuses, the planner walks through all vouchers to find the expired
-- ones: it knows that vouchers lie in the order of their time, but not that those of a status lie together.
create index gift_voucher_newest on gift_voucher (issued_at desc, id desc);
create index gift_voucher_newest_active on gift_voucher (issued_at desc, id desc) where status = 'active';
create index gift_voucher_newest_spent on gift_voucher (issued_at desc, id desc) where status = 'spent';
create index gift_voucher_newest_expired on gift_voucher (issued_at desc, id desc) where status = 'expired';
create index gift_voucher_newest_refunded on gift_voucher (issued_at desc, id desc) where status in ('refunded', 'refunding', 'void');
create index gift_voucher_lapsing on gift_voucher (expires_at, id) where status = 'active';
-- For the figures, which are read from indexes alone.
create index gift_voucher_active on gift_voucher (expires_at) include (id, balance_pence) where status = 'active';
create index gift_voucher_at_desk on gift_voucher (id) where paid_by in ('cash', 'card');
create index gift_voucher_desk on gift_voucher (issued_at) include (original_pence) where paid_by in ('cash', 'card');
create index gift_voucher_sold on gift_voucher (issued_at)
  where paid_by <> 'complimentary' and status not in ('refunded', 'void');
create index gift_voucher_purchase on gift_voucher (buyer_email, issued_at)
  where buyer_email <> '' and (payment_id is not null or paid_by in ('cash', 'card'));
create index gift_voucher_purchase_newest on gift_voucher (issued_at) include (buyer_email)
  where buyer_email <> '' and (payment_id is not null or paid_by in ('cash', 'card'));

-- Vouchers from the desk have no number, because nothing was bought online.
create function number_purchase() returns trigger language plpgsql as $$
begin
  if new.payment_id is not null then
    new.number := nextval('purchase_number');
  end if;
  return new;
end $$;

create trigger number_purchase before insert on gift_voucher for each row execute function number_purchase();

-- The ledger. Entries are added and never changed; a reversal cancels one.
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
  -- The refund or dispute that made the entry, so that it can be reversed if the refund fails or the dispute is won.
  refund_id uuid references refund,
  dispute_id text references dispute,
  created_at timestamptz not null,
  check ((kind = 'reverse') = (reverses is not null)),
  check (kind <> 'issue' or (pence > 0 and balance_after = pence)),
  check (kind not in ('redeem', 'refund', 'expire') or pence <= 0),
  -- The limit applies to what an admin adds only: a refund may fail weeks later, when the voucher is full again.
  check (kind <> 'adjust' or pence <= 0 or balance_after <= 100000)
);
create unique index voucher_entry_issue on voucher_entry (voucher_id) where kind = 'issue';
create index voucher_entry_ledger on voucher_entry (voucher_id, position);
create index voucher_entry_newest on voucher_entry (created_at) include (voucher_id, position, pence, balance_after);
create index voucher_entry_refund on voucher_entry (voucher_id) include (created_at, pence) where kind = 'refund';
create index voucher_entry_of_refund on voucher_entry (refund_id) where refund_id is not null;
create index voucher_entry_of_dispute on voucher_entry (dispute_id) where dispute_id is not null;

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

-- The most that a voucher may hold: paid (at the desk: issued) + goodwill − redeemed − refunds that have not failed − lost.
-- Below zero, the clinic has given more than it was paid: a shortfall.
create view voucher_backing (voucher_id, payment_id, pence) as
  select voucher.id, voucher.payment_id, (
    coalesce(payment.amount_pence, voucher.original_pence) - coalesce(payment.lost_pence, 0)
    + coalesce((
        select sum(entry.pence) from voucher_entry entry left join voucher_entry original on original.id = entry.reverses
        where entry.voucher_id = voucher.id and case coalesce(original.kind, entry.kind)
          when 'redeem' then true
          -- What a refund cancelled belongs to the refund.
          when 'adjust' then coalesce(original.refund_id, entry.refund_id) is null
          -- At the desk the ledger is the only record of a refund.
          when 'refund' then voucher.payment_id is null
          else false
        end
      ), 0)
    - coalesce((select sum(refund.pence) from refund where refund.payment_id = payment.id and refund.state <> 'failed'), 0)
  )::int
  from gift_voucher voucher left join payment on payment.id = voucher.payment_id;

-- Orders and stock ---------------------------------------------------------------------------------------------------

create table orders (
  id uuid primary key,
  payment_id uuid not null unique references payment,
  number integer not null unique default nextval('purchase_number'),
  -- Stripe's id of the intent.
  reference text not null,
  product_id uuid not null references product,
  -- As it was when the order was placed.
  product_name text not null,
  quantity integer not null check (quantity between 1 and 1000),
  amount_pence integer not null check (amount_pence > 0),
  -- Of the money.
  status text not null default 'completed'
    check (status in ('completed', 'refunding', 'part_refunded', 'refunded', 'disputed')),
  -- Of the goods.
  fulfilment text not null default 'to_prepare' check (fulfilment in ('to_prepare', 'ready', 'collected', 'delivered')),
  first_name text not null,
  last_name text not null,
  email text not null,
  phone text,
  shipping_address jsonb not null,
  delivery text not null check (delivery in ('collection', 'local')),
  placed_at timestamptz not null,
  -- A word that begins with '<' is the reference from its end, which people read out.
  words tsvector not null generated always as (
    search_words(first_name || ' ' || last_name || ' ' || email || ' ' || product_name || ' ' || reference)
    || array_to_tsvector(array['<' || reverse(lower(reference))])
  ) stored
);
alter sequence purchase_number owned by orders.number;
create index orders_search on orders using gin (words);
create index orders_newest on orders (placed_at desc, id desc);
create index orders_by_status on orders (status, placed_at desc, id desc);
create index orders_by_fulfilment on orders (fulfilment, placed_at desc, id desc);
create index orders_customer on orders (email, placed_at);
create index orders_purchase_newest on orders (placed_at) include (email);

-- Stock kept for an unpaid purchase, at most one reservation per payment. Its price holds whatever happens to the product.
create table stock_reservation (
  payment_id uuid primary key references payment,
  product_id uuid not null references product,
  quantity integer not null check (quantity between 1 and 1000),
  price_pence integer not null check (price_pence > 0),
  -- Keyed hash of the buyer's address, so that nobody empties the shop without paying. Cleared a day after the reservation
  -- has ended unpaid, at once when it is paid.
  holder text,
  -- 'lapsed': not paid in time. 'released': ended for another reason before that.
  state text not null default 'held' check (state in ('held', 'sold', 'released', 'lapsed')),
  created_at timestamptz not null,
  settled_at timestamptz,
  check ((settled_at is null) = (state = 'held'))
);
create index stock_reservation_held on stock_reservation (holder) where state = 'held';
create index stock_reservation_of_holder on stock_reservation (holder, product_id) where holder is not null;
-- For retention.
create index stock_reservation_to_blank on stock_reservation (coalesce(settled_at, created_at)) where holder is not null;

create table stock_movement (
  id bigint generated always as identity primary key,
  product_id uuid not null references product,
  payment_id uuid references payment,
  -- At most one return per refund.
  refund_id uuid unique references refund,
  -- Made by the application, so that a request finds its own restock.
  restock_id uuid unique,
  kind text not null check (kind in ('sale', 'restock', 'return', 'count')),
  quantity integer not null check (quantity <> 0),
  actor text not null,
  at timestamptz not null,
  check (kind <> 'sale' or (quantity < 0 and payment_id is not null)),
  check (kind <> 'return' or (quantity > 0 and payment_id is not null)),
  check (kind <> 'restock' or quantity > 0),
  check ((restock_id is null) = (kind <> 'restock'))
);
create unique index stock_movement_sale on stock_movement (payment_id) where kind = 'sale';
create index stock_movement_return on stock_movement (payment_id) where kind = 'return';

-- At commit, no more was returned than was sold.
create function check_returned() returns trigger language plpgsql as $$
begin
  if (select sum(quantity) from stock_movement where payment_id = new.payment_id and kind in ('sale', 'return')) > 0 then
    raise exception 'more of payment % would come back than was sold', new.payment_id;
  end if;
  return null;
end $$;

create constraint trigger no_more_returned_than_sold after insert on stock_movement
  deferrable initially deferred for each row when (new.kind = 'return') execute function check_returned();

-- Enquiries ----------------------------------------------------------------------------------------------------------

-- Each has the browser's id of the request, so that a repeat is not a second enquiry, and the owner's private note. The
-- portal lists the newest of all, of the unanswered and of the answered.

create table contact_message (
  id uuid primary key,
  request_id uuid unique,
  first_name text not null,
  last_name text not null,
  email text not null,
  phone text,
  subject text not null,
  message text not null,
  created_at timestamptz not null,
  answered_at timestamptz,
  note text check (char_length(note) between 1 and 2000)
);
create index contact_message_newest on contact_message (created_at desc, id desc);
create index contact_message_unanswered on contact_message (created_at desc, id desc) where answered_at is null;
create index contact_message_answered on contact_message (created_at desc, id desc) where answered_at is not null;
create index contact_message_email on contact_message (email);

create table appointment (
  id uuid primary key,
  request_id uuid unique,
  first_name text not null,
  last_name text not null,
  email text not null,
  phone text not null,
  -- A therapy's id, or the visitor's own words.
  service text not null,
  preferred_date date,
  insurance text,
  reason text,
  created_at timestamptz not null,
  answered_at timestamptz,
  note text check (char_length(note) between 1 and 2000),
  confirmed_for timestamptz,
  confirmed_minutes integer check (confirmed_minutes between 5 and 480),
  -- How often a time was confirmed. A calendar takes the file with the highest number.
  confirmations integer not null default 0,
  check ((confirmed_for is null) = (confirmed_minutes is null)),
  check ((confirmed_for is null) = (confirmations = 0))
);
create index appointment_newest on appointment (created_at desc, id desc);
create index appointment_unanswered on appointment (created_at desc, id desc) where answered_at is null;
create index appointment_answered on appointment (created_at desc, id desc) where answered_at is not null;
create index appointment_email on appointment (email);

create table product_inquiry (
  id uuid primary key,
  request_id uuid unique,
  product_id uuid not null references product,
  first_name text not null,
  last_name text not null,
  email text not null,
  phone text,
  message text,
  quantity integer not null default 1 check (quantity between 1 and 1000),
  created_at timestamptz not null,
  answered_at timestamptz,
  note text check (char_length(note) between 1 and 2000)
);
create index product_inquiry_newest on product_inquiry (created_at desc, id desc);
create index product_inquiry_unanswered on product_inquiry (created_at desc, id desc) where answered_at is null;
create index product_inquiry_answered on product_inquiry (created_at desc, id desc) where answered_at is not null;
create index product_inquiry_email on product_inquiry (email);

-- Customers ----------------------------------------------------------------------------------------------------------

-- One row per email address that anything was done with; erased addresses ('') have none. Triggers maintain it.
create table customer (
  -- Stands for the person where the address must not appear, such as in a link.
  id uuid primary key default gen_random_uuid(),
  email text not null unique check (email <> ''),
  -- The last one that they gave, otherwise that of a voucher which names them as recipient.
  name text not null,
  named_at timestamptz not null,
  last_seen timestamptz not null,
  words tsvector not null generated always as (search_words(name || ' ' || email)) stored
);
create index customer_search on customer using gin (words);
-- Customers are stored in the order of their first visit, so the search of the most recent reads their words in the index.
create index customer_newest on customer (last_seen desc, id desc) include (words);

-- The rows of each person, with their ids.
create view customer_trace (email, kind, id, at) as
  select buyer_email, 'voucher_bought', id, issued_at from gift_voucher
  union all select recipient_email, 'voucher_received', id, issued_at from gift_voucher
  union all select email, 'order', id, placed_at from orders
  union all select email, 'inquiry', id, created_at from product_inquiry
  union all select email, 'message', id, created_at from contact_message
  union all select email, 'appointment', id, created_at from appointment;

-- Inserts in the order of addresses, so that two transactions never wait for each other.
create function meet_customers() returns trigger language plpgsql as $$
declare
  met jsonb := to_jsonb(new);
  met_at timestamptz := coalesce(met ->> 'issued_at', met ->> 'placed_at', met ->> 'created_at');
begin
  insert into customer (email, name, named_at, last_seen)
  select distinct on (person.email) person.email, coalesce(person.name, ''), person.named_at, met_at
  from (values
    (met ->> 'email', concat_ws(' ', met ->> 'first_name', met ->> 'last_name'), met_at),
    (met ->> 'buyer_email', met ->> 'buyer_name', met_at),
    (met ->> 'recipient_email', met ->> 'recipient_name', '-infinity')
  ) as person (email, name, named_at)
  where person.email <> ''
  order by person.email, person.named_at desc
  on conflict (email) do update set
    name = case when excluded.named_at >= customer.named_at then excluded.name else customer.name end,
    named_at = greatest(customer.named_at, excluded.named_at),
    last_seen = greatest(customer.last_seen, excluded.last_seen);
  return null;
end $$;

-- Deletes the customer of an address that was corrected or erased, if no row has it any more.
create function forget_customers() returns trigger language plpgsql as $$
begin
  delete from customer
  where email in (to_jsonb(old) ->> 'email', to_jsonb(old) ->> 'buyer_email', to_jsonb(old) ->> 'recipient_email')
    and not exists (select from customer_trace trace where trace.email = customer.email);
  return null;
end $$;

create trigger meet_customers after insert or update of buyer_email, recipient_email on gift_voucher
  for each row execute function meet_customers();
create trigger meet_customers after insert on orders for each row execute function meet_customers();
create trigger meet_customers after insert on product_inquiry for each row execute function meet_customers();
create trigger meet_customers after insert on contact_message for each row execute function meet_customers();
create trigger meet_customers after insert on appointment for each row execute function meet_customers();

create trigger forget_customers after update of buyer_email, recipient_email on gift_voucher
  for each row execute function forget_customers();
create trigger forget_customers after update of email on orders for each row execute function forget_customers();
create trigger forget_customers after delete on product_inquiry for each row execute function forget_customers();
create trigger forget_customers after delete on contact_message for each row execute function forget_customers();
create trigger forget_customers after delete on appointment for each row execute function forget_customers();

-- Emails -------------------------------------------------------------------------------------------------------------

-- Emails to send, inserted by the statement or batch that makes the change. The unique key prevents a second one.
create table outbox (
  id uuid primary key,
  key text not null unique,
  template text not null,
  recipient text not null,
  -- The template's values. Cleared 30 days after sending.
  data jsonb,
  created_at timestamptz not null,
  due_at timestamptz not null,
  -- Not sent from then on.
  send_before timestamptz,
  attempts integer not null default 0 check (attempts >= 0),
  claimed_until timestamptz,
  sent_at timestamptz,
  failed_at timestamptz,
  -- Must not be sent, unless it is cleared again.
  withdrawn_at timestamptz,
  last_error text,
  check (sent_at is null or failed_at is null)
);
create index outbox_due on outbox (due_at) where sent_at is null and failed_at is null and withdrawn_at is null;
create index outbox_failed on outbox (failed_at) where failed_at is not null;
create index outbox_gift on outbox (split_part(key, ':', 2)) where template = 'voucher-gift' and sent_at is null;
create index outbox_recipient on outbox (recipient);
-- For retention.
create index outbox_kept on outbox (coalesce(sent_at, failed_at, withdrawn_at)) where recipient <> '' or data is not null;

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

-- Activity -----------------------------------------------------------------------------------------------------------

-- Who did what to which row, by ids and amounts only. Append only.
create table activity (
  id bigint generated always as identity primary key,
  at timestamptz not null,
  actor text not null,
  action text not null,
  payment_id uuid references payment,
  voucher_id uuid references gift_voucher,
  order_id uuid references orders,
  product_id uuid references product,
  before jsonb,
  after jsonb
);
create index activity_newest on activity (at desc, id desc);
create index activity_of_payment on activity (payment_id) where payment_id is not null;
create index activity_of_order on activity (order_id, id) where order_id is not null;

create function keep_activity() returns trigger language plpgsql as $$
begin
  raise exception 'activity is append only';
end $$;

create trigger keep_activity before update or delete on activity
  for each row execute function keep_activity();
create trigger keep_activity_whole before truncate on activity
  for each statement execute function keep_activity();

-- Figures ------------------------------------------------------------------------------------------------------------

-- Money in and out, in pence, at the time when it moved.
create view takings as
  select paid_at as at, amount_pence as pence from payment where paid_at is not null and state <> 'unknown'
  union all
  -- Of a payment that was refunded because its amount differed, what was received counts, not what was ordered. The first
  -- refund of such a payment is of all that was received.
  select paid_at, received.pence - amount_pence
    from (
      select distinct on (payment_id) payment_id, pence from refund where cause = 'nothing_to_give'
      order by payment_id, created_at
    ) received join payment on payment.id = received.payment_id
    where purpose <> 'unknown' and paid_at is not null and state <> 'unknown' and received.pence <> amount_pence
  union all
  -- Unmatched payments are few: it is faster to list them once than to look up the payment of each refund.
  select created_at, -pence from refund
    where state <> 'failed' and payment_id not in (select id from payment where state = 'unknown')
  union all
  select decided_at, -lost_pence from dispute where lost_pence > 0
  union all
  select issued_at, original_pence from gift_voucher where paid_by in ('cash', 'card')
  union all
  select entry.created_at, entry.pence from voucher_entry entry join gift_voucher voucher on voucher.id = entry.voucher_id
    where entry.kind = 'refund' and voucher.paid_by in ('cash', 'card');

-- Who bought, and when.
create view purchases as
  select buyer_email as email, issued_at as at from gift_voucher
    where buyer_email <> '' and (payment_id is not null or paid_by in ('cash', 'card'))
  union all
  select email, placed_at from orders where email <> '';

-- Reconciliation -----------------------------------------------------------------------------------------------------

-- Where our books differ from Stripe's lists, or a voucher from its money, as the last reconciliation found it.
create table difference (
  id uuid primary key,
  kind text not null check (kind in ('nothing_given', 'given_twice', 'amounts_differ', 'balance_exceeds')),
  -- Id of the intent, or of the voucher for 'balance_exceeds'.
  subject text not null,
  voucher_id uuid references gift_voucher,
  -- At Stripe: received − refunded − lost. Of a voucher: the most that it may hold.
  expected_pence integer not null,
  -- The same by our books. Of a voucher: its balance.
  actual_pence integer not null,
  found_at timestamptz not null,
  unique (kind, subject)
);

-- Where a reconciliation that ran out of time continues. One row.
create table reconciliation (
  one boolean primary key default true check (one),
  -- The last intent that was compared; null: from the beginning.
  after_intent text
);
insert into reconciliation default values;
