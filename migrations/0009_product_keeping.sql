-- The owner keeps the shelf: finds products by words, counts and restocks them, and uploads pictures.

alter table product
  -- What a search looks at.
  add column search text not null generated always as (lower(name || chr(10) || category || chr(10) || description)) stored,
  add check (length(name) >= 2 and length(description) >= 10),
  add check (stock <= 100000 and low_stock <= 100000);

-- Made by the application for each restock, so that a request finds its own.
alter table stock_movement
  add column restock_id uuid unique,
  add check ((restock_id is null) = (kind <> 'restock')),
  add check (kind <> 'restock' or quantity > 0);

-- The same bytes are the same picture.
alter table picture add column hash bytea not null unique generated always as (sha256(bytes)) stored;
