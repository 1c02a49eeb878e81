-- What visitors write to the clinic.

create table contact_message (
  id uuid primary key,
  -- The browser's own name for the attempt: the same one again is the same message.
  request_id uuid unique,
  first_name text not null,
  last_name text not null,
  email text not null,
  phone text,
  subject text not null,
  message text not null,
  created_at timestamptz not null
);

create index contact_message_newest on contact_message (created_at desc, id);

create table appointment (
  id uuid primary key,
  request_id uuid unique,
  first_name text not null,
  last_name text not null,
  email text not null,
  phone text not null,
  -- A therapy's id, or the visitor's own words.
  service text not null,
  preferred_date date,
  insurance text,
  reason text,
  created_at timestamptz not null
);

create index appointment_newest on appointment (created_at desc, id);
