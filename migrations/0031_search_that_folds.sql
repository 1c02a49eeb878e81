-- The portal's searches find people however their names are typed: case, accents, apostrophes, hyphens and the order of
-- words do not matter. `search` and `words_of` stay for the functions of the version before this one.
--
-- Locks gift_voucher, orders, customer and product for reading and writing until the migration ends, because a generated
-- column rewrites its table: 103 s with 1,000,000 vouchers, 100,000 orders and 400,000 customers on a busy machine, 84 s
-- of them for the vouchers, so a few seconds with 50,000. Meanwhile requests wait and fail after 10 s; Stripe repeats its
-- events. The search of the version before this one works on, but reads the whole table for words that few rows have,
-- because the indexes it uses are replaced.

-- Returns lower-case words, separated by spaces, without accents; apostrophes and hyphens as '-'. Other scripts keep
-- their letters. Uses Postgres's own normalisation, because the dictionary of the extension unaccent may change, which an
-- index must not.
create function fold_search(text) returns text language plpgsql immutable strict parallel safe as $$
declare
  folded text := lower($1);
begin
  if octet_length(folded) > length(folded) then
    folded := normalize(translate(folded, '’‘ʼʻ´′‐‑‒–—−־', '-------------'), nfd);
    -- Combining marks and what has no width.
    folded := regexp_replace(folded, U&'[\00ad\0300-\036f\0483-\0487\0591-\05c7\064b-\065f\0670\200b-\200f\202a-\202e\2060-\206f\fe00-\fe0f\feff]+', '', 'g');
    -- Signs and spaces beyond ASCII.
    folded := regexp_replace(folded, U&'[\0080-\00a9\00ab-\00b4\00b6-\00b9\00bb-\00bf\2000-\205f\3000-\3003\3008-\301f]+', ' ', 'g');
    folded := replace(replace(replace(replace(folded, 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th');
    folded := translate(folded, 'øłđðı', 'olddi');
  end if;
  return regexp_replace(replace(replace(folded, '''', '-'), '`', '-'), E'[\\u0001-,./:-@\\[-`{-~]+', ' ', 'g');
end $$;

-- Returns the words of a text for an index: both parts of "Fitz-Roberts" and "fitzroberts"; of "Jürgen" also "juergen".
create function search_words(text) returns tsvector language plpgsql immutable strict parallel safe as $$
declare
  folded text := public.fold_search($1);
begin
  if octet_length($1) > length($1) and lower(normalize($1, nfc)) ~ '[äöü]' then
    folded := folded || ' ' || public.fold_search(
      replace(replace(replace(lower(normalize($1, nfc)), 'ä', 'ae'), 'ö', 'oe'), 'ü', 'ue'));
  end if;
  if position('-' in folded) > 0 then
    folded := replace(folded, '-', ' ') || ' ' || replace(folded, '-', '');
  end if;
  -- A tsvector cannot hold a word of more than 2,046 bytes.
  if octet_length(folded) > 2000 then
    folded := regexp_replace(folded, '([^ ]{40})[^ ]+', '\1', 'g');
  end if;
  return array_to_tsvector(array_remove(string_to_array(folded, ' '), ''));
end $$;

-- Returns the query for rows that have, for each word of the text, a word that begins with it. Words of less than
-- `shortest` characters are left out. Null if no word is left.
create function search_query(text, shortest integer) returns tsquery language sql immutable strict parallel safe as $$
  select string_agg(
    case when token like '%-%' then format('(%s | %L:*)', parts, left(replace(token, '-', ''), 40)) else parts end, ' & '
  )::tsquery
  from string_to_table(public.fold_search($1), ' ') token, lateral (
    select string_agg(format('%L:*', left(part, 40)), ' & ')
    from string_to_table(token, '-') part where length(part) >= greatest(shortest, 1)
  ) long (parts)
  where parts is not null
$$;

drop index gift_voucher_words, customer_words, customer_newest, orders_search;

-- A word that begins with '=' is the beginning or the end of a code, in which I, L and O count as 1, 1 and 0.
alter table gift_voucher add column words tsvector not null generated always as (
  search_words(recipient_name || ' ' || coalesce(recipient_email, '') || ' ' || coalesce(buyer_name, '') || ' ' || coalesce(buyer_email, ''))
  || array_to_tsvector(array[
    '=' || lower(left(translate(code, 'ILO', '110'), 9)), '=' || lower(right(translate(code, 'ILO', '110'), 4))])
) stored;
-- A word that begins with '<' is the reference from its end, which people read out.
alter table orders add column words tsvector not null generated always as (
  search_words(first_name || ' ' || last_name || ' ' || email || ' ' || product_name || ' ' || reference)
  || array_to_tsvector(array['<' || reverse(lower(reference))])
) stored;
alter table customer add column words tsvector not null generated always as (search_words(name || ' ' || email)) stored;
alter table product add column words tsvector not null generated always as
  (search_words(name || ' ' || category || ' ' || description)) stored;

create index gift_voucher_search on gift_voucher using gin (words);
create index orders_search on orders using gin (words);
create index customer_search on customer using gin (words);
-- Customers are stored in the order of their first visit, so the search of the most recent reads their words in the index.
create index customer_newest on customer (last_seen desc, id desc) include (words);
