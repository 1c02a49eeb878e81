-- Accounts read all that they need of the ledger and of payments from these, and what vouchers are worth now from the third.
drop index voucher_entry_effective;
create index voucher_entry_effective on voucher_entry (effective_at)
  include (voucher_id, position, pence, balance_after, kind, reverses, happened_at);

drop index payment_received;
create index payment_received on payment (effective_at) include (amount_pence, purpose, paid_at)
  where effective_at is not null and purpose <> 'unknown' and currency = 'gbp';

create index gift_voucher_owed on gift_voucher (paid_by) include (balance_pence) where balance_pence > 0;

-- Others begin with the same columns.
drop index refund_of_payment;
drop index stock_reservation_held;
