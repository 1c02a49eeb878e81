-- Invariants of the database. Returns one row per violation: the invariant and the id that violates it.
select 'a payment has exactly one voucher or order, or none if it was not fulfilled' as broken, payment.id
from payment cross join lateral (
  select (select count(*) from gift_voucher where payment_id = payment.id) + (select count(*) from orders where payment_id = payment.id) as count
) purchases
where purchases.count > 1 or (payment.state = 'fulfilled' and purchases.count = 0)

union all
select 'a purchase number belongs to one purchase', min(id::text)::uuid
from (select id, number from gift_voucher where number is not null union all select id, number from orders) numbered
group by number
having count(*) > 1

union all
select 'a voucher bought online has a settled payment of the same amount', voucher.id
from gift_voucher voucher join payment on payment.id = voucher.payment_id
where payment.state not in ('fulfilled', 'refunding', 'refunded', 'disputed') or payment.amount_pence <> voucher.original_pence

union all
select 'an order has a settled payment of the same amount', orders.id
from orders join payment on payment.id = orders.payment_id
where payment.state not in ('fulfilled', 'refunding', 'refunded', 'disputed') or payment.amount_pence <> orders.amount_pence

union all
select 'a voucher bought online has its receipt and its gift email', voucher.id
from gift_voucher voucher
left join outbox on outbox.key in ('voucher:' || voucher.id || ':voucher-receipt', 'voucher:' || voucher.id || ':voucher-gift')
where voucher.payment_id is not null
group by voucher.id
having count(outbox.id) <> 2

union all
select 'at most one email with a voucher waits', voucher.id
from gift_voucher voucher join outbox on outbox.template = 'voucher-gift' and outbox.about = voucher.id
where sent_at is null and withdrawn_at is null and failed_at is null
group by voucher.id
having count(*) > 1

union all
select 'a code may lie in one mailbox only, unless its email came back first, which Needs attention shows', outbox.id
from outbox join outbox other on other.template = 'voucher-gift' and other.data ->> 'voucherCode' = outbox.data ->> 'voucherCode'
where outbox.template = 'voucher-gift' and coalesce(outbox.sent_at, outbox.unanswered_at) is not null and outbox.bounced_at is null
  and coalesce(other.sent_at, other.unanswered_at) is not null and other.bounced_at is null
  and outbox.recipient <> '' and other.recipient <> '' and outbox.recipient < other.recipient
  and not exists (select from email_event where outbox_id in (outbox.id, other.id) and record_type = 'Bounce')

union all
select 'a code that was replaced belongs to no voucher', retired.voucher_id
from retired_code retired join gift_voucher voucher on translate(voucher.code, 'ILO', '110') = retired.code

union all
select 'what Postmark reported of an email is in its state', event.outbox_id
from email_event event join outbox on outbox.id = event.outbox_id
where outbox.sent_at is null or outbox.message_id is null
  or (event.record_type = 'Delivery' and outbox.accepted_at is null)
  or (event.record_type = 'SpamComplaint' and outbox.complained_at is null)

union all
select 'a voucher issued at the desk has its gift email, unless it is on paper', voucher.id
from gift_voucher voucher
where voucher.payment_id is null and voucher.deliver_to = 'recipient'
  and not exists (select from outbox where template = 'voucher-gift' and about = voucher.id)

union all
select 'no email has a voucher that is on paper', voucher.id
from gift_voucher voucher
where voucher.deliver_to = 'print'
  and exists (select from outbox where template = 'voucher-gift' and about = voucher.id)

union all
select 'a recipient who has a voucher by email is told when it is refunded or cancelled', voucher.id
from gift_voucher voucher
where voucher.status in ('refunded', 'void') and voucher.recipient_email <> '' and exists (
    select from outbox where template = 'voucher-gift' and about = voucher.id and sent_at is not null
      and bounced_at is null and recipient = voucher.recipient_email
  ) and not exists (select from outbox where template = 'voucher-ended' and about = voucher.id)
  -- Version 1.0 told nobody. The rule begins an hour after the first migration of the version that does, when its
  -- functions have surely replaced the former ones; with the site, if that began with it.
  and greatest(
    (select max(created_at) from voucher_entry where voucher_id = voucher.id),
    (select max(settled_at) from refund where payment_id = voucher.payment_id)
  ) > (
    select case when later.timestamp::timestamptz - first.timestamp::timestamptz > interval '1 minute'
      then later.timestamp::timestamptz + interval '1 hour' else '-infinity' end
    from kysely_migration first, kysely_migration later
    where first.name = '0001_baseline' and later.name = '0011_holder'
  )

union all
select 'a use is told at most once, to the recipient', entry.id
from voucher_entry entry join gift_voucher voucher on voucher.id = entry.voucher_id
  join outbox on outbox.about = voucher.id and outbox.template = 'voucher-used'
    and outbox.data -> 'entries' ? entry.id::text
where outbox.data is not null
group by entry.id, entry.kind, voucher.recipient_email
having count(*) > 1 or entry.kind <> 'redeem' or voucher.recipient_email is null

union all
select 'a reminder is sent once, on its day or after it, and not after the last one', outbox.id
from outbox
where template = 'voucher-reminder' and not (
  key ~ '^voucher:[0-9a-f-]{36}:voucher-reminder:(30|7)-\d{4}-\d\d-\d\d$'
  and created_at >= ((right(key, 10)::date - split_part(split_part(key, ':', 4), '-', 1)::int + time '09:00') at time zone 'Europe/London')
  and coalesce(sent_at, created_at) < (right(key, 10)::date + 1)::timestamp at time zone 'Europe/London')

union all
select 'a balance is the sum of its ledger entries', voucher.id
from gift_voucher voucher left join voucher_entry entry on entry.voucher_id = voucher.id
group by voucher.id
having voucher.balance_pence <> coalesce(sum(entry.pence), 0)

union all
select 'a voucher has exactly one issue entry, of its original amount, or one import entry if it was sold elsewhere', voucher.id
from gift_voucher voucher left join voucher_entry entry on entry.voucher_id = voucher.id and entry.kind in ('issue', 'import')
group by voucher.id
having count(entry.id) <> 1 or (max(entry.kind) = 'import') <> (voucher.paid_by = 'imported')
  or (voucher.paid_by <> 'imported' and max(entry.pence) <> voucher.original_pence)

union all
select 'an import that was taken back leaves its entries, balances of 0 and no codes', voucher.id
from voucher_import join gift_voucher voucher on voucher.import_id = voucher_import.id
  join voucher_entry entry on entry.voucher_id = voucher.id and entry.kind = 'import'
where (taken_back_at is not null) <> voucher.taken_back
  or (voucher.taken_back and (voucher.balance_pence <> 0 or voucher.code <> upper(replace(voucher.id::text, '-', ''))
    or not exists (select from voucher_entry reversal where reversal.reverses = entry.id)))

union all
select 'an import that is finished has its activity and its email', voucher_import.id
from voucher_import
where finished_at is not null and not (
  exists (select from activity where action = 'vouchers_imported' and after ->> 'import' = voucher_import.id::text)
  and exists (select from outbox where key = 'vouchers-imported:' || voucher_import.id))

union all
select 'every amount that went into the till or left it has a person', entry.id
from voucher_entry entry join gift_voucher voucher on voucher.id = entry.voucher_id
where voucher.paid_by in ('cash', 'card') and entry.kind in ('issue', 'refund')
  and entry.actor !~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'

union all
select 'a ledger entry stores the balance after it', entry.id
from (
  select id, balance_after, sum(pence) over (partition by voucher_id order by position) as running from voucher_entry
) entry
where entry.balance_after <> entry.running

union all
select 'a reversal has the negative amount of the entry it cancels', entry.id
from voucher_entry entry join voucher_entry reversal on reversal.reverses = entry.id
where reversal.pence <> -entry.pence or reversal.voucher_id <> entry.voucher_id

union all
select 'an active voucher has a balance', voucher.id
from gift_voucher voucher
where voucher.status = 'active' and voucher.balance_pence = 0

union all
select 'a spent, expired, refunded or void voucher has no balance', voucher.id
from gift_voucher voucher
where voucher.status in ('spent', 'expired', 'refunding', 'refunded', 'void') and voucher.balance_pence <> 0
  -- That of a cancelled purchase waits for another refund, for the end of a dispute or for the next full run.
  and not (voucher.status = 'refunding' and exists (select from cancellation where voucher_id = voucher.id))

union all
select 'a spent or expired voucher whose payment was returned in full has the status refunded', voucher.id
from gift_voucher voucher join payment on payment.id = voucher.payment_id
  left join refund on refund.payment_id = payment.id and refund.state <> 'failed'
where coalesce(voucher.disputed_from, voucher.status) in ('spent', 'expired')
  and not exists (select from voucher_entry where voucher_id = voucher.id and kind = 'adjust' and pence > 0)
group by voucher.id, payment.id
having payment.lost_pence + coalesce(sum(refund.pence), 0) >= payment.amount_pence

union all
select 'a voucher has the status refunding only while a refund is open, or once its purchase is cancelled', voucher.id
from gift_voucher voucher
where voucher.status = 'refunding'
  and not exists (select from refund where refund.payment_id = voucher.payment_id and refund.settled_at is null)
  and not exists (select from cancellation where voucher_id = voucher.id)

union all
select 'the voucher of a cancelled purchase never works', voucher.id
from gift_voucher voucher join cancellation on voucher_id = voucher.id
where 'active' in (voucher.status, coalesce(voucher.disputed_from, ''))

union all
select 'a cancellation is acknowledged to its buyer once', cancellation.id
from cancellation left join gift_voucher voucher on voucher.id = voucher_id left join orders on orders.id = order_id
where coalesce(voucher.buyer_email, orders.email, '') <> ''
  and (select count(*) from outbox where template = 'purchase-cancelled' and key = 'cancelled:' || coalesce(voucher_id, order_id)) <> 1

union all
select 'of each voucher: used + paid back + cancelled + expired + left = paid, given or brought in + added', voucher.id
from gift_voucher voucher cross join lateral (
  select coalesce(sum(entry.pence) filter (where coalesce(original.kind, entry.kind) in ('issue', 'import')), 0) as given,
    coalesce(sum(entry.pence) filter (where coalesce(original.kind, entry.kind) = 'adjust'), 0) as adjusted,
    -coalesce(sum(entry.pence) filter (where coalesce(original.kind, entry.kind) = 'redeem'), 0) as used,
    -coalesce(sum(entry.pence) filter (where coalesce(original.kind, entry.kind) = 'refund'), 0) as returned,
    -coalesce(sum(entry.pence) filter (where coalesce(original.kind, entry.kind) = 'expire'), 0) as expired
  from voucher_entry entry left join voucher_entry original on original.id = entry.reverses where entry.voucher_id = voucher.id
) ledger
where used + returned + expired + voucher.balance_pence <> given + adjusted or used < 0 or returned < 0 or expired < 0

union all
select 'a payment has the state refunding only while a refund is open', payment.id
from payment
where payment.state = 'refunding' and not exists (select from refund where refund.payment_id = payment.id and refund.settled_at is null)

union all
select 'the status of an order follows from its payment and refunds', orders.id
from orders
  join payment on payment.id = orders.payment_id
  left join refund on refund.payment_id = payment.id and refund.state <> 'failed'
group by orders.id, payment.id
having orders.status <> case
    when payment.state = 'disputed' then 'disputed'
    when bool_or(refund.settled_at is null and refund.id is not null) then 'refunding'
    when payment.lost_pence + coalesce(sum(refund.pence), 0) >= orders.amount_pence then 'refunded'
    when payment.lost_pence > 0 or sum(refund.pence) > 0 then 'part_refunded'
    else 'completed'
  end

union all
select 'a payment is frozen exactly while it has an open dispute, fraud warning or review', payment.id
from payment
where (payment.state = 'disputed') <> (
  exists (select from dispute where dispute.payment_id = payment.id and dispute.outcome is null)
  or exists (select from fraud_alert alert where alert.payment_id = payment.id and alert.ended_at is null)
)

union all
select 'a voucher is frozen exactly while its payment is frozen', voucher.id
from gift_voucher voucher join payment on payment.id = voucher.payment_id
where (voucher.status = 'disputed') <> (payment.state = 'disputed')

union all
select 'a balance does not exceed the money behind the voucher', voucher.id
from gift_voucher voucher join voucher_backing backing on backing.voucher_id = voucher.id
where voucher.balance_pence > greatest(0, backing.pence)

union all
select 'a refund at the clinic pays back no more than was paid there and not redeemed', voucher.id
from gift_voucher voucher
  join voucher_entry entry on entry.voucher_id = voucher.id
  left join voucher_entry original on original.id = entry.reverses
where voucher.payment_id is null
group by voucher.id
having coalesce(-sum(entry.pence) filter (where entry.kind = 'refund'), 0) > greatest(0,
  case when voucher.paid_by in ('cash', 'card') then voucher.original_pence else 0 end
  + coalesce(sum(entry.pence) filter (where coalesce(original.kind, entry.kind) = 'redeem'), 0))

union all
select 'refunds and disputes take no more from a voucher than was refunded or lost', voucher.id
from gift_voucher voucher
  join payment on payment.id = voucher.payment_id
  join voucher_entry entry on entry.voucher_id = voucher.id
  left join voucher_entry original on original.id = entry.reverses
where coalesce(original.kind, entry.kind) = 'refund'
group by voucher.id, payment.id
having -sum(entry.pence) > payment.lost_pence
  + coalesce((select sum(pence) from refund where payment_id = payment.id and state <> 'failed'), 0)

union all
select 'a dispute that was not lost takes nothing from its voucher', entry.voucher_id
from voucher_entry entry join dispute on dispute.id = entry.dispute_id
where dispute.lost_pence = 0 and entry.pence < 0
  and not exists (select from voucher_entry reversal where reversal.reverses = entry.id)

union all
select 'the refund that ended a fraud warning or review did not fail', alert.payment_id
from fraud_alert alert join refund on refund.id = alert.refund_id
where refund.state = 'failed'

union all
select 'no more units are returned than were sold', movement.payment_id
from stock_movement movement
where movement.kind in ('sale', 'return')
group by movement.payment_id
having sum(movement.quantity) > 0

union all
select 'a refund that succeeded has its email to the buyer, unless the buyer was erased', refund.id
from refund
  left join gift_voucher voucher on voucher.payment_id = refund.payment_id
  left join orders on orders.payment_id = refund.payment_id
where coalesce(voucher.buyer_email, orders.email) <> '' and refund.state = 'succeeded' and not exists (select from outbox where outbox.key = 'refund:' || refund.id)

union all
select 'a refund that failed has its email to the clinic', refund.id
from refund
where refund.state = 'failed' and cause <> 'by_hand'
  and not exists (select from outbox where outbox.key = 'refund-failed:' || refund.id)

union all
-- Nobody can keep Stripe or a bank from paying back what the clinic has paid in another way.
select 'refunds and lost money do not exceed the payment', payment.id
from payment left join refund on refund.payment_id = payment.id and refund.state <> 'failed' and (cause <> 'by_hand' or refund.state = 'due')
where exists (select from gift_voucher voucher where voucher.payment_id = payment.id)
  or exists (select from orders where orders.payment_id = payment.id)
group by payment.id
having coalesce(sum(refund.pence), 0) + payment.lost_pence > payment.amount_pence

union all
select 'an issued voucher has its activity', voucher.id
from gift_voucher voucher
where voucher.paid_by <> 'imported'
  and not exists (select from activity where activity.voucher_id = voucher.id and activity.action = 'voucher_issued')

union all
select 'the reserved units of a product are the sum of its open reservations', product.id
from product left join stock_reservation reservation on reservation.product_id = product.id and reservation.state = 'held'
group by product.id
having product.reserved <> coalesce(sum(reservation.quantity), 0)

union all
select 'the stock of a product added in the portal is the sum of its movements', product.id
from product left join stock_movement movement on movement.product_id = product.id
where exists (select from activity where activity.product_id = product.id and activity.action = 'product_added')
group by product.id
having product.stock <> coalesce(sum(movement.quantity), 0)

union all
select 'an order has one sale of its quantity', orders.id
from orders
  left join stock_movement sale on sale.payment_id = orders.payment_id and sale.kind = 'sale'
  left join stock_reservation reservation on reservation.payment_id = orders.payment_id
where sale.quantity is distinct from -orders.quantity or reservation.state is distinct from 'sold'

union all
select 'an order has its confirmation', orders.id
from orders
where not exists (select from outbox where outbox.key = 'order:' || orders.id || ':order-confirmation')

union all
select 'a sale has its notice to the clinic, or is in a summary of sales', payment.id
from settings, payment left join gift_voucher voucher on voucher.payment_id = payment.id left join orders on orders.payment_id = payment.id
where sale_emails = 'each' and settled_at >= summarised_until and coalesce(voucher.id, orders.id) is not null
  and not exists (
    select from outbox
    where outbox.key in ('voucher:' || voucher.id || ':voucher-notice', 'order:' || orders.id || ':order-notice')
  )

union all
select 'a reservation is open exactly while its payment is open', reservation.payment_id
from stock_reservation reservation join payment on payment.id = reservation.payment_id
where (reservation.state = 'held') <> (payment.settled_at is null)

union all
select 'a reservation that was sold stores no caller', reservation.payment_id
from stock_reservation reservation
where reservation.state = 'sold' and reservation.holder is not null

union all
select 'a settled payment stores no caller', payment.id
from payment
where payment.settled_at is not null and payment.caller is not null
