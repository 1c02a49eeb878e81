-- What is kept no longer than the privacy policy says. Access exclusive locks on stock_reservation and outbox until the
-- migration has ended: one second with 1,000,000 rows in each, measured on one machine.

-- Known only while a reservation is held. There is no check of that: the functions of the former version, which run until
-- the deploy has ended, do not blank it. The hourly job does, and clears what older reservations still have.
alter table stock_reservation alter column holder drop not null;

-- What the hourly job looks for.
create index stock_reservation_to_blank on stock_reservation (settled_at) where state <> 'held' and holder is not null;
drop index outbox_kept;
create index outbox_kept on outbox (coalesce(sent_at, failed_at)) where recipient <> '' or data is not null;
