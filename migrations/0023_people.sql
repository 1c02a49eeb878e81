-- The people who sign in: owners and staff. All who can sign in today become owners. Rewrites two small tables.
-- The defaults are for functions of the version before, which run until the new ones are live.
alter table admin_user
  add role text not null default 'owner' check (role in ('owner', 'staff')),
  -- Shown in the portal beside what somebody did. Kept after a removal, as long as the books.
  add name text not null default 'Administrator' check (char_length(name) between 1 and 60),
  add removed_at timestamptz,
  alter email drop not null,
  add constraint admin_user_removed check ((email is null) = (removed_at is not null)),
  add constraint admin_user_locked_out check (removed_at is null or password_hash is null);
update admin_user set name = left(email, 60);

-- One owner who can sign in remains. The lock lets two owners who change each other at the same time see what the other
-- did.
create function keep_an_owner() returns trigger language plpgsql as $$
begin
  perform from public.site for update;
  if not exists (select from public.admin_user where role = 'owner' and password_hash is not null) then
    raise exception 'the last owner' using errcode = 'check_violation', constraint = 'admin_user_owner';
  end if;
  return null;
end $$;
create trigger keep_an_owner after update of role, removed_at on admin_user for each row
  when (old.role = 'owner' and old.password_hash is not null) execute function keep_an_owner();

alter table admin_session
  -- Such as "Safari on iPhone".
  add browser text not null default 'an unknown browser' check (char_length(browser) <= 40),
  -- When the password was last proved.
  add proved_at timestamptz not null default now();
update admin_session set proved_at = created_at;
