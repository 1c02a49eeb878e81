-- Money that only a lost row knew what it was for may be disputed, too, and is as unknown as before when that is won.

alter table payment drop constraint payment_disputed_from_check;
alter table payment add constraint payment_disputed_from_check
  check (disputed_from in ('fulfilled', 'refunding', 'refunded', 'unknown'));
