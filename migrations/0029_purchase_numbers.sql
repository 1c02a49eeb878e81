-- A short number that people can read out: "Order 1042", "Voucher purchase 2031". Both share one sequence, so that a
-- number means one purchase. Vouchers issued at the desk have none, because nothing was bought online.
--
-- Locks gift_voucher and orders until the migration ends, because it rewrites both with their indexes: 13 s with 30,000
-- rows in each, measured on a machine that was busy otherwise, so minutes with 1,000,000. The functions of the version
-- before this one need not know the column: the database gives each new row its number.

create sequence purchase_number as integer start 1001;

alter table gift_voucher add column number integer;
alter table orders add column number integer;
alter sequence purchase_number owned by orders.number;

create temporary table numbered (id uuid primary key, number integer) on commit drop;
insert into numbered
select id, nextval('purchase_number')
from (
  select id, issued_at as at from gift_voucher where payment_id is not null
  union all
  select id, placed_at from orders
  order by at, id
) bought;

-- A change of type rewrites a table with its indexes at once and fires no triggers; an update of every row takes minutes.
create function pg_temp.number_of(uuid) returns integer language sql stable as 'select number from numbered where id = $1';
alter table gift_voucher alter column number type integer using pg_temp.number_of(id);
alter table orders alter column number type integer using pg_temp.number_of(id);

alter table gift_voucher add constraint gift_voucher_number unique (number),
  add check ((number is null) = (payment_id is null));
alter table orders add constraint orders_number unique (number), alter column number set not null,
  alter column number set default nextval('purchase_number');

create function number_purchase() returns trigger language plpgsql as $$
begin
  if new.payment_id is not null then
    new.number := nextval('purchase_number');
  end if;
  return new;
end $$;

create trigger number_purchase before insert on gift_voucher for each row execute function number_purchase();
