-- The owner's figures: less to read, and nothing of it looked up one by one.

-- What is no income is not in the index of income.
drop index payment_paid;
create index payment_paid on payment (paid_at) include (amount_pence) where paid_at is not null and state <> 'unknown';

-- What the ledger has since some day, in its order, with what was left.
drop index voucher_entry_newest;
drop index voucher_entry_moved;
create index voucher_entry_newest on voucher_entry (created_at) include (voucher_id, position, pence, balance_after);

drop index gift_voucher_active;
create index gift_voucher_active on gift_voucher (expires_at) include (id, balance_pence) where status = 'active';
