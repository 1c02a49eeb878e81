-- What the shop sells, what of it is held and sold, and what visitors ask about it.

create table picture (
  id uuid primary key,
  content_type text not null check (content_type in ('image/webp', 'image/png', 'image/jpeg', 'image/svg+xml')),
  bytes bytea not null check (octet_length(bytes) between 1 and 307200),
  created_at timestamptz not null
);

create table product (
  id uuid primary key,
  name text not null,
  description text not null,
  price_pence integer not null check (price_pence between 30 and 1000000),
  -- '' or a path of ours or an https address.
  image text not null default '' check (image = '' or image like '/%' or image like 'https://%'),
  category text not null default 'Wellness',
  -- The owner's switch: false withholds it from sale, whatever the stock.
  in_stock boolean not null default true,
  stock integer not null default 0 check (stock >= 0),
  reserved integer not null default 0 check (reserved >= 0),
  low_stock integer not null default 0 check (low_stock >= 0),
  features text[] not null default '{}',
  benefits text[] not null default '{}',
  frequencies text[] not null default '{}',
  -- Rises with every change, so that two tabs do not overwrite each other.
  version integer not null default 1,
  created_at timestamptz not null,
  -- Deleted from the shop; its orders keep it.
  archived_at timestamptz,
  check (reserved <= stock)
);

create index product_newest on product (created_at desc, id) where archived_at is null;

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
  created_at timestamptz not null
);

create index product_inquiry_newest on product_inquiry (created_at desc, id);
