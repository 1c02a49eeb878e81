-- What owners change of the public website, and the first owner's welcome. Adds two tables, a column with a constant
-- default and a trigger: nothing is read but the one row of `site`.

create table website_version (
  version int primary key check (version >= 1),
  -- As in src/contract/website.ts. One that no longer passes its schema is not built in.
  website jsonb not null,
  -- The id of an admin.
  saved_by text not null,
  saved_at timestamptz not null,
  -- When Publish was last pressed for it. The build reads the newest version that was published.
  published_at timestamptz
);

-- Calls of Netlify's build hook.
create table website_build (
  -- Made by the caller, so that one who sends its statement again knows its own turn.
  id uuid primary key,
  at timestamptz not null,
  -- `day`: something begins or ends on that day.
  cause text not null check (cause in ('publish', 'day')),
  version int not null references website_version,
  -- Null until Netlify has answered.
  accepted boolean
);

alter table site add column had_owner boolean not null default false;
update site set had_owner = exists (select from admin_user);

-- /admin/welcome stays closed once there has been an admin, also after the last one was removed.
create function remember_owner() returns trigger language plpgsql as $$
begin
  update site set had_owner = true where not had_owner;
  return null;
end $$;
create trigger remember_owner after insert on admin_user for each statement execute function remember_owner();
