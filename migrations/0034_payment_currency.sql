-- The currency of a payment. The site sells in pounds only; a payment that bought nothing may have come in another
-- currency, and its amount is then not in pence. The constraints are checked on each row of
-- `payment`, which is locked meanwhile: 0.6 s at 1,000,000 rows. Functions of the previous version do not name the column and get the default.

alter table payment add column currency text not null default 'gbp' check (currency ~ '^[a-z]{3}$');
alter table payment add constraint sold_in_pounds check (currency = 'gbp' or state <> 'fulfilled');
