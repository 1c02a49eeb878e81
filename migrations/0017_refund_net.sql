-- The database refuses a refund in the portal of more than was paid for the voucher and neither redeemed nor returned
-- before. Replaces a function: at once, and earlier entries are not read.
create or replace function check_voucher_balance() returns trigger language plpgsql as $$
declare
  voucher uuid := case when tg_table_name = 'gift_voucher' then new.id else (to_jsonb(new) ->> 'voucher_id')::uuid end;
begin
  if (select balance_pence from gift_voucher where id = voucher)
    is distinct from (select coalesce(sum(pence), 0) from voucher_entry where voucher_id = voucher)
  then
    raise exception 'the balance of voucher % is not the sum of its entries', voucher;
  end if;
  -- What Stripe has refunded or a bank taken is recorded, whatever it is. An admin may refund a payment under a fraud
  -- warning or review in full.
  if tg_table_name = 'voucher_entry' and to_jsonb(new) ->> 'kind' = 'refund' and exists (
    select from voucher_entry refund
      join gift_voucher bought on bought.id = refund.voucher_id
      left join payment on payment.id = bought.payment_id
    where refund.id = new.id and (bought.payment_id is null or refund.actor <> 'stripe')
      and not exists (select from fraud_alert where fraud_alert.refund_id = refund.refund_id)
      and -refund.pence > greatest(0,
        coalesce(payment.amount_pence, case when bought.paid_by in ('cash', 'card') then bought.original_pence else 0 end)
        + (
          select coalesce(sum(entry.pence), 0) from voucher_entry entry left join voucher_entry original on original.id = entry.reverses
          where entry.voucher_id = bought.id and entry.position < refund.position
            and coalesce(original.kind, entry.kind) in ('redeem', 'refund')
        ))
  ) then
    raise exception 'more would be refunded for voucher % than was paid and not used', voucher;
  end if;
  return null;
end $$;
