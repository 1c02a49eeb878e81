-- A refund that paid back more than was paid for its voucher and not redeemed is a difference of its own. Locks
-- `difference` for a moment: it has a few rows, whatever the size of the other tables.

alter table difference drop constraint difference_kind_check;
alter table difference add constraint difference_kind_check
  check (kind in ('nothing_given', 'given_twice', 'amounts_differ', 'balance_exceeds', 'refunds_exceed'));
