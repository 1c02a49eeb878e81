-- Notices by which buyers cancel a purchase within its 14 days. One has no state: what is left to do follows from the
-- refunds, the freeze and the goods.
create table cancellation (
  id uuid primary key,
  voucher_id uuid unique references gift_voucher,
  order_id uuid unique references orders,
  -- `buyer`, or the admin who recorded a notice that came otherwise.
  actor text not null,
  -- The day (London) on which the buyer sent it decides whether it is in time.
  sent_on date not null,
  recorded_at timestamptz not null,
  -- Whether the goods are back, or their buyer has shown that they are posted.
  goods text check (goods in ('back', 'posted')),
  goods_on date,
  -- For handling beyond what a shop allows. The reason is '' once its buyer is erased.
  deducted_pence integer not null default 0 check (deducted_pence >= 0),
  deduction_reason text check (char_length(deduction_reason) <= 300),
  check (num_nonnulls(voucher_id, order_id) = 1),
  check ((goods is null) = (goods_on is null)),
  check (goods is null or order_id is not null),
  check ((deducted_pence = 0) = (deduction_reason is null)),
  check (deducted_pence = 0 or goods = 'back')
);

-- Sold by telephone: a distance contract, with the right to cancel, that was paid at the desk.
alter table gift_voucher
  add by_phone boolean not null default false,
  add constraint gift_voucher_by_phone check (not by_phone or paid_by in ('cash', 'card'));

-- A refund that Stripe could not make, and that the clinic pays in another way.
alter table refund
  drop constraint refund_cause_check,
  drop constraint refund_check2,
  add check (cause in ('voucher', 'order', 'nothing_to_give', 'dashboard', 'by_hand')),
  add check (state in ('due', 'failed') or stripe_refund_id is not null or cause = 'by_hand');

-- A voucher whose purchase was cancelled never works again, whatever brings back its balance: an Undo, a refund that
-- fails, the end of a freeze.
create function end_cancelled() returns trigger language plpgsql as $$
begin
  if 'active' in (new.status, new.disputed_from)
    and exists (select from public.cancellation where voucher_id = new.id)
  then
    new.status := case new.status when 'active' then 'refunding' else new.status end;
    new.disputed_from := case new.disputed_from when 'active' then 'refunding' else new.disputed_from end;
  end if;
  return new;
end $$;

create trigger end_cancelled before update of status, disputed_from on gift_voucher
  for each row execute function end_cancelled();
