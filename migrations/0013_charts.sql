-- The charts of the Overview tell vouchers from the shop, and its figures know a range of all time. Vouchers are listed by
-- last day and balance, orders by amount, customers by name, and what people wrote is searched. Replaces a view and two
-- indexes, and adds five: locks `payment`, `gift_voucher` and `orders` against writes for about a second for each index at
-- 1,000,000 rows, `customer` for about ten. A new column rewrites `appointment`, `contact_message` and `product_inquiry`:
-- each is locked for about a minute at 1,000,000 rows.

-- Money in and out, in pence, at the time when it moved, and what it was for.
create or replace view takings as
  select paid_at as at, amount_pence as pence, purpose from payment where paid_at is not null and state <> 'unknown'
  union all
  -- Of a payment that was refunded because its amount differed, what was received counts, not what was ordered. The first
  -- refund of such a payment is of all that was received.
  select paid_at, received.pence - amount_pence, purpose
    from (
      select distinct on (payment_id) payment_id, pence from refund where cause = 'nothing_to_give'
      order by payment_id, created_at
    ) received join payment on payment.id = received.payment_id
    where purpose <> 'unknown' and paid_at is not null and state <> 'unknown' and received.pence <> amount_pence
  union all
  -- Unmatched payments are few: it is faster to list them once than to look up the payment of each refund. Left joins,
  -- because the planner leaves them out where nobody asks for the purpose.
  select refund.created_at, -pence, purpose from refund left join payment on payment.id = payment_id
    where refund.state <> 'failed' and payment_id not in (select id from payment where state = 'unknown')
  union all
  select decided_at, -dispute.lost_pence, purpose from dispute left join payment on payment.id = payment_id
    where dispute.lost_pence > 0
  union all
  select issued_at, original_pence, 'gift_voucher' from gift_voucher where paid_by in ('cash', 'card')
  union all
  select entry.created_at, entry.pence, 'gift_voucher'
    from voucher_entry entry join gift_voucher voucher on voucher.id = entry.voucher_id
    where entry.kind = 'refund' and voucher.paid_by in ('cash', 'card');

drop index payment_paid;
create index payment_paid on payment (paid_at) include (amount_pence, purpose) where paid_at is not null and state <> 'unknown';

drop index gift_voucher_sold;
create index gift_voucher_sold on gift_voucher (issued_at)
  where paid_by not in ('complimentary', 'imported') and status not in ('refunded', 'void');

create index orders_sold on orders (placed_at) include (quantity) where status <> 'refunded';

create index gift_voucher_by_last_day on gift_voucher (status, expires_at, id) include (issued_at);
create index gift_voucher_by_balance on gift_voucher (status, balance_pence, id) include (issued_at, expires_at);
create index orders_by_amount on orders (amount_pence, id) include (placed_at, fulfilment, status);
create index customer_by_name on customer (fold_search(coalesce(nullif(name, ''), email)), id) include (last_seen);

alter table appointment add column words tsvector not null
  generated always as (search_words(first_name || ' ' || last_name || ' ' || email)) stored;
alter table contact_message add column words tsvector not null
  generated always as (search_words(first_name || ' ' || last_name || ' ' || email || ' ' || subject)) stored;
alter table product_inquiry add column words tsvector not null
  generated always as (search_words(first_name || ' ' || last_name || ' ' || email)) stored;

create index appointment_search on appointment using gin (words);
create index contact_message_search on contact_message using gin (words);
create index product_inquiry_search on product_inquiry using gin (words);
