-- What must always hold in the books. Each row that comes back is a sentence about what does not, and for which id.
select 'a fulfilled payment has exactly one voucher' as broken, payment.id
from payment left join gift_voucher voucher on voucher.payment_id = payment.id
where payment.state = 'fulfilled'
group by payment.id
having count(voucher.id) <> 1

union all
select 'a voucher that was bought hangs on a settled payment of the same amount', voucher.id
from gift_voucher voucher join payment on payment.id = voucher.payment_id
where payment.state not in ('fulfilled', 'refunding', 'refunded', 'disputed') or payment.amount_pence <> voucher.original_pence

union all
select 'a voucher that was bought has its two mails', voucher.id
from gift_voucher voucher
left join outbox on outbox.key in ('voucher:' || voucher.id || ':voucher-receipt', 'voucher:' || voucher.id || ':voucher-gift')
where voucher.payment_id is not null
group by voucher.id
having count(outbox.id) <> 2

union all
select 'a balance is the sum of its ledger', voucher.id
from gift_voucher voucher left join voucher_entry entry on entry.voucher_id = voucher.id
group by voucher.id
having voucher.balance_pence <> coalesce(sum(entry.pence), 0)

union all
select 'a voucher has exactly one issue entry, its first', voucher.id
from gift_voucher voucher left join voucher_entry entry on entry.voucher_id = voucher.id and entry.kind = 'issue'
group by voucher.id
having count(entry.id) <> 1 or max(entry.pence) <> max(voucher.original_pence)

union all
select 'every entry says what was left after it', entry.id
from (
  select id, balance_after, sum(pence) over (partition by voucher_id order by position) as running from voucher_entry
) entry
where entry.balance_after <> entry.running

union all
select 'an issued voucher stands in the activity', voucher.id
from gift_voucher voucher
where not exists (select from activity where activity.voucher_id = voucher.id and activity.action = 'voucher_issued')
