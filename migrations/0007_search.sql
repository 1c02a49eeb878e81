-- The search finds telephone numbers by their digits, Greek in capitals, and letters of other widths. Locks writes to
-- `orders`, `contact_message`, `appointment` and `product_inquiry` while their indexes are made: about a second for
-- 100,000 rows, ten for 1,000,000. Rows with such letters are few, and updated without locking others.

create or replace function fold_search(text) returns text
language plpgsql immutable parallel safe strict as $$
declare
  folded text := lower($1);
begin
  if octet_length(folded) > length(folded) then
    -- Compatibility forms too: letters of other widths, ligatures.
    folded := lower(normalize(translate(folded, '’‘ʼʻ´′‐‑‒–—−־', '-------------'), nfkd));
    -- Combining marks and what has no width.
    folded := regexp_replace(folded, U&'[\00ad\0300-\036f\0483-\0487\0591-\05c7\064b-\065f\0670\200b-\200f\202a-\202e\2060-\206f\fe00-\fe0f\feff]+', '', 'g');
    -- Signs and spaces beyond ASCII.
    folded := regexp_replace(folded, U&'[\0080-\00a9\00ab-\00b4\00b6-\00b9\00bb-\00bf\2000-\205f\3000-\3003\3008-\301f]+', ' ', 'g');
    folded := replace(replace(replace(replace(folded, 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th');
    folded := translate(folded, 'øłđðıς', 'olddiσ');
  end if;
  return regexp_replace(replace(replace(folded, '''', '-'), '`', '-'), E'[\\u0001-,./:-@\\[-`{-~]+', ' ', 'g');
end $$;

-- The digits that tell a telephone number from others, without the country's prefix: 7700900123 for "+44 7700 900123"
-- and "07700 900 123".
create function phone_digits(text) returns text
language sql immutable parallel safe strict
return regexp_replace(regexp_replace($1, '\D', '', 'g'), '^0*(44)?0*', '');

create index orders_phone on orders (phone_digits(phone) text_pattern_ops);
create index contact_message_phone on contact_message (phone_digits(phone) text_pattern_ops);
create index appointment_phone on appointment (phone_digits(phone) text_pattern_ops);
create index product_inquiry_phone on product_inquiry (phone_digits(phone) text_pattern_ops);

-- Makes the stored words of these rows anew.
update customer set name = name where name like '%ς%' or name is not nfkc normalized;
update gift_voucher set recipient_name = recipient_name
where recipient_name || coalesce(buyer_name, '') like '%ς%' or recipient_name || coalesce(buyer_name, '') is not nfkc normalized;
update orders set first_name = first_name
where first_name || last_name || product_name like '%ς%' or first_name || last_name || product_name is not nfkc normalized;
update product set name = name
where name || category || description like '%ς%' or name || category || description is not nfkc normalized;
