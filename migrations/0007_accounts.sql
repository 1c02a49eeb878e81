-- Who may sign in to the owner's portal, and who is. Of every secret that opens something, only a hash is kept.

create table admin_user (
  id uuid primary key,
  email text not null unique check (email = lower(email)),
  -- A PHC string, which names its algorithm. Null until the first password is set through a link.
  password_hash text check (password_hash ~ '^\$[a-z0-9]+\$'),
  created_at timestamptz not null
);

-- One per sign-in; ended ones are deleted.
create table admin_session (
  id uuid primary key,
  admin_id uuid not null references admin_user,
  secret_hash text not null unique,
  created_at timestamptz not null,
  seen_at timestamptz not null,
  expires_at timestamptz not null,
  check (expires_at > created_at and expires_at <= created_at + interval '12 hours')
);

create index admin_session_of_admin on admin_session (admin_id);

-- Browsers that have signed in before: the owner's, whatever strangers do to the account. Five failures revoke one.
create table admin_device (
  secret_hash text primary key,
  admin_id uuid not null references admin_user,
  failures integer not null default 0 check (failures between 0 and 5),
  expires_at timestamptz not null
);

create table password_reset (
  token_hash text primary key,
  admin_id uuid not null references admin_user,
  expires_at timestamptz not null
);

create index password_reset_of_admin on password_reset (admin_id);

-- Failures in a row, by hash of the account that was named, whether there is one or not: from one address, and from all
-- of them (address ''). Signing in forgets them.
create table sign_in_failure (
  account text not null,
  address text not null,
  failures integer not null check (failures > 0),
  -- The next try is looked at from here on.
  retry_at timestamptz not null,
  primary key (account, address)
);
