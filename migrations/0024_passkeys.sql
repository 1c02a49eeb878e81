-- The second factor. Adds a table and columns; rewrites nothing.
create table passkey (
  -- The credential's id, in base64url.
  id text primary key check (char_length(id) between 16 and 1400),
  admin_id uuid not null references admin_user,
  -- As COSE, in base64url.
  public_key text not null,
  -- How often its device says that it was used; 0 where the device does not count.
  counter bigint not null check (counter >= 0),
  name text not null check (char_length(name) between 1 and 60),
  -- Whether it is copied to the person's other devices.
  is_synced boolean not null,
  -- The host of the website for which it was made. It works on no other.
  host text not null,
  created_at timestamptz not null,
  used_at timestamptz not null
);
create index passkey_admin on passkey (admin_id);

alter table admin_user
  -- Hashes of those that are left of ten.
  add recovery_codes text[] not null default '{}' check (cardinality(recovery_codes) <= 10);

alter table admin_session
  -- Null as long as the session owes the passkey. Without a default, so that no session is proved by accident.
  alter proved_at drop not null,
  alter proved_at drop default;

alter table site
  -- Whether nobody may sign in without a passkey.
  add passkeys_required boolean not null default false;
