-- The Overview's figures read all that they need from the first two. Of payments that could not be given and of failed refunds
-- there are few, and takings find them in the third.
drop index orders_newest;
create index orders_newest on orders (placed_at desc, id desc) include (email, quantity, status);

drop index gift_voucher_buyer;
create index gift_voucher_buyer on gift_voucher (buyer_email, issued_at) include (payment_id, paid_by);

create index refund_rare on refund (payment_id, created_at) include (pence)
  where cause = 'nothing_to_give' or state = 'failed';

-- A voucher is issued or brought in, and once.
create unique index voucher_entry_first on voucher_entry (voucher_id) where kind in ('issue', 'import');
drop index voucher_entry_issue;
drop index voucher_entry_import;
