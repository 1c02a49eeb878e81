-- Which intents at Stripe are ours: several products, or copies of this site, may share one Stripe account.
-- A new table: no locks on what is there.

create table site (
  one boolean primary key default true check (one),
  -- Stands in the metadata of each intent. An older intent is ours if its payment is here.
  id uuid not null default gen_random_uuid()
);
insert into site default values;
