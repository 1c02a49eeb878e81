-- Failed sign-ins leave the activity, which is append only and which strangers filled: they are kept here for 30 days,
-- with the browser and the hash of the address. Creates an empty table: locks no other, and takes less than a second.

-- One row per attempt with a wrong password. A sign-in deletes the counts of sign_in_failure, and keeps these rows: the
-- failures before a success are the ones to look at.
create table failed_sign_in (
  id bigint generated always as identity primary key,
  at timestamptz not null,
  -- The hash of the email address that was named, whether it is an admin's or not.
  account text not null,
  address text not null,
  -- Such as "Firefox on Windows".
  browser text not null
);
create index failed_sign_in_newest on failed_sign_in (at);
