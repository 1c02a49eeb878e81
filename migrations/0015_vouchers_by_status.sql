-- The newest vouchers of each filter. One index over all statuses would do, were it not for the planner: it knows that
-- vouchers lie in the order of their time, not that those of a status lie together, and walks through all to find the expired.
drop index gift_voucher_of_status;
create index gift_voucher_newest_active on gift_voucher (issued_at desc, id desc) where status = 'active';
create index gift_voucher_newest_spent on gift_voucher (issued_at desc, id desc) where status = 'spent';
create index gift_voucher_newest_expired on gift_voucher (issued_at desc, id desc) where status = 'expired';
create index gift_voucher_newest_refunded on gift_voucher (issued_at desc, id desc) where status in ('refunded', 'refunding', 'void');

-- The planner's default is a disk that has to seek. Without one, reading a page out of order costs little more than the next.
do $$
begin
  execute format('alter database %I set random_page_cost = 1.1', current_database());
end
$$;
