-- Counts what was received, not what was ordered, of a payment that was refunded because its amount differed.
-- The first refund of such a payment is of all that was received. They are few: the index holds nothing else.

create index refund_nothing_to_give on refund (payment_id, created_at) include (pence) where cause = 'nothing_to_give';

create or replace view takings as
  select paid_at as at, amount_pence as pence from payment where paid_at is not null and state <> 'unknown'
  union all
  select paid_at, received.pence - amount_pence
    from (
      select distinct on (payment_id) payment_id, pence from refund where cause = 'nothing_to_give'
      order by payment_id, created_at
    ) received join payment on payment.id = received.payment_id
    where purpose <> 'unknown' and paid_at is not null and state <> 'unknown' and received.pence <> amount_pence
  union all
  select created_at, -pence from refund
    where state <> 'failed' and payment_id not in (select id from payment where state = 'unknown')
  union all
  select decided_at, -lost_pence from dispute where lost_pence > 0
  union all
  select issued_at, original_pence from gift_voucher where paid_by in ('cash', 'card')
  union all
  select entry.created_at, entry.pence from voucher_entry entry join gift_voucher voucher on voucher.id = entry.voucher_id
    where entry.kind = 'refund' and voucher.paid_by in ('cash', 'card');
