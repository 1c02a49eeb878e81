-- Vouchers, orders and the people behind them, spread over five years up to now; `amount` says how many of each. As many
-- requests as orders, spread over two years, each answered except those of the last three days.
-- Names are syllables that mean nobody; every twentieth has an apostrophe, every other twentieth an umlaut.

select setseed(0.5);

create temp table person as
select i, case i % 20 when 0 then replace(who.name, ' ', ' O’') when 1 then translate(who.name, 'uU', 'üÜ') else who.name end as name,
  lower(replace(who.name, ' ', '.')) || i || '@' || (array['example.com', 'example.org', 'mail.example'])[1 + i % 3] as email
from (select vouchers * 2 / 5 + 10 as people from amount) known, generate_series(1, people) i,
  lateral (
    select initcap(string_agg(syllable, '' order by place) filter (where place < 3)) || ' '
      || initcap(string_agg(syllable, '' order by place) filter (where place > 2)) as name
    from (
      select place, (array['ba', 'den', 'fi', 'gor', 'hul', 'jes', 'ka', 'lim', 'mo', 'ner', 'o', 'pel', 'qui', 'ros', 'sa', 'tov', 'ul', 'ven', 'wy', 'zan'])
        [1 + (('x' || substr(md5(i::text), place * 4, 4))::bit(16)::int % 20)] as syllable
      from generate_series(1, 5) place
    ) spoken
  ) who;
create unique index on person (i);
analyze person;

create temp table made as
select gen_random_uuid() as id, gen_random_uuid() as payment_id, i, now() - random() * interval '5 years' as at,
  1 + floor(random() * people)::int as buyer, 1 + floor(random() * people)::int as recipient, random() as outcome,
  (array[1000, 2500, 5000, 7500, 10000])[1 + floor(random() * 5)::int] as pence,
  (array['cash', 'card', 'complimentary'])[ceil((random() - 0.9) * 30)] as desk
from amount, (select count(*) as people from person) known, generate_series(1, vouchers) i;

-- A fifth of the last year's can still be spent; the older ones are over. Rows lie in the order they were written in.
create temp table voucher as
select made.*, case when outcome < 0.05 then 'refunded' when at > now() - interval '1 year' then case when outcome < 0.25 then 'active' else 'spent' end
  when outcome < 0.4 then 'expired' else 'spent' end as status
from made order by at;

insert into payment (id, purpose, state, amount_pence, stripe_payment_intent_id, created_at, pay_by, paid_at, settled_at)
select payment_id, 'gift_voucher', case status when 'refunded' then 'refunded' else 'fulfilled' end, pence, 'pi_' || replace(payment_id::text, '-', ''),
  at, at + interval '30 minutes', at, at
from voucher where desk is null;

insert into gift_voucher (id, payment_id, code, status, buyer_name, buyer_email, recipient_name, recipient_email, original_pence, balance_pence,
  issued_at, expires_at, paid_by, number)
select voucher.id, case when desk is null then payment_id end, upper(substr(md5(voucher.id::text), 1, 16)), status, buyer.name, buyer.email,
  recipient.name, recipient.email, pence, case status when 'active' then pence else 0 end, at, at + interval '1 year', coalesce(desk, 'online'),
  case when desk is null then nextval('purchase_number') end
from voucher join person buyer on buyer.i = buyer join person recipient on recipient.i = recipient order by at;

insert into voucher_entry (id, voucher_id, kind, pence, balance_after, actor, description, created_at)
select gen_random_uuid(), id, 'issue', pence, pence, 'buyer', 'Issued', at from voucher
union all
select gen_random_uuid(), id, case status when 'spent' then 'redeem' when 'expired' then 'expire' else 'refund' end, -pence, 0, 'system', 'Closed',
  at + case status when 'spent' then random() * least(interval '1 year', now() - at) when 'expired' then interval '1 year' else interval '0' end
from voucher where status <> 'active';

insert into refund (id, payment_id, stripe_refund_id, pence, cause, state, created_at, settled_at)
select gen_random_uuid(), payment_id, 're_' || replace(payment_id::text, '-', ''), pence, 'voucher', 'succeeded', at, at
from voucher where status = 'refunded' and desk is null;

insert into product (id, name, description, price_pence, stock, created_at)
select gen_random_uuid(), 'Product ' || substr(md5(i::text), 1, 6), 'A thing for home, the ' || i || 'th of its kind.', 3000, 5, now() - i * interval '1 minute'
from amount, generate_series(1, greatest(120, orders / 200)) i;

create temp table bought as
select gen_random_uuid() as id, gen_random_uuid() as payment_id, now() - random() * interval '5 years' as at, 1 + floor(random() * people)::int as buyer, random() as outcome
from amount, (select count(*) as people from person) known, generate_series(1, orders) order by at;

insert into payment (id, purpose, state, amount_pence, stripe_payment_intent_id, created_at, pay_by, paid_at, settled_at)
select payment_id, 'order', 'fulfilled', 3000, 'pi_' || replace(payment_id::text, '-', ''), at, at + interval '30 minutes', at, at from bought;

insert into orders (id, payment_id, product_id, product_name, first_name, last_name, email, phone, shipping_address, delivery, quantity, amount_pence,
  status, fulfilment, placed_at, reference)
select bought.id, payment_id, product.id, product.name, split_part(person.name, ' ', 1), split_part(person.name, ' ', 2), email,
  '+44 7700 ' || lpad(buyer::text, 6, '0'), '{"line1": "1 Example Street", "city": "Liverpool", "postcode": "L1 0AA"}', 'collection', 1, 3000,
  case when outcome < 0.02 then 'part_refunded' else 'completed' end,
  case when at > now() - interval '14 days' then case when outcome < 0.5 then 'to_prepare' else 'ready' end else 'collected' end,
  at, 'pi_' || replace(payment_id::text, '-', '')
from bought join person on person.i = buyer join (select id, name, row_number() over () as i, count(*) over () as all from product) product
  on product.i = 1 + mod(buyer, product.all) order by at;

create temp table asked as
select i, now() - random() * interval '2 years' as at, 1 + floor(random() * people)::int as sender
from amount, (select count(*) as people from person) known, generate_series(1, orders) i order by at;

create temp table request as
select asked.i, at, case when at < now() - interval '3 days' then at + interval '1 day' end as answered_at,
  split_part(name, ' ', 1) as first_name, split_part(name, ' ', 2) as last_name, email
from asked join person on person.i = sender;

insert into appointment (id, first_name, last_name, email, phone, service, reason, created_at, answered_at)
select gen_random_uuid(), first_name, last_name, email, '07700 ' || lpad(i::text, 6, '0'), 'acupuncture', 'My shoulder hurts.', at, answered_at
from request where i % 3 = 0 order by at;

insert into contact_message (id, first_name, last_name, email, subject, message, created_at, answered_at)
select gen_random_uuid(), first_name, last_name, email, 'A question', 'Do you open on Sundays?', at, answered_at
from request where i % 3 = 1 order by at;

insert into product_inquiry (id, product_id, first_name, last_name, email, message, created_at, answered_at)
select gen_random_uuid(), product.id, first_name, last_name, email, 'Is it firm?', at, answered_at
from request join (select id, row_number() over () as i, count(*) over () as all from product) product
  on product.i = 1 + mod(request.i, product.all) where request.i % 3 = 2 order by at;

insert into activity (at, actor, action, voucher_id, order_id, after)
select at, 'buyer', action, voucher_id, order_id, '{"pence": 3000}'
from (
  select at, 'voucher_issued' as action, id as voucher_id, null::uuid as order_id from voucher
  union all select at, 'order_placed', null, id from bought
) happened order by at;

insert into customer (email, name, named_at, last_seen)
select email, name, max(at), max(at)
from person join (select buyer as i, at from voucher union all select recipient, at from voucher union all select buyer, at from bought) met using (i)
group by email, name;
