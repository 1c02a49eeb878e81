-- A refund may come back weeks later, to a voucher that was filled up meanwhile: what it took is put back in any case.
-- The bound is on what is put on by hand.
alter table gift_voucher
  drop constraint gift_voucher_balance_pence_check,
  add constraint gift_voucher_balance_pence_check check (balance_pence >= 0);

alter table voucher_entry add check (kind <> 'adjust' or pence <= 0 or balance_after <= 100000);
