-- The owner's figures from indexes alone, however many years there are behind them.

-- Who bought is read by address and by day; the condition is that of the view `purchases`.
create index gift_voucher_purchase on gift_voucher (buyer_email, issued_at)
  where buyer_email <> '' and (payment_id is not null or paid_by in ('cash', 'card'));
create index gift_voucher_purchase_newest on gift_voucher (issued_at) include (buyer_email)
  where buyer_email <> '' and (payment_id is not null or paid_by in ('cash', 'card'));
create index orders_purchase_newest on orders (placed_at) include (email);

create index gift_voucher_at_desk on gift_voucher (id) where paid_by in ('cash', 'card');
-- What became of vouchers since they were issued, by day.
create index voucher_entry_moved on voucher_entry (created_at) include (voucher_id, pence) where kind <> 'issue';
drop index voucher_entry_refund;
create index voucher_entry_refund on voucher_entry (voucher_id) include (created_at, pence) where kind = 'refund';

-- Payments that are no income are few: they are looked for among themselves, not each refund's among all.
create or replace view takings as
  select paid_at as at, amount_pence as pence from payment where paid_at is not null and state <> 'unknown'
  union all
  select created_at, -pence from refund
    where state <> 'failed' and payment_id not in (select id from payment where state = 'unknown')
  union all
  select activity.at, -lost_pence from payment join activity on activity.payment_id = payment.id and action = 'dispute_lost'
    where lost_pence > 0
  union all
  select issued_at, original_pence from gift_voucher where paid_by in ('cash', 'card')
  union all
  select entry.created_at, entry.pence from voucher_entry entry join gift_voucher voucher on voucher.id = entry.voucher_id
    where entry.kind = 'refund' and voucher.paid_by in ('cash', 'card');
