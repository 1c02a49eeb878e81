-- What a voucher may hold at most: paid (at the desk: issued) + goodwill − redeemed − refunds that have not failed − lost.
-- Below zero, the clinic has given more than it was paid: a shortfall.

create view voucher_backing (voucher_id, payment_id, pence) as
  select voucher.id, voucher.payment_id, (
    coalesce(payment.amount_pence, voucher.original_pence) - coalesce(payment.lost_pence, 0)
    + coalesce((
        select sum(entry.pence) from voucher_entry entry left join voucher_entry original on original.id = entry.reverses
        where entry.voucher_id = voucher.id and case coalesce(original.kind, entry.kind)
          when 'redeem' then true
          -- What a refund cancelled belongs to the refund.
          when 'adjust' then coalesce(original.refund_id, entry.refund_id) is null
          -- At the desk the ledger is the only record of a refund.
          when 'refund' then voucher.payment_id is null
          else false
        end
      ), 0)
    - coalesce((select sum(refund.pence) from refund where refund.payment_id = payment.id and refund.state <> 'failed'), 0)
  )::int
  from gift_voucher voucher left join payment on payment.id = voucher.payment_id;
