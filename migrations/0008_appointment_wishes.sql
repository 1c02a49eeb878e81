-- What a visitor says with a request for an appointment: the part of the day, and the end of the code of a voucher to pay
-- with. Reads the table appointment once under an exclusive lock: less than a second at 1,000,000 rows.

alter table appointment
  add column day_part text check (day_part in ('morning', 'midday', 'evening')),
  add column voucher_end text check (char_length(voucher_end) = 4);
