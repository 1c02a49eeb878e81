-- The schema after all migrations, for reading. Generated from them by "npm run schema"; never applied.

create sequence purchase_number as integer start 1001;

create table activity (
  id bigint generated always as identity not null,
  at timestamp with time zone not null,
  actor text not null,
  action text not null,
  payment_id uuid,
  voucher_id uuid,
  order_id uuid,
  product_id uuid,
  before jsonb,
  after jsonb,
  FOREIGN KEY (order_id) REFERENCES orders(id),
  FOREIGN KEY (payment_id) REFERENCES payment(id),
  FOREIGN KEY (product_id) REFERENCES product(id),
  FOREIGN KEY (voucher_id) REFERENCES gift_voucher(id),
  PRIMARY KEY (id)
);

create table admin_device (
  secret_hash text not null,
  admin_id uuid not null,
  failures integer default 0 not null,
  expires_at timestamp with time zone not null,
  CHECK (((failures >= 0) AND (failures <= 5))),
  FOREIGN KEY (admin_id) REFERENCES admin_user(id),
  PRIMARY KEY (secret_hash)
);

create table admin_session (
  id uuid not null,
  admin_id uuid not null,
  secret_hash text not null,
  created_at timestamp with time zone not null,
  seen_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  browser text default 'an unknown browser'::text not null,
  proved_at timestamp with time zone,
  CHECK (((expires_at > created_at) AND (expires_at <= (created_at + '12:00:00'::interval)))),
  CHECK ((char_length(browser) <= 40)),
  FOREIGN KEY (admin_id) REFERENCES admin_user(id),
  PRIMARY KEY (id),
  UNIQUE (secret_hash)
);

create table admin_user (
  id uuid not null,
  email text,
  password_hash text,
  created_at timestamp with time zone not null,
  role text default 'owner'::text not null,
  name text default 'Administrator'::text not null,
  removed_at timestamp with time zone,
  recovery_codes text[] default '{}'::text[] not null,
  CHECK (((char_length(name) >= 1) AND (char_length(name) <= 60))),
  CHECK (((email IS NULL) = (removed_at IS NOT NULL))),
  CHECK (((removed_at IS NULL) OR (password_hash IS NULL))),
  CHECK ((cardinality(recovery_codes) <= 10)),
  CHECK ((email = lower(email))),
  CHECK ((password_hash ~ '^\$[a-z0-9]+\$'::text)),
  CHECK ((role = ANY (ARRAY['owner'::text, 'staff'::text]))),
  PRIMARY KEY (id),
  UNIQUE (email)
);

create table appointment (
  id uuid not null,
  request_id uuid,
  first_name text not null,
  last_name text not null,
  email text not null,
  phone text not null,
  service text not null,
  preferred_date date,
  insurance text,
  reason text,
  created_at timestamp with time zone not null,
  answered_at timestamp with time zone,
  note text,
  confirmed_for timestamp with time zone,
  confirmed_minutes integer,
  confirmations integer default 0 not null,
  day_part text,
  voucher_end text,
  words tsvector generated always as ((search_words(((((first_name || ' '::text) || last_name) || ' '::text) || email)) || phone_words(phone))) stored not null,
  CHECK (((char_length(note) >= 1) AND (char_length(note) <= 2000))),
  CHECK (((char_length(voucher_end) >= 2) AND (char_length(voucher_end) <= 4))),
  CHECK (((confirmed_for IS NULL) = (confirmations = 0))),
  CHECK (((confirmed_for IS NULL) = (confirmed_minutes IS NULL))),
  CHECK (((confirmed_minutes >= 5) AND (confirmed_minutes <= 480))),
  CHECK ((day_part = ANY (ARRAY['morning'::text, 'midday'::text, 'evening'::text]))),
  PRIMARY KEY (id),
  UNIQUE (request_id)
);

create table cancellation (
  id uuid not null,
  voucher_id uuid,
  order_id uuid,
  actor text not null,
  sent_on date not null,
  recorded_at timestamp with time zone not null,
  goods text,
  goods_on date,
  deducted_pence integer default 0 not null,
  deduction_reason text,
  CHECK (((deducted_pence = 0) = (deduction_reason IS NULL))),
  CHECK (((deducted_pence = 0) OR (goods = 'back'::text))),
  CHECK (((goods IS NULL) = (goods_on IS NULL))),
  CHECK (((goods IS NULL) OR (order_id IS NOT NULL))),
  CHECK ((char_length(deduction_reason) <= 300)),
  CHECK ((deducted_pence >= 0)),
  CHECK ((goods = ANY (ARRAY['back'::text, 'posted'::text]))),
  CHECK ((num_nonnulls(voucher_id, order_id) = 1)),
  FOREIGN KEY (order_id) REFERENCES orders(id),
  FOREIGN KEY (voucher_id) REFERENCES gift_voucher(id),
  PRIMARY KEY (id),
  UNIQUE (order_id),
  UNIQUE (voucher_id)
);

create table code_guess (
  day date not null,
  count integer not null,
  last_at timestamp with time zone not null,
  slowed_at timestamp with time zone,
  CHECK ((count > 0)),
  PRIMARY KEY (day)
);

create table contact_message (
  id uuid not null,
  request_id uuid,
  first_name text not null,
  last_name text not null,
  email text not null,
  phone text,
  subject text not null,
  message text not null,
  created_at timestamp with time zone not null,
  answered_at timestamp with time zone,
  note text,
  words tsvector generated always as ((search_words(((((((first_name || ' '::text) || last_name) || ' '::text) || email) || ' '::text) || subject)) || phone_words(phone))) stored not null,
  CHECK (((char_length(note) >= 1) AND (char_length(note) <= 2000))),
  PRIMARY KEY (id),
  UNIQUE (request_id)
);

create table customer (
  id uuid default gen_random_uuid() not null,
  email text not null,
  name text not null,
  named_at timestamp with time zone not null,
  last_seen timestamp with time zone not null,
  words tsvector generated always as (search_words(((name || ' '::text) || email))) stored not null,
  CHECK ((email <> ''::text)),
  PRIMARY KEY (id),
  UNIQUE (email)
);

create table difference (
  id uuid not null,
  kind text not null,
  subject text not null,
  voucher_id uuid,
  expected_pence integer not null,
  actual_pence integer not null,
  found_at timestamp with time zone not null,
  CHECK ((kind = ANY (ARRAY['nothing_given'::text, 'given_twice'::text, 'amounts_differ'::text, 'balance_exceeds'::text, 'refunds_exceed'::text]))),
  FOREIGN KEY (voucher_id) REFERENCES gift_voucher(id),
  PRIMARY KEY (id),
  UNIQUE (kind, subject)
);

create table dispute (
  id text not null,
  payment_id uuid not null,
  outcome text,
  lost_pence integer default 0 not null,
  decided_at timestamp with time zone,
  CHECK (((lost_pence = 0) OR (outcome = 'lost'::text))),
  CHECK (((outcome IS NULL) = (decided_at IS NULL))),
  CHECK ((lost_pence >= 0)),
  CHECK ((outcome = ANY (ARRAY['won'::text, 'lost'::text]))),
  FOREIGN KEY (payment_id) REFERENCES payment(id),
  PRIMARY KEY (id)
);

create table dispute_loss (
  id bigint generated always as identity not null,
  dispute_id text not null,
  at timestamp with time zone not null,
  pence integer not null,
  CHECK ((pence <> 0)),
  FOREIGN KEY (dispute_id) REFERENCES dispute(id),
  PRIMARY KEY (id)
);

create table email_event (
  record_type text not null,
  message_id text not null,
  bounce_id bigint not null,
  outbox_id uuid not null,
  type text not null,
  at timestamp with time zone not null,
  FOREIGN KEY (outbox_id) REFERENCES outbox(id) ON DELETE CASCADE,
  PRIMARY KEY (record_type, message_id, bounce_id)
);

create table failed_sign_in (
  id bigint generated always as identity not null,
  at timestamp with time zone not null,
  account text not null,
  address text not null,
  browser text not null,
  PRIMARY KEY (id)
);

create table fraud_alert (
  id uuid not null,
  stripe_id text not null,
  payment_id uuid not null,
  kind text not null,
  outcome text,
  refund_id uuid,
  opened_at timestamp with time zone not null,
  released_at timestamp with time zone,
  ended_at timestamp with time zone,
  CHECK (((outcome IS NULL) = (ended_at IS NULL))),
  CHECK (((refund_id IS NULL) OR (outcome = 'refunded'::text))),
  CHECK ((kind = ANY (ARRAY['warning'::text, 'review'::text]))),
  CHECK ((outcome = ANY (ARRAY['released'::text, 'acknowledged'::text, 'approved'::text, 'canceled'::text, 'disputed'::text, 'payment_never_settled'::text, 'redacted'::text, 'refunded'::text, 'refunded_as_fraud'::text]))),
  FOREIGN KEY (payment_id) REFERENCES payment(id),
  FOREIGN KEY (refund_id) REFERENCES refund(id),
  PRIMARY KEY (id),
  UNIQUE (stripe_id)
);

create table gift_voucher (
  id uuid not null,
  payment_id uuid,
  number integer,
  paid_by text default 'online'::text not null,
  code text not null,
  status text default 'active'::text not null,
  disputed_from text,
  original_pence integer not null,
  balance_pence integer not null,
  buyer_name text,
  buyer_email text,
  recipient_name text not null,
  recipient_email text,
  personal_message text,
  deliver_to text default 'recipient'::text not null,
  send_on date,
  issued_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  words tsvector generated always as ((search_words(((((((recipient_name || ' '::text) || COALESCE(recipient_email, ''::text)) || ' '::text) || COALESCE(buyer_name, ''::text)) || ' '::text) || COALESCE(buyer_email, ''::text))) || array_to_tsvector(ARRAY[('='::text || lower("left"(translate(code, 'ILO'::text, '110'::text), 9))), ('='::text || lower("right"(translate(code, 'ILO'::text, '110'::text), 4)))]))) stored not null,
  corrections integer default 0 not null,
  import_id uuid,
  code_generated boolean default true not null,
  taken_back boolean default false not null,
  tell_holder boolean default true not null,
  reminders boolean default true not null,
  reminders_stopped_at timestamp with time zone,
  by_phone boolean default false not null,
  CHECK (
CASE deliver_to
    WHEN 'recipient'::text THEN (recipient_email IS NOT NULL)
    WHEN 'buyer'::text THEN (recipient_email IS NULL)
    ELSE (payment_id IS NULL)
END),
  CHECK ((((original_pence >= 1) AND (original_pence <= 1000000)) AND ((paid_by = 'imported'::text) OR ((original_pence >= 30) AND (original_pence <= 50000))))),
  CHECK (((NOT by_phone) OR (paid_by = ANY (ARRAY['cash'::text, 'card'::text])))),
  CHECK (((NOT taken_back) OR ((paid_by = 'imported'::text) AND (status = 'void'::text)))),
  CHECK (((code ~ '^[0-9A-Z]{4,32}$'::text) AND ((length(code) >= 6) OR ((paid_by = 'imported'::text) AND (NOT code_generated))))),
  CHECK (((corrections >= 0) AND (corrections <= 4))),
  CHECK (((number IS NULL) = (payment_id IS NULL))),
  CHECK (((paid_by = 'imported'::text) = (import_id IS NOT NULL))),
  CHECK (((paid_by = 'online'::text) = (payment_id IS NOT NULL))),
  CHECK (((payment_id IS NULL) OR ((buyer_name IS NOT NULL) AND (buyer_email IS NOT NULL)))),
  CHECK (((send_on IS NULL) OR (deliver_to = 'recipient'::text))),
  CHECK (((status = 'disputed'::text) = (disputed_from IS NOT NULL))),
  CHECK ((balance_pence >= 0)),
  CHECK ((deliver_to = ANY (ARRAY['recipient'::text, 'buyer'::text, 'print'::text]))),
  CHECK ((disputed_from = ANY (ARRAY['active'::text, 'spent'::text, 'expired'::text, 'refunding'::text, 'refunded'::text, 'void'::text]))),
  CHECK ((expires_at > issued_at)),
  CHECK ((paid_by = ANY (ARRAY['online'::text, 'cash'::text, 'card'::text, 'complimentary'::text, 'imported'::text]))),
  CHECK ((status = ANY (ARRAY['active'::text, 'spent'::text, 'expired'::text, 'refunding'::text, 'refunded'::text, 'void'::text, 'disputed'::text]))),
  FOREIGN KEY (import_id) REFERENCES voucher_import(id),
  FOREIGN KEY (payment_id) REFERENCES payment(id),
  PRIMARY KEY (id),
  UNIQUE (number),
  UNIQUE (payment_id)
);

create table idempotent_result (
  endpoint text not null,
  target uuid not null,
  request_id uuid not null,
  request_hash text not null,
  answer jsonb not null,
  at timestamp with time zone not null,
  PRIMARY KEY (endpoint, target, request_id)
);

create table orders (
  id uuid not null,
  payment_id uuid not null,
  number integer default nextval('purchase_number'::regclass) not null,
  reference text not null,
  product_id uuid not null,
  product_name text not null,
  quantity integer not null,
  amount_pence integer not null,
  status text default 'completed'::text not null,
  fulfilment text default 'to_prepare'::text not null,
  first_name text not null,
  last_name text not null,
  email text not null,
  phone text,
  shipping_address jsonb not null,
  delivery text not null,
  placed_at timestamp with time zone not null,
  words tsvector generated always as (((search_words(((((((((first_name || ' '::text) || last_name) || ' '::text) || email) || ' '::text) || product_name) || ' '::text) || reference)) || array_to_tsvector(ARRAY[('<'::text || reverse(lower(reference)))])) || phone_words(phone))) stored not null,
  CHECK (((quantity >= 1) AND (quantity <= 1000))),
  CHECK ((amount_pence > 0)),
  CHECK ((delivery = ANY (ARRAY['collection'::text, 'local'::text]))),
  CHECK ((fulfilment = ANY (ARRAY['to_prepare'::text, 'ready'::text, 'collected'::text, 'delivered'::text]))),
  CHECK ((status = ANY (ARRAY['completed'::text, 'refunding'::text, 'part_refunded'::text, 'refunded'::text, 'disputed'::text]))),
  FOREIGN KEY (payment_id) REFERENCES payment(id),
  FOREIGN KEY (product_id) REFERENCES product(id),
  PRIMARY KEY (id),
  UNIQUE (number),
  UNIQUE (payment_id)
);

create table outage (
  service text not null,
  failures timestamp with time zone[] not null,
  cause text not null,
  starts_only boolean not null,
  since timestamp with time zone,
  CHECK ((cause = ANY (ARRAY['refused'::text, 'unreachable'::text]))),
  CHECK ((service = ANY (ARRAY['stripe'::text, 'postmark'::text]))),
  PRIMARY KEY (service)
);

create table outbox (
  id uuid not null,
  key text not null,
  template text not null,
  recipient text not null,
  data jsonb,
  created_at timestamp with time zone not null,
  due_at timestamp with time zone not null,
  send_before timestamp with time zone,
  attempts integer default 0 not null,
  claimed_until timestamp with time zone,
  sent_at timestamp with time zone,
  failed_at timestamp with time zone,
  withdrawn_at timestamp with time zone,
  last_error text,
  first_due_at timestamp with time zone,
  message_id text,
  accepted_at timestamp with time zone,
  bounced_at timestamp with time zone,
  bounce text,
  delayed_at timestamp with time zone,
  complained_at timestamp with time zone,
  dismissed_at timestamp with time zone,
  unanswered_at timestamp with time zone,
  about uuid generated always as (
CASE
    WHEN (split_part(key, ':'::text, 2) ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'::text) THEN (split_part(key, ':'::text, 2))::uuid
    ELSE NULL::uuid
END) stored,
  CHECK (((bounced_at IS NULL) = (bounce IS NULL))),
  CHECK (((sent_at IS NOT NULL) OR (COALESCE(accepted_at, bounced_at, delayed_at, complained_at) IS NULL))),
  CHECK (((sent_at IS NULL) OR (failed_at IS NULL))),
  CHECK ((attempts >= 0)),
  CHECK ((bounce = ANY (ARRAY['no_mailbox'::text, 'refused'::text, 'unreachable'::text]))),
  PRIMARY KEY (id),
  UNIQUE (key),
  UNIQUE (message_id)
);

create table passkey (
  id text not null,
  admin_id uuid not null,
  public_key text not null,
  counter bigint not null,
  name text not null,
  is_synced boolean not null,
  host text not null,
  created_at timestamp with time zone not null,
  used_at timestamp with time zone not null,
  CHECK (((char_length(id) >= 16) AND (char_length(id) <= 1400))),
  CHECK (((char_length(name) >= 1) AND (char_length(name) <= 60))),
  CHECK ((counter >= 0)),
  FOREIGN KEY (admin_id) REFERENCES admin_user(id),
  PRIMARY KEY (id)
);

create table password_reset (
  token_hash text not null,
  admin_id uuid not null,
  expires_at timestamp with time zone not null,
  mailed boolean default true not null,
  FOREIGN KEY (admin_id) REFERENCES admin_user(id),
  PRIMARY KEY (token_hash)
);

create table payment (
  id uuid not null,
  purpose text not null,
  state text default 'created'::text not null,
  disputed_from text,
  amount_pence integer not null,
  currency text default 'gbp'::text not null,
  lost_pence integer default 0 not null,
  purchase jsonb,
  request_id uuid,
  request_hash text,
  replaced boolean default false not null,
  stripe_payment_intent_id text,
  caller text,
  declines integer default 0 not null,
  dispute_syncs integer default 0 not null,
  created_at timestamp with time zone not null,
  pay_by timestamp with time zone not null,
  paid_at timestamp with time zone,
  settled_at timestamp with time zone,
  link_id uuid,
  effective_at timestamp with time zone generated always as (
CASE
    WHEN (paid_at IS NOT NULL) THEN effective_at(paid_at, settled_at)
    ELSE NULL::timestamp with time zone
END) stored,
  CHECK (((currency = 'gbp'::text) OR (state <> 'fulfilled'::text))),
  CHECK (((purpose <> 'gift_voucher'::text) OR ((amount_pence >= 30) AND (amount_pence <= 50000)))),
  CHECK (((purpose <> 'order'::text) OR ((amount_pence >= 30) AND (amount_pence <= 99999999)))),
  CHECK (((request_id IS NULL) = (request_hash IS NULL))),
  CHECK (((settled_at IS NULL) = (state = ANY (ARRAY['created'::text, 'processing'::text])))),
  CHECK (((state <> 'fulfilled'::text) OR ((paid_at IS NOT NULL) AND (stripe_payment_intent_id IS NOT NULL)))),
  CHECK (((state = 'disputed'::text) = (disputed_from IS NOT NULL))),
  CHECK ((amount_pence > 0)),
  CHECK ((currency ~ '^[a-z]{3}$'::text)),
  CHECK ((declines >= 0)),
  CHECK ((disputed_from = ANY (ARRAY['fulfilled'::text, 'refunding'::text, 'refunded'::text, 'unknown'::text]))),
  CHECK ((lost_pence >= 0)),
  CHECK ((pay_by > created_at)),
  CHECK ((purpose = ANY (ARRAY['gift_voucher'::text, 'order'::text, 'unknown'::text]))),
  CHECK ((state = ANY (ARRAY['created'::text, 'processing'::text, 'fulfilled'::text, 'cancelled'::text, 'refunding'::text, 'refunded'::text, 'disputed'::text, 'unknown'::text]))),
  PRIMARY KEY (id),
  UNIQUE (purpose, request_id),
  UNIQUE (stripe_payment_intent_id)
);

create table picture (
  id uuid not null,
  content_type text not null,
  bytes bytea not null,
  hash bytea generated always as (sha256(bytes)) stored not null,
  created_at timestamp with time zone not null,
  CHECK (((octet_length(bytes) >= 1) AND (octet_length(bytes) <= 307200))),
  CHECK ((content_type = ANY (ARRAY['image/webp'::text, 'image/png'::text, 'image/jpeg'::text, 'image/svg+xml'::text]))),
  PRIMARY KEY (id),
  UNIQUE (hash)
);

create table product (
  id uuid not null,
  name text not null,
  description text not null,
  price_pence integer not null,
  image text default ''::text not null,
  category text default 'Wellness'::text not null,
  in_stock boolean default true not null,
  stock integer default 0 not null,
  reserved integer default 0 not null,
  low_stock integer default 0 not null,
  features text[] default '{}'::text[] not null,
  benefits text[] default '{}'::text[] not null,
  frequencies text[] default '{}'::text[] not null,
  version integer default 1 not null,
  created_at timestamp with time zone not null,
  archived_at timestamp with time zone,
  words tsvector generated always as (search_words(((((name || ' '::text) || category) || ' '::text) || description))) stored not null,
  CHECK (((image = ''::text) OR (image ~~ '/%'::text) OR (image ~~ 'https://%'::text))),
  CHECK (((length(name) >= 2) AND (length(description) >= 10))),
  CHECK (((price_pence >= 30) AND (price_pence <= 1000000))),
  CHECK (((stock <= 100000) AND (low_stock <= 100000))),
  CHECK ((low_stock >= 0)),
  CHECK ((reserved <= stock)),
  CHECK ((reserved >= 0)),
  CHECK ((stock >= 0)),
  PRIMARY KEY (id)
);

create table product_inquiry (
  id uuid not null,
  request_id uuid,
  product_id uuid not null,
  first_name text not null,
  last_name text not null,
  email text not null,
  phone text,
  message text,
  quantity integer default 1 not null,
  created_at timestamp with time zone not null,
  answered_at timestamp with time zone,
  note text,
  words tsvector generated always as ((search_words(((((first_name || ' '::text) || last_name) || ' '::text) || email)) || phone_words(phone))) stored not null,
  CHECK (((char_length(note) >= 1) AND (char_length(note) <= 2000))),
  CHECK (((quantity >= 1) AND (quantity <= 1000))),
  FOREIGN KEY (product_id) REFERENCES product(id),
  PRIMARY KEY (id),
  UNIQUE (request_id)
);

create table reconciliation (
  one boolean default true not null,
  after_intent text,
  full_run_at timestamp with time zone,
  undelivered_at timestamp with time zone,
  steps_at jsonb default '{}'::jsonb not null,
  CHECK (one),
  PRIMARY KEY (one)
);

create table refund (
  id uuid not null,
  payment_id uuid not null,
  stripe_refund_id text,
  pence integer not null,
  cause text not null,
  state text not null,
  request_id uuid,
  request_hash text,
  created_at timestamp with time zone not null,
  settled_at timestamp with time zone,
  CHECK (((cause <> 'dashboard'::text) OR (stripe_refund_id IS NOT NULL))),
  CHECK (((request_id IS NULL) = (request_hash IS NULL))),
  CHECK (((settled_at IS NULL) = (state = ANY (ARRAY['due'::text, 'pending'::text])))),
  CHECK (((state = ANY (ARRAY['due'::text, 'failed'::text])) OR (stripe_refund_id IS NOT NULL) OR (cause = 'by_hand'::text))),
  CHECK ((cause = ANY (ARRAY['voucher'::text, 'order'::text, 'nothing_to_give'::text, 'dashboard'::text, 'by_hand'::text]))),
  CHECK ((pence > 0)),
  CHECK ((state = ANY (ARRAY['due'::text, 'pending'::text, 'succeeded'::text, 'failed'::text]))),
  FOREIGN KEY (payment_id) REFERENCES payment(id),
  PRIMARY KEY (id),
  UNIQUE (payment_id, request_id),
  UNIQUE (stripe_refund_id)
);

create table retired_code (
  code text not null,
  voucher_id uuid not null,
  retired_at timestamp with time zone not null,
  by_buyer boolean not null,
  CHECK (((code ~ '^[0-9A-Z]{4,32}$'::text) AND (code !~ '[ILO]'::text))),
  FOREIGN KEY (voucher_id) REFERENCES gift_voucher(id),
  PRIMARY KEY (code)
);

create table settings (
  one boolean default true not null,
  sale_emails text default 'each'::text not null,
  summarised_until timestamp with time zone default now() not null,
  reminders boolean default true not null,
  CHECK ((sale_emails = ANY (ARRAY['each'::text, 'daily'::text]))),
  CHECK (one),
  PRIMARY KEY (one)
);

create table sign_in_failure (
  account text not null,
  address text not null,
  failures integer not null,
  retry_at timestamp with time zone not null,
  CHECK ((failures > 0)),
  PRIMARY KEY (account, address)
);

create table site (
  one boolean default true not null,
  id uuid default gen_random_uuid() not null,
  had_owner boolean default false not null,
  passkeys_required boolean default false not null,
  CHECK (one),
  PRIMARY KEY (one)
);

create table stock_movement (
  id bigint generated always as identity not null,
  product_id uuid not null,
  payment_id uuid,
  refund_id uuid,
  restock_id uuid,
  kind text not null,
  quantity integer not null,
  actor text not null,
  at timestamp with time zone not null,
  CHECK (((kind <> 'restock'::text) OR (quantity > 0))),
  CHECK (((kind <> 'return'::text) OR ((quantity > 0) AND (payment_id IS NOT NULL)))),
  CHECK (((kind <> 'sale'::text) OR ((quantity < 0) AND (payment_id IS NOT NULL)))),
  CHECK (((restock_id IS NULL) = (kind <> 'restock'::text))),
  CHECK ((kind = ANY (ARRAY['sale'::text, 'restock'::text, 'return'::text, 'count'::text]))),
  CHECK ((quantity <> 0)),
  FOREIGN KEY (payment_id) REFERENCES payment(id),
  FOREIGN KEY (product_id) REFERENCES product(id),
  FOREIGN KEY (refund_id) REFERENCES refund(id),
  PRIMARY KEY (id),
  UNIQUE (refund_id),
  UNIQUE (restock_id)
);

create table stock_reservation (
  payment_id uuid not null,
  product_id uuid not null,
  quantity integer not null,
  price_pence integer not null,
  holder text,
  state text default 'held'::text not null,
  created_at timestamp with time zone not null,
  settled_at timestamp with time zone,
  CHECK (((quantity >= 1) AND (quantity <= 1000))),
  CHECK (((settled_at IS NULL) = (state = 'held'::text))),
  CHECK ((price_pence > 0)),
  CHECK ((state = ANY (ARRAY['held'::text, 'sold'::text, 'released'::text, 'lapsed'::text]))),
  FOREIGN KEY (payment_id) REFERENCES payment(id),
  FOREIGN KEY (product_id) REFERENCES product(id),
  PRIMARY KEY (payment_id)
);

create table throttle (
  kind text not null,
  key text not null,
  hits timestamp with time zone[] not null,
  admitted boolean not null,
  PRIMARY KEY (kind, key)
);

create table voucher_entry (
  id uuid not null,
  position bigint generated always as identity not null,
  voucher_id uuid not null,
  kind text not null,
  pence integer not null,
  balance_after integer not null,
  actor text not null,
  description text not null,
  private_notes text,
  reverses uuid,
  refund_id uuid,
  dispute_id text,
  created_at timestamp with time zone not null,
  happened_at timestamp with time zone,
  effective_at timestamp with time zone generated always as (effective_at(happened_at, created_at)) stored not null,
  CHECK (((kind <> 'adjust'::text) OR (pence <= 0) OR (balance_after <= 100000))),
  CHECK (((kind <> 'import'::text) OR (((pence >= 1) AND (pence <= 100000)) AND (balance_after = pence)))),
  CHECK (((kind <> 'issue'::text) OR ((pence > 0) AND (balance_after = pence)))),
  CHECK (((kind <> ALL (ARRAY['redeem'::text, 'refund'::text, 'expire'::text])) OR (pence <= 0))),
  CHECK (((kind = 'reverse'::text) = (reverses IS NOT NULL))),
  CHECK ((balance_after >= 0)),
  CHECK ((kind = ANY (ARRAY['issue'::text, 'import'::text, 'redeem'::text, 'adjust'::text, 'refund'::text, 'expire'::text, 'reverse'::text]))),
  FOREIGN KEY (dispute_id) REFERENCES dispute(id),
  FOREIGN KEY (refund_id) REFERENCES refund(id),
  FOREIGN KEY (reverses) REFERENCES voucher_entry(id),
  FOREIGN KEY (voucher_id) REFERENCES gift_voucher(id),
  PRIMARY KEY (id),
  UNIQUE (reverses)
);

create table voucher_import (
  id uuid not null,
  actor text not null,
  created_at timestamp with time zone not null,
  finished_at timestamp with time zone,
  taken_back_at timestamp with time zone,
  PRIMARY KEY (id)
);

create table website_build (
  id uuid not null,
  at timestamp with time zone not null,
  cause text not null,
  version integer not null,
  accepted boolean,
  CHECK ((cause = ANY (ARRAY['publish'::text, 'day'::text]))),
  FOREIGN KEY (version) REFERENCES website_version(version),
  PRIMARY KEY (id)
);

create table website_version (
  version integer not null,
  website jsonb not null,
  saved_by text not null,
  saved_at timestamp with time zone not null,
  published_at timestamp with time zone,
  CHECK ((version >= 1)),
  PRIMARY KEY (version)
);

create view customer_trace as
 SELECT gift_voucher.buyer_email AS email,
    'voucher_bought'::text AS kind,
    gift_voucher.id,
    gift_voucher.issued_at AS at
   FROM gift_voucher
UNION ALL
 SELECT gift_voucher.recipient_email AS email,
    'voucher_received'::text AS kind,
    gift_voucher.id,
    gift_voucher.issued_at AS at
   FROM gift_voucher
UNION ALL
 SELECT orders.email,
    'order'::text AS kind,
    orders.id,
    orders.placed_at AS at
   FROM orders
UNION ALL
 SELECT product_inquiry.email,
    'inquiry'::text AS kind,
    product_inquiry.id,
    product_inquiry.created_at AS at
   FROM product_inquiry
UNION ALL
 SELECT contact_message.email,
    'message'::text AS kind,
    contact_message.id,
    contact_message.created_at AS at
   FROM contact_message
UNION ALL
 SELECT appointment.email,
    'appointment'::text AS kind,
    appointment.id,
    appointment.created_at AS at
   FROM appointment;

create view freeze_cause as
 SELECT dispute.payment_id,
    'dispute'::text AS cause
   FROM dispute
  WHERE dispute.outcome IS NULL
UNION ALL
 SELECT fraud_alert.payment_id,
    fraud_alert.kind AS cause
   FROM fraud_alert
  WHERE fraud_alert.ended_at IS NULL;

create view purchases as
 SELECT gift_voucher.buyer_email AS email,
    gift_voucher.issued_at AS at
   FROM gift_voucher
  WHERE gift_voucher.buyer_email <> ''::text AND (gift_voucher.payment_id IS NOT NULL OR (gift_voucher.paid_by = ANY (ARRAY['cash'::text, 'card'::text])))
UNION ALL
 SELECT orders.email,
    orders.placed_at AS at
   FROM orders
  WHERE orders.email <> ''::text;

create view takings as
 SELECT payment.effective_at AS at,
    payment.amount_pence AS pence,
    payment.purpose,
    'received'::text AS kind,
    'online'::text AS method,
    payment.id,
    payment.id AS payment_id,
    NULL::uuid AS voucher_id,
    payment.stripe_payment_intent_id AS stripe_id,
    payment.paid_at AS happened_at
   FROM payment
  WHERE payment.effective_at IS NOT NULL AND payment.purpose <> 'unknown'::text AND payment.currency = 'gbp'::text
UNION ALL
 SELECT effective_at(payment.paid_at, received.created_at) AS at,
    received.pence - payment.amount_pence AS pence,
    payment.purpose,
    'received'::text AS kind,
    'online'::text AS method,
    md5(payment.id || 'correction'::text)::uuid AS id,
    payment.id AS payment_id,
    NULL::uuid AS voucher_id,
    payment.stripe_payment_intent_id AS stripe_id,
    payment.paid_at AS happened_at
   FROM ( SELECT DISTINCT ON (refund.payment_id) refund.payment_id,
            refund.pence,
            refund.created_at
           FROM refund
          WHERE refund.cause = 'nothing_to_give'::text
          ORDER BY refund.payment_id, refund.created_at) received
     JOIN payment ON payment.id = received.payment_id
  WHERE payment.effective_at IS NOT NULL AND payment.purpose <> 'unknown'::text AND payment.currency = 'gbp'::text AND received.pence <> payment.amount_pence
UNION ALL
 SELECT refund.created_at AS at,
    - refund.pence AS pence,
    payment.purpose,
    'refunded'::text AS kind,
        CASE refund.cause
            WHEN 'by_hand'::text THEN 'by_hand'::text
            ELSE 'online'::text
        END AS method,
    refund.id,
    refund.payment_id,
    NULL::uuid AS voucher_id,
    refund.stripe_refund_id AS stripe_id,
    refund.created_at AS happened_at
   FROM refund
     LEFT JOIN payment ON payment.id = refund.payment_id
  WHERE NOT (refund.payment_id IN ( SELECT payment_1.id
           FROM payment payment_1
          WHERE payment_1.purpose = 'unknown'::text OR payment_1.currency <> 'gbp'::text))
UNION ALL
 SELECT refund.settled_at AS at,
    refund.pence,
    payment.purpose,
    'refund_failed'::text AS kind,
        CASE refund.cause
            WHEN 'by_hand'::text THEN 'by_hand'::text
            ELSE 'online'::text
        END AS method,
    md5(refund.id || 'failed'::text)::uuid AS id,
    refund.payment_id,
    NULL::uuid AS voucher_id,
    refund.stripe_refund_id AS stripe_id,
    refund.settled_at AS happened_at
   FROM refund
     LEFT JOIN payment ON payment.id = refund.payment_id
  WHERE refund.state = 'failed'::text AND NOT (refund.payment_id IN ( SELECT payment_1.id
           FROM payment payment_1
          WHERE payment_1.purpose = 'unknown'::text OR payment_1.currency <> 'gbp'::text))
UNION ALL
 SELECT loss.at,
    - loss.pence AS pence,
    payment.purpose,
    'lost'::text AS kind,
    'online'::text AS method,
    md5('loss'::text || loss.id)::uuid AS id,
    dispute.payment_id,
    NULL::uuid AS voucher_id,
    loss.dispute_id AS stripe_id,
    loss.at AS happened_at
   FROM dispute_loss loss
     JOIN dispute ON dispute.id = loss.dispute_id
     LEFT JOIN payment ON payment.id = dispute.payment_id
  WHERE NOT (dispute.payment_id IN ( SELECT payment_1.id
           FROM payment payment_1
          WHERE payment_1.purpose = 'unknown'::text OR payment_1.currency <> 'gbp'::text))
UNION ALL
 SELECT gift_voucher.issued_at AS at,
    gift_voucher.original_pence AS pence,
    'gift_voucher'::text AS purpose,
    'received'::text AS kind,
    gift_voucher.paid_by AS method,
    gift_voucher.id,
    NULL::uuid AS payment_id,
    gift_voucher.id AS voucher_id,
    NULL::text AS stripe_id,
    gift_voucher.issued_at AS happened_at
   FROM gift_voucher
  WHERE gift_voucher.paid_by = ANY (ARRAY['cash'::text, 'card'::text])
UNION ALL
 SELECT entry.created_at AS at,
    entry.pence,
    'gift_voucher'::text AS purpose,
    'refunded'::text AS kind,
    voucher.paid_by AS method,
    entry.id,
    NULL::uuid AS payment_id,
    voucher.id AS voucher_id,
    NULL::text AS stripe_id,
    entry.created_at AS happened_at
   FROM voucher_entry entry
     JOIN gift_voucher voucher ON voucher.id = entry.voucher_id
  WHERE entry.kind = 'refund'::text AND (voucher.paid_by = ANY (ARRAY['cash'::text, 'card'::text]));

create view voucher_backing as
 SELECT voucher.id AS voucher_id,
    voucher.payment_id,
    (
        CASE
            WHEN voucher.paid_by = 'imported'::text THEN 0
            ELSE COALESCE(payment.amount_pence, voucher.original_pence)
        END - COALESCE(payment.lost_pence, 0) + COALESCE(( SELECT sum(entry.pence) AS sum
           FROM voucher_entry entry
             LEFT JOIN voucher_entry original ON original.id = entry.reverses
          WHERE entry.voucher_id = voucher.id AND
                CASE COALESCE(original.kind, entry.kind)
                    WHEN 'redeem'::text THEN true
                    WHEN 'import'::text THEN true
                    WHEN 'adjust'::text THEN COALESCE(original.refund_id, entry.refund_id) IS NULL
                    WHEN 'refund'::text THEN voucher.payment_id IS NULL
                    ELSE false
                END), 0::bigint) - COALESCE(( SELECT sum(refund.pence) AS sum
           FROM refund
          WHERE refund.payment_id = payment.id AND refund.state <> 'failed'::text), 0::bigint))::integer AS pence
   FROM gift_voucher voucher
     LEFT JOIN payment ON payment.id = voucher.payment_id;

CREATE INDEX activity_newest ON public.activity USING btree (at DESC, id DESC);
CREATE INDEX activity_of_order ON public.activity USING btree (order_id, id) WHERE (order_id IS NOT NULL);
CREATE INDEX activity_of_payment ON public.activity USING btree (payment_id) WHERE (payment_id IS NOT NULL);
CREATE INDEX appointment_email ON public.appointment USING btree (email);
CREATE INDEX appointment_newest ON public.appointment USING btree (created_at DESC, id DESC);
CREATE INDEX appointment_search ON public.appointment USING gin (words);
CREATE INDEX contact_message_email ON public.contact_message USING btree (email);
CREATE INDEX contact_message_newest ON public.contact_message USING btree (created_at DESC, id DESC);
CREATE INDEX contact_message_search ON public.contact_message USING gin (words);
CREATE INDEX customer_by_name ON public.customer USING btree (fold_search(COALESCE(NULLIF(name, ''::text), email)), id) INCLUDE (last_seen);
CREATE INDEX customer_newest ON public.customer USING btree (last_seen DESC, id DESC) INCLUDE (words);
CREATE INDEX customer_search ON public.customer USING gin (words);
CREATE INDEX dispute_of_payment ON public.dispute USING btree (payment_id);
CREATE INDEX email_event_outbox ON public.email_event USING btree (outbox_id);
CREATE INDEX failed_sign_in_newest ON public.failed_sign_in USING btree (at);
CREATE INDEX fraud_alert_of_payment ON public.fraud_alert USING btree (payment_id);
CREATE INDEX gift_voucher_active ON public.gift_voucher USING btree (expires_at) INCLUDE (id, balance_pence) WHERE (status = 'active'::text);
CREATE INDEX gift_voucher_buyer ON public.gift_voucher USING btree (buyer_email, issued_at) INCLUDE (payment_id, paid_by);
CREATE INDEX gift_voucher_by_clinic ON public.gift_voucher USING btree (paid_by, id) WHERE (paid_by <> 'online'::text);
CREATE UNIQUE INDEX gift_voucher_code ON public.gift_voucher USING btree (translate(code, 'ILO'::text, '110'::text));
CREATE INDEX gift_voucher_desk ON public.gift_voucher USING btree (issued_at) INCLUDE (original_pence) WHERE (paid_by = ANY (ARRAY['cash'::text, 'card'::text]));
CREATE INDEX gift_voucher_newest ON public.gift_voucher USING btree (issued_at DESC, id DESC);
CREATE INDEX gift_voucher_owed ON public.gift_voucher USING btree (paid_by) INCLUDE (balance_pence) WHERE (balance_pence > 0);
CREATE INDEX gift_voucher_purchase_newest ON public.gift_voucher USING btree (issued_at) INCLUDE (buyer_email) WHERE ((buyer_email <> ''::text) AND ((payment_id IS NOT NULL) OR (paid_by = ANY (ARRAY['cash'::text, 'card'::text]))));
CREATE INDEX gift_voucher_recipient ON public.gift_voucher USING btree (recipient_email);
CREATE INDEX gift_voucher_search ON public.gift_voucher USING gin (words);
CREATE INDEX gift_voucher_sold ON public.gift_voucher USING btree (issued_at) WHERE ((paid_by <> ALL (ARRAY['complimentary'::text, 'imported'::text])) AND (status <> ALL (ARRAY['refunded'::text, 'void'::text])));
CREATE INDEX orders_customer ON public.orders USING btree (email, placed_at);
CREATE INDEX orders_newest ON public.orders USING btree (placed_at DESC, id DESC) INCLUDE (email, quantity, status);
CREATE INDEX orders_search ON public.orders USING gin (words);
CREATE INDEX outbox_due ON public.outbox USING btree (due_at) WHERE ((sent_at IS NULL) AND (failed_at IS NULL) AND (withdrawn_at IS NULL));
CREATE INDEX outbox_kept ON public.outbox USING btree (COALESCE(sent_at, failed_at, withdrawn_at)) WHERE ((recipient <> ''::text) OR (data IS NOT NULL));
CREATE INDEX outbox_of ON public.outbox USING btree (about, created_at DESC) WHERE (about IS NOT NULL);
CREATE INDEX outbox_recipient ON public.outbox USING btree (recipient);
CREATE INDEX outbox_undelivered ON public.outbox USING btree (id) WHERE ((bounced_at IS NOT NULL) OR (failed_at IS NOT NULL) OR (delayed_at IS NOT NULL));
CREATE INDEX passkey_admin ON public.passkey USING btree (admin_id);
CREATE INDEX payment_begun ON public.payment USING btree (created_at) INCLUDE (paid_at) WHERE ((purpose <> 'unknown'::text) AND (NOT replaced));
CREATE UNIQUE INDEX payment_link ON public.payment USING btree (COALESCE(link_id, id));
CREATE INDEX payment_open ON public.payment USING btree (pay_by) WHERE (settled_at IS NULL);
CREATE INDEX payment_received ON public.payment USING btree (effective_at) INCLUDE (amount_pence, purpose, paid_at) WHERE ((effective_at IS NOT NULL) AND (purpose <> 'unknown'::text) AND (currency = 'gbp'::text));
CREATE INDEX payment_to_blank ON public.payment USING btree (created_at) WHERE (caller IS NOT NULL);
CREATE INDEX payment_unfulfilled ON public.payment USING btree (created_at) WHERE ((purchase IS NOT NULL) AND (state <> 'fulfilled'::text));
CREATE INDEX payment_watched ON public.payment USING btree (state) WHERE ((state = ANY (ARRAY['unknown'::text, 'disputed'::text])) OR (purpose = 'unknown'::text) OR (currency <> 'gbp'::text));
CREATE INDEX product_inquiry_email ON public.product_inquiry USING btree (email);
CREATE INDEX product_inquiry_newest ON public.product_inquiry USING btree (created_at DESC, id DESC);
CREATE INDEX product_inquiry_search ON public.product_inquiry USING gin (words);
CREATE INDEX refund_open ON public.refund USING btree (created_at) WHERE (settled_at IS NULL);
CREATE INDEX refund_rare ON public.refund USING btree (payment_id, created_at) INCLUDE (pence) WHERE ((cause = 'nothing_to_give'::text) OR (state = 'failed'::text));
CREATE UNIQUE INDEX retired_code_by_buyer ON public.retired_code USING btree (voucher_id) WHERE by_buyer;
CREATE INDEX stock_movement_return ON public.stock_movement USING btree (payment_id) WHERE (kind = 'return'::text);
CREATE UNIQUE INDEX stock_movement_sale ON public.stock_movement USING btree (payment_id) WHERE (kind = 'sale'::text);
CREATE INDEX stock_reservation_ended ON public.stock_reservation USING btree (product_id, settled_at) WHERE (settled_at IS NOT NULL);
CREATE INDEX stock_reservation_of_holder ON public.stock_reservation USING btree (holder, product_id) WHERE (holder IS NOT NULL);
CREATE INDEX stock_reservation_to_blank ON public.stock_reservation USING btree (COALESCE(settled_at, created_at)) WHERE (holder IS NOT NULL);
CREATE INDEX voucher_entry_effective ON public.voucher_entry USING btree (effective_at) INCLUDE (voucher_id, "position", pence, balance_after, kind, reverses, happened_at);
CREATE UNIQUE INDEX voucher_entry_first ON public.voucher_entry USING btree (voucher_id) WHERE (kind = ANY (ARRAY['issue'::text, 'import'::text]));
CREATE INDEX voucher_entry_ledger ON public.voucher_entry USING btree (voucher_id, "position");
CREATE INDEX voucher_entry_of_dispute ON public.voucher_entry USING btree (dispute_id) WHERE (dispute_id IS NOT NULL);
CREATE INDEX voucher_entry_of_refund ON public.voucher_entry USING btree (refund_id) WHERE (refund_id IS NOT NULL);
CREATE INDEX voucher_entry_refund ON public.voucher_entry USING btree (voucher_id) INCLUDE (created_at, pence) WHERE (kind = 'refund'::text);

CREATE OR REPLACE FUNCTION public.begin_reminders()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  new.reminders_stopped_at := null;
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION public.check_code()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if exists (select from retired_code where code = translate(new.code, 'ILO', '110')) then
    raise unique_violation using message = 'this code was replaced', constraint = 'gift_voucher_code';
  end if;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.check_returned()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if (select sum(quantity) from stock_movement where payment_id = new.payment_id and kind in ('sale', 'return')) > 0 then
    raise exception 'more of payment % would come back than was sold', new.payment_id;
  end if;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.check_voucher_balance()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  voucher uuid := case when tg_table_name = 'gift_voucher' then new.id else (to_jsonb(new) ->> 'voucher_id')::uuid end;
begin
  if (select balance_pence from gift_voucher where id = voucher)
    is distinct from (select coalesce(sum(pence), 0) from voucher_entry where voucher_id = voucher)
  then
    raise exception 'the balance of voucher % is not the sum of its entries', voucher;
  end if;
  -- What Stripe has refunded or a bank taken is recorded, whatever it is. An admin may refund a payment under a fraud
  -- warning or review in full.
  if tg_table_name = 'voucher_entry' and to_jsonb(new) ->> 'kind' = 'refund' and exists (
    select from voucher_entry refund
      join gift_voucher bought on bought.id = refund.voucher_id
      left join payment on payment.id = bought.payment_id
    where refund.id = new.id and (bought.payment_id is null or refund.actor <> 'stripe')
      and not exists (select from fraud_alert where fraud_alert.refund_id = refund.refund_id)
      and -refund.pence > greatest(0,
        coalesce(payment.amount_pence, case when bought.paid_by in ('cash', 'card') then bought.original_pence else 0 end)
        + (
          select coalesce(sum(entry.pence), 0) from voucher_entry entry left join voucher_entry original on original.id = entry.reverses
          where entry.voucher_id = bought.id and entry.position < refund.position
            and coalesce(original.kind, entry.kind) in ('redeem', 'refund')
        ))
  ) then
    raise exception 'more would be refunded for voucher % than was paid and not used', voucher;
  end if;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.clear_old_callers()
 RETURNS boolean
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  with due as materialized (
    select ctid from payment
    where caller is not null and (settled_at is not null or created_at < now() - interval '1 day')
    limit 5000 for update skip locked
  ),
  done as (update payment old set caller = null from due where old.ctid = due.ctid returning 1)
  select count(*) = 5000 from done
$function$
;

CREATE OR REPLACE FUNCTION public.clear_old_emails()
 RETURNS boolean
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  with due as materialized (
    select ctid from outbox
    where (recipient <> '' or data is not null)
      and coalesce(sent_at, failed_at, withdrawn_at) < now() - interval '30 days'
    limit 5000 for update skip locked
  ),
  done as (
    update outbox old set data = null, recipient = '', last_error = null from due where old.ctid = due.ctid returning 1
  )
  select count(*) = 5000 from done
$function$
;

CREATE OR REPLACE FUNCTION public.clear_old_holders()
 RETURNS boolean
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  with due as materialized (
    select ctid from stock_reservation
    where holder is not null and coalesce(settled_at, created_at) < now() - interval '1 day'
    limit 5000 for update skip locked
  ),
  done as (update stock_reservation old set holder = null from due where old.ctid = due.ctid returning 1)
  select count(*) = 5000 from done
$function$
;

CREATE OR REPLACE FUNCTION public.clear_unpaid_purchases()
 RETURNS boolean
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  with due as materialized (
    select ctid from payment
    where purchase is not null and state = 'cancelled' and settled_at < now() - interval '30 days'
    limit 5000 for update skip locked
  ),
  done as (update payment old set purchase = null from due where old.ctid = due.ctid returning 1)
  select count(*) = 5000 from done
$function$
;

CREATE OR REPLACE FUNCTION public.code_end(text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
RETURN "right"($1, LEAST(4, (length($1) / 4)))
;

CREATE OR REPLACE FUNCTION public.delete_old_appointments()
 RETURNS boolean
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  with due as materialized (
    select ctid from appointment
    -- It may be confirmed for a day two years ahead.
    where coalesce(confirmed_for, '-infinity') < now() - interval '12 months'
      and (answered_at < now() - interval '12 months'
        or (answered_at is null and created_at < now() - interval '24 months'))
    limit 5000 for update skip locked
  ),
  done as (delete from appointment old using due where old.ctid = due.ctid returning 1)
  select count(*) = 5000 from done
$function$
;

CREATE OR REPLACE FUNCTION public.delete_old_failed_sign_ins()
 RETURNS boolean
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  with due as materialized (
    select ctid from failed_sign_in where at < now() - interval '30 days' limit 5000 for update skip locked
  ),
  done as (delete from failed_sign_in old using due where old.ctid = due.ctid returning 1)
  select count(*) = 5000 from done
$function$
;

CREATE OR REPLACE FUNCTION public.delete_old_failure_counts()
 RETURNS boolean
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  with due as materialized (
    select ctid from sign_in_failure where retry_at < now() - interval '30 days' limit 5000 for update skip locked
  ),
  done as (delete from sign_in_failure old using due where old.ctid = due.ctid returning 1)
  select count(*) = 5000 from done
$function$
;

CREATE OR REPLACE FUNCTION public.delete_old_hits()
 RETURNS boolean
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  with due as materialized (
    select ctid from throttle where hits[cardinality(hits)] < now() - interval '1 day' limit 5000 for update skip locked
  ),
  done as (delete from throttle old using due where old.ctid = due.ctid returning 1)
  select count(*) = 5000 from done
$function$
;

CREATE OR REPLACE FUNCTION public.delete_old_inquiries()
 RETURNS boolean
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  with due as materialized (
    select ctid from product_inquiry
    where answered_at < now() - interval '12 months'
      or (answered_at is null and created_at < now() - interval '24 months')
    limit 5000 for update skip locked
  ),
  done as (delete from product_inquiry old using due where old.ctid = due.ctid returning 1)
  select count(*) = 5000 from done
$function$
;

CREATE OR REPLACE FUNCTION public.delete_old_messages()
 RETURNS boolean
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  with due as materialized (
    select ctid from contact_message
    where answered_at < now() - interval '12 months'
      or (answered_at is null and created_at < now() - interval '24 months')
    limit 5000 for update skip locked
  ),
  done as (delete from contact_message old using due where old.ctid = due.ctid returning 1)
  select count(*) = 5000 from done
$function$
;

CREATE OR REPLACE FUNCTION public.effective_at(happened timestamp with time zone, written timestamp with time zone)
 RETURNS timestamp with time zone
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN CASE WHEN ((((written AT TIME ZONE 'Europe/London'::text) - '06:00:00'::interval))::date <= ((happened AT TIME ZONE 'Europe/London'::text))::date) THEN happened ELSE written END
;

CREATE OR REPLACE FUNCTION public.end_cancelled()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if 'active' in (new.status, new.disputed_from)
    and exists (select from public.cancellation where voucher_id = new.id)
  then
    new.status := case new.status when 'active' then 'refunding' else new.status end;
    new.disputed_from := case new.disputed_from when 'active' then 'refunding' else new.disputed_from end;
  end if;
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION public.erase_texts(whose text)
 RETURNS jsonb
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  with entries as (
    update voucher_entry set description = '', private_notes = null
    where actor <> 'stripe'
      and voucher_id in (select id from gift_voucher where buyer_email = whose or recipient_email = whose)
  ),
  inquiries as (delete from product_inquiry where email = whose returning 1),
  messages as (delete from contact_message where email = whose returning 1),
  appointments as (delete from appointment where email = whose returning 1)
  select jsonb_build_object(
    'inquiries', (select count(*) from inquiries),
    'messages', (select count(*) from messages),
    'appointments', (select count(*) from appointments))
$function$
;

CREATE OR REPLACE FUNCTION public.fold_search(text)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$
declare
  folded text := lower($1);
begin
  if octet_length(folded) > length(folded) then
    -- Compatibility forms too: letters of other widths, ligatures.
    folded := lower(normalize(translate(folded, '’‘ʼʻ´′‐‑‒–—−־', '-------------'), nfkd));
    -- Combining marks and what has no width.
    folded := regexp_replace(folded, U&'[\00ad\0300-\036f\0483-\0487\0591-\05c7\064b-\065f\0670\200b-\200f\202a-\202e\2060-\206f\fe00-\fe0f\feff]+', '', 'g');
    -- Signs and spaces beyond ASCII.
    folded := regexp_replace(folded, U&'[\0080-\00a9\00ab-\00b4\00b6-\00b9\00bb-\00bf\2000-\205f\3000-\3003\3008-\301f]+', ' ', 'g');
    folded := replace(replace(replace(replace(folded, 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th');
    folded := translate(folded, 'øłđðıς', 'olddiσ');
  end if;
  return regexp_replace(replace(replace(folded, '''', '-'), '`', '-'), E'[\\u0001-,./:-@\\[-`{-~]+', ' ', 'g');
end $function$
;

CREATE OR REPLACE FUNCTION public.forget_customers()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  delete from customer
  where email in (to_jsonb(old) ->> 'email', to_jsonb(old) ->> 'buyer_email', to_jsonb(old) ->> 'recipient_email')
    and not exists (select from customer_trace trace where trace.email = customer.email);
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.forget_import(import uuid)
 RETURNS boolean
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  with due as (
    select id from gift_voucher voucher
    where import_id = import and taken_back
      and (recipient_name <> '' or recipient_email is not null or buyer_name is not null
        or exists (select from voucher_entry entry where entry.voucher_id = voucher.id and private_notes is not null))
    limit 500 for no key update
  ),
  notes as (
    update voucher_entry set description = '', private_notes = null
    from due where voucher_id = due.id and private_notes is not null
  ),
  done as (
    update gift_voucher set buyer_name = null, recipient_name = '', recipient_email = null
    from due where gift_voucher.id = due.id returning 1
  )
  select count(*) = 500 from done
$function$
;

CREATE OR REPLACE FUNCTION public.keep_activity()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception 'activity is append only';
end $function$
;

CREATE OR REPLACE FUNCTION public.keep_an_owner()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform from public.site for update;
  if not exists (select from public.admin_user where role = 'owner' and password_hash is not null) then
    raise exception 'the last owner' using errcode = 'check_violation', constraint = 'admin_user_owner';
  end if;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.keep_ledger()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'UPDATE'
    and (to_jsonb(new) - 'description' - 'private_notes' - 'effective_at')
      = (to_jsonb(old) - 'description' - 'private_notes' - 'effective_at')
    and new.description = '' and new.private_notes is null
  then
    return new; -- erasure blanks what people typed, and nothing else
  end if;
  raise exception 'the voucher ledger is append only';
end $function$
;

CREATE OR REPLACE FUNCTION public.may_remind(voucher gift_voucher)
 RETURNS boolean
 LANGUAGE sql
 STABLE
RETURN (((voucher).status = 'active'::text) AND ((voucher).balance_pence > 0) AND (voucher).reminders AND ((voucher).reminders_stopped_at IS NULL) AND ((voucher).buyer_name IS DISTINCT FROM ''::text) AND (COALESCE((voucher).recipient_email, (voucher).buyer_email) <> ''::text) AND (SELECT settings.reminders FROM settings))
;

CREATE OR REPLACE FUNCTION public.meet_customers()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
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
end $function$
;

CREATE OR REPLACE FUNCTION public.number_purchase()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if new.payment_id is not null then
    new.number := nextval('purchase_number');
  end if;
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION public.phone_digits(text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
RETURN regexp_replace(regexp_replace($1, '\D'::text, ''::text, 'g'::text), '^0*(44)?0*'::text, ''::text)
;

CREATE OR REPLACE FUNCTION public.phone_words(text)
 RETURNS tsvector
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN CASE WHEN (phone_digits($1) <> ''::text) THEN (SELECT array_to_tsvector((array_agg(('+'::text || numbers.digits)) || array_agg(('-'::text || reverse(numbers.digits))))) AS array_to_tsvector FROM (SELECT phone_digits($1) AS digits UNION SELECT phone_digits(number.number[1]) AS phone_digits FROM regexp_matches($1, '\+?\d(?:[ ().-]*\d){6,14}'::text, 'g'::text) number(number)) numbers) ELSE ''::tsvector END
;

CREATE OR REPLACE FUNCTION public.remember_owner()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  update site set had_owner = true where not had_owner;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.search_query(text, shortest integer)
 RETURNS tsquery
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$
  select string_agg(
    case when token like '%-%' then format('(%s | %L:*)', parts, left(replace(token, '-', ''), 40)) else parts end, ' & '
  )::tsquery
  from string_to_table(public.fold_search($1), ' ') token, lateral (
    select string_agg(format('%L:*', left(part, 40)), ' & ')
    from string_to_table(token, '-') part where length(part) >= greatest(shortest, 1)
  ) long (parts)
  where parts is not null
$function$
;

CREATE OR REPLACE FUNCTION public.search_words(text)
 RETURNS tsvector
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$
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
end $function$
;

CREATE OR REPLACE FUNCTION public.uses_of(entries jsonb)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
RETURN (SELECT jsonb_agg(jsonb_build_object('day', ((entry.created_at AT TIME ZONE 'Europe/London'::text))::date, 'pence', (- entry.pence)) ORDER BY entry."position") AS jsonb_agg FROM voucher_entry entry WHERE ((entry.id IN (SELECT (element.value)::uuid AS element FROM jsonb_array_elements_text(uses_of.entries) element(value))) AND (NOT (EXISTS (SELECT FROM voucher_entry reversal WHERE (reversal.reverses = entry.id))))))
;

CREATE TRIGGER keep_activity BEFORE DELETE OR UPDATE ON public.activity FOR EACH ROW EXECUTE FUNCTION keep_activity();
CREATE TRIGGER keep_activity_whole BEFORE TRUNCATE ON public.activity FOR EACH STATEMENT EXECUTE FUNCTION keep_activity();
CREATE TRIGGER keep_an_owner AFTER UPDATE OF role, removed_at ON public.admin_user FOR EACH ROW WHEN (((old.role = 'owner'::text) AND (old.password_hash IS NOT NULL))) EXECUTE FUNCTION keep_an_owner();
CREATE TRIGGER remember_owner AFTER INSERT ON public.admin_user FOR EACH STATEMENT EXECUTE FUNCTION remember_owner();
CREATE TRIGGER forget_customers AFTER DELETE OR UPDATE OF email ON public.appointment FOR EACH ROW EXECUTE FUNCTION forget_customers();
CREATE TRIGGER meet_customers AFTER INSERT OR UPDATE OF email ON public.appointment FOR EACH ROW EXECUTE FUNCTION meet_customers();
CREATE TRIGGER forget_customers AFTER DELETE OR UPDATE OF email ON public.contact_message FOR EACH ROW EXECUTE FUNCTION forget_customers();
CREATE TRIGGER meet_customers AFTER INSERT OR UPDATE OF email ON public.contact_message FOR EACH ROW EXECUTE FUNCTION meet_customers();
CREATE TRIGGER begin_reminders BEFORE UPDATE OF recipient_email ON public.gift_voucher FOR EACH ROW WHEN (((new.recipient_email <> ''::text) AND (new.recipient_email IS DISTINCT FROM old.recipient_email))) EXECUTE FUNCTION begin_reminders();
CREATE TRIGGER check_code AFTER INSERT OR UPDATE OF code ON public.gift_voucher FOR EACH ROW EXECUTE FUNCTION check_code();
CREATE TRIGGER end_cancelled BEFORE UPDATE OF status, disputed_from ON public.gift_voucher FOR EACH ROW EXECUTE FUNCTION end_cancelled();
CREATE TRIGGER forget_customers AFTER UPDATE OF buyer_email, recipient_email ON public.gift_voucher FOR EACH ROW EXECUTE FUNCTION forget_customers();
CREATE TRIGGER meet_customers AFTER INSERT OR UPDATE OF buyer_email, recipient_email ON public.gift_voucher FOR EACH ROW EXECUTE FUNCTION meet_customers();
CREATE TRIGGER number_purchase BEFORE INSERT ON public.gift_voucher FOR EACH ROW EXECUTE FUNCTION number_purchase();
CREATE CONSTRAINT TRIGGER voucher_balance_is_ledger AFTER INSERT OR UPDATE ON public.gift_voucher DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION check_voucher_balance();
CREATE TRIGGER forget_customers AFTER UPDATE OF email ON public.orders FOR EACH ROW EXECUTE FUNCTION forget_customers();
CREATE TRIGGER meet_customers AFTER INSERT OR UPDATE OF email ON public.orders FOR EACH ROW EXECUTE FUNCTION meet_customers();
CREATE TRIGGER forget_customers AFTER DELETE OR UPDATE OF email ON public.product_inquiry FOR EACH ROW EXECUTE FUNCTION forget_customers();
CREATE TRIGGER meet_customers AFTER INSERT OR UPDATE OF email ON public.product_inquiry FOR EACH ROW EXECUTE FUNCTION meet_customers();
CREATE CONSTRAINT TRIGGER no_more_returned_than_sold AFTER INSERT ON public.stock_movement DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ((new.kind = 'return'::text)) EXECUTE FUNCTION check_returned();
CREATE TRIGGER keep_ledger BEFORE DELETE OR UPDATE ON public.voucher_entry FOR EACH ROW EXECUTE FUNCTION keep_ledger();
CREATE TRIGGER keep_ledger_whole BEFORE TRUNCATE ON public.voucher_entry FOR EACH STATEMENT EXECUTE FUNCTION keep_ledger();
CREATE CONSTRAINT TRIGGER ledger_is_voucher_balance AFTER INSERT ON public.voucher_entry DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION check_voucher_balance();
