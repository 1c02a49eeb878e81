-- The owner's lists of orders and of people, and what they are found by.

create extension if not exists pg_trgm;

-- What the buyer calls the order by: the card provider's name of its payment, which never changes.
alter table orders add column reference text;
update orders set reference = payment.stripe_payment_intent_id from payment where payment.id = orders.payment_id;
alter table orders
  alter column reference set not null,
  add column search text not null generated always as
    (lower(first_name || ' ' || last_name || ' ' || email || ' ' || product_name || ' ' || reference)) stored;

drop index orders_newest;
create index orders_newest on orders (placed_at desc, id desc);
create index orders_by_fulfilment on orders (fulfilment, placed_at desc, id desc);
create index orders_by_status on orders (status, placed_at desc, id desc);
create index orders_search on orders using gin (search gin_trgm_ops);
create index activity_of_order on activity (order_id, id) where order_id is not null;

-- One row per e-mail address that anything was ever done with; '' is that of whoever was erased.
create table customer (
  -- Names a person where the address must not stand, such as in a link.
  id uuid primary key default gen_random_uuid(),
  email text not null unique check (email <> ''),
  -- As last given by themselves, else as somebody who gave them a voucher called them.
  name text not null,
  named_at timestamptz not null,
  last_seen timestamptz not null,
  search text not null generated always as (lower(name || ' ' || email)) stored
);

create index customer_newest on customer (last_seen desc, id desc);
create index customer_search on customer using gin (search gin_trgm_ops);

create index gift_voucher_recipient on gift_voucher (recipient_email);
create index product_inquiry_email on product_inquiry (email);
create index contact_message_email on contact_message (email);
create index appointment_email on appointment (email);

-- Everything that a person left behind, each with its own id.
create view customer_trace (email, kind, id, at) as
  select buyer_email, 'voucher_bought', id, issued_at from gift_voucher
  union all select recipient_email, 'voucher_received', id, issued_at from gift_voucher
  union all select email, 'order', id, placed_at from orders
  union all select email, 'inquiry', id, created_at from product_inquiry
  union all select email, 'message', id, created_at from contact_message
  union all select email, 'appointment', id, created_at from appointment;

-- Sorted by address, so that two of these never wait for each other.
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

-- An address that was corrected or erased, and that nothing else is left of, was nobody's.
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

-- Those who were there before.
insert into customer (email, name, named_at, last_seen)
select distinct on (email) email, name, named_at, max(at) over (partition by email)
from (
  select buyer_email, buyer_name, issued_at, issued_at from gift_voucher
  union all select recipient_email, recipient_name, '-infinity', issued_at from gift_voucher
  union all select email, first_name || ' ' || last_name, placed_at, placed_at from orders
  union all select email, first_name || ' ' || last_name, created_at, created_at from product_inquiry
  union all select email, first_name || ' ' || last_name, created_at, created_at from contact_message
  union all select email, first_name || ' ' || last_name, created_at, created_at from appointment
) as met (email, name, named_at, at)
where email <> ''
order by email, named_at desc, at desc;

-- What erasure has to look through: mails not blanked yet, and what was typed for purchases that came to nothing.
create index outbox_kept on outbox (sent_at) where data is not null;
create index outbox_recipient on outbox (recipient);
create index payment_unfulfilled on payment (created_at) where purchase is not null and state <> 'fulfilled';
