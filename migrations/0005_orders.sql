-- Buying a product: what is held while it is paid, what was ordered, and how stock moved.

alter table payment drop constraint payment_purpose_check;
alter table payment add constraint payment_purpose_check check (purpose in ('gift_voucher', 'order'));
alter table payment add check (purpose <> 'order' or amount_pence between 30 and 99999999);

-- One per payment for a product. A hold is a promise: it is kept at its price, whatever happens to the product meanwhile.
create table stock_reservation (
  payment_id uuid primary key references payment,
  product_id uuid not null references product,
  quantity integer not null check (quantity between 1 and 1000),
  price_pence integer not null check (price_pence > 0),
  -- Hash of who holds it: nobody may empty the shelf by not paying.
  holder text not null,
  state text not null default 'held' check (state in ('held', 'sold', 'released')),
  created_at timestamptz not null,
  settled_at timestamptz,
  check ((settled_at is null) = (state = 'held'))
);

create index stock_reservation_held on stock_reservation (holder) where state = 'held';

create table stock_movement (
  id bigint generated always as identity primary key,
  product_id uuid not null references product,
  payment_id uuid references payment,
  kind text not null check (kind in ('sale', 'restock', 'return', 'count')),
  quantity integer not null check (quantity <> 0),
  actor text not null,
  at timestamptz not null,
  check (kind <> 'sale' or (quantity < 0 and payment_id is not null))
);

create unique index stock_movement_sale on stock_movement (payment_id) where kind = 'sale';

create table orders (
  id uuid primary key,
  payment_id uuid not null unique references payment,
  product_id uuid not null references product,
  -- As it was called when it was bought.
  product_name text not null,
  first_name text not null,
  last_name text not null,
  email text not null,
  phone text,
  shipping_address jsonb not null,
  delivery text not null check (delivery in ('collection', 'local')),
  quantity integer not null check (quantity between 1 and 1000),
  amount_pence integer not null check (amount_pence > 0),
  -- Paid and recorded; what becomes of the money later.
  status text not null default 'completed'
    check (status in ('completed', 'refunding', 'part_refunded', 'refunded', 'disputed')),
  -- What becomes of the goods.
  fulfilment text not null default 'to_prepare' check (fulfilment in ('to_prepare', 'ready', 'collected', 'delivered')),
  placed_at timestamptz not null
);

create index orders_newest on orders (placed_at desc, id);

alter table activity add column product_id uuid references product, add column order_id uuid references orders;
