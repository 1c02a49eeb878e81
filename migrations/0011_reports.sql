-- What the owner's figures are made of.

-- Money in and out, whole pence, when it moved.
create view takings as
  select paid_at as at, amount_pence as pence from payment where paid_at is not null and state <> 'unknown'
  union all
  select refund.created_at, -refund.pence from refund join payment on payment.id = refund.payment_id
    where refund.state <> 'failed' and payment.state <> 'unknown'
  union all
  select activity.at, -lost_pence from payment join activity on activity.payment_id = payment.id and action = 'dispute_lost'
    where lost_pence > 0
  union all
  select issued_at, original_pence from gift_voucher where paid_by in ('cash', 'card')
  union all
  select entry.created_at, entry.pence from voucher_entry entry join gift_voucher voucher on voucher.id = entry.voucher_id
    where entry.kind = 'refund' and voucher.paid_by in ('cash', 'card');

-- Who bought, and when.
create view purchases as
  select buyer_email as email, issued_at as at from gift_voucher where buyer_email <> '' and (payment_id is not null or paid_by in ('cash', 'card'))
  union all
  select email, placed_at from orders where email <> '';

create index payment_paid on payment (paid_at) include (amount_pence, state) where paid_at is not null;
create index gift_voucher_desk on gift_voucher (issued_at) include (original_pence) where paid_by in ('cash', 'card');
create index voucher_entry_refund on voucher_entry (voucher_id) where kind = 'refund';
create index payment_watched on payment (state) where state in ('unknown', 'disputed');
create index voucher_entry_newest on voucher_entry (created_at);
create index gift_voucher_buyer on gift_voucher (buyer_email, issued_at);
create index gift_voucher_active on gift_voucher (expires_at) include (balance_pence, issued_at) where status = 'active';
create index orders_customer on orders (email, placed_at);
create index outbox_failed on outbox (failed_at) where failed_at is not null;
create index activity_of_payment on activity (payment_id) where payment_id is not null;
