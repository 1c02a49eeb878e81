-- The search for the end of a phone number. Each index locks its table against writing while it is made.

create index orders_phone_end on orders (reverse(phone_digits(phone)) text_pattern_ops);
create index contact_message_phone_end on contact_message (reverse(phone_digits(phone)) text_pattern_ops);
create index appointment_phone_end on appointment (reverse(phone_digits(phone)) text_pattern_ops);
create index product_inquiry_phone_end on product_inquiry (reverse(phone_digits(phone)) text_pattern_ops);
