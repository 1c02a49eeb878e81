-- In most orders and filters, the lists of a clinic read their table: that costs less than an index for each of them at
-- every write. What stays serves the usual order of a list, a search, a job, a payment, a foreign key or the figures of the
-- Overview.

-- Telephone numbers are found among the words of a row, in place of two indexes of each table. The new columns rewrite
-- `orders`, `appointment`, `contact_message` and `product_inquiry`: each is locked for about a minute at 1,000,000 rows, and
-- until the end of the migration. Therefore what locks other tables comes after it.
drop index appointment_phone, appointment_phone_end, contact_message_phone, contact_message_phone_end, orders_phone,
  orders_phone_end, product_inquiry_phone, product_inquiry_phone_end;

-- The digits after "+", and backwards after "-", so that the search finds both ends: of all together, and of each number in a
-- note such as "0151 496 0123 or 07700 900123".
create function phone_words(text) returns tsvector
language sql immutable parallel safe
return case when phone_digits($1) <> '' then (
  select array_to_tsvector(array_agg('+' || digits) || array_agg('-' || reverse(digits)))
  from (
    select phone_digits($1) as digits
    union select phone_digits(number[1]) from regexp_matches($1, '\+?\d(?:[ ().-]*\d){6,14}', 'g') number
  ) numbers
) else '' end;

alter table orders drop column words;
alter table orders add column words tsvector not null generated always as (
  search_words(first_name || ' ' || last_name || ' ' || email || ' ' || product_name || ' ' || reference)
    || array_to_tsvector(array['<' || reverse(lower(reference))]) || phone_words(phone)
) stored;
create index orders_search on orders using gin (words);

alter table appointment drop column words;
alter table appointment add column words tsvector not null generated always as (
  search_words(first_name || ' ' || last_name || ' ' || email) || phone_words(phone)
) stored;
create index appointment_search on appointment using gin (words);

alter table contact_message drop column words;
alter table contact_message add column words tsvector not null generated always as (
  search_words(first_name || ' ' || last_name || ' ' || email || ' ' || subject) || phone_words(phone)
) stored;
create index contact_message_search on contact_message using gin (words);

alter table product_inquiry drop column words;
alter table product_inquiry add column words tsvector not null generated always as (
  search_words(first_name || ' ' || last_name || ' ' || email) || phone_words(phone)
) stored;
create index product_inquiry_search on product_inquiry using gin (words);

-- Not before the first row: a plan that was made for an empty table is slow in a full one.
do $$ begin
  if exists (select from orders) then analyze orders; end if;
  if exists (select from appointment) then analyze appointment; end if;
  if exists (select from contact_message) then analyze contact_message; end if;
  if exists (select from product_inquiry) then analyze product_inquiry; end if;
end $$;

drop index appointment_answered, appointment_unanswered, contact_message_answered, contact_message_unanswered,
  product_inquiry_answered, product_inquiry_unanswered, orders_by_amount, orders_by_fulfilment, orders_by_status,
  gift_voucher_by_balance, gift_voucher_by_last_day, gift_voucher_newest_active, gift_voucher_newest_expired,
  gift_voucher_newest_frozen, gift_voucher_newest_refunded, gift_voucher_newest_spent;
-- Another index begins with the same columns.
drop index gift_voucher_lapsing, gift_voucher_purchase, orders_purchase_newest, orders_sold;
-- These tables are small.
drop index admin_session_of_admin, dispute_lost, dispute_open, fraud_alert_of_refund, fraud_alert_open,
  password_reset_of_admin, product_newest, refund_nothing_to_give, retired_code_voucher, voucher_import_newest;
-- An hourly job reads `outbox` for the last email. What reads `gift_voucher` by its import: an import that is made or taken
-- back and, on its day, the alert of what was given without money.
drop index outbox_sent, gift_voucher_import;

-- Emails that did not arrive are few. Reading `outbox` takes about a second at 1,000,000 emails.
drop index outbox_bounced, outbox_delayed, outbox_failed;
create index outbox_undelivered on outbox (id)
  where bounced_at is not null or failed_at is not null or delayed_at is not null;
