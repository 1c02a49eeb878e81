-- How reservations end, and how often a payment was declined, so that nobody keeps goods from others without paying and
-- nobody tries stolen cards. Functions of the version before this one go on while this runs: they end reservations as
-- 'released' without a holder and leave caller and declines empty.

-- 'lapsed': not paid in time. 'released': ended for another reason before that.
alter table stock_reservation drop constraint stock_reservation_state_check;
alter table stock_reservation add constraint stock_reservation_state_check
  check (state in ('held', 'sold', 'released', 'lapsed'));

-- The holder stays for a day after a reservation has ended unpaid; the hourly job blanks it then.
create index stock_reservation_of_holder on stock_reservation (holder, product_id) where holder is not null;
drop index stock_reservation_to_blank;
create index stock_reservation_to_blank on stock_reservation (coalesce(settled_at, created_at)) where holder is not null;

-- caller: keyed hash of the address that started it, known until it is settled and for a day at most.
-- declines: attempts to pay it that failed, as Stripe counts them.
alter table payment add column caller text, add column declines integer not null default 0 check (declines >= 0);
create index payment_to_blank on payment (created_at) where caller is not null;
