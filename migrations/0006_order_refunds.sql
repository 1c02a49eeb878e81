-- Refunds of orders: what the owner asked for, once, and what of it went back on the shelf.

alter table refund drop constraint refund_cause_check;
-- voucher, order: we gave money back; nothing_to_give: what was paid bought nothing; dashboard: made at Stripe.
alter table refund add constraint refund_cause_check check (cause in ('voucher', 'order', 'nothing_to_give', 'dashboard'));

-- The caller's own name for a refund, with a hash of what it asked for: a repeat gets the first answer.
alter table refund
  add column request_id uuid,
  add column request_hash text,
  add unique (payment_id, request_id),
  add check ((request_id is null) = (request_hash is null));

-- Goods that came back with a refund, at most once for each.
alter table stock_movement
  add column refund_id uuid unique references refund,
  add check (kind <> 'return' or (quantity > 0 and payment_id is not null));

create index stock_movement_return on stock_movement (payment_id) where kind = 'return';

-- At commit, no more has come back than was sold.
create function check_returned() returns trigger language plpgsql as $$
begin
  if (select sum(quantity) from stock_movement where payment_id = new.payment_id and kind in ('sale', 'return')) > 0 then
    raise exception 'more of payment % would come back than was sold', new.payment_id;
  end if;
  return null;
end $$;

create constraint trigger no_more_returned_than_sold after insert on stock_movement
  deferrable initially deferred for each row when (new.kind = 'return') execute function check_returned();
