-- Money without a record here has no known purpose, and none of the bounds of what we sell: it used to be booked as a
-- voucher, which refused amounts above £500.

alter table payment drop constraint payment_purpose_check;
alter table payment add constraint payment_purpose_check check (purpose in ('gift_voucher', 'order', 'unknown'));
