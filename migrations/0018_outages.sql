-- What the website has seen of outages at Stripe and at Postmark. A new table: locks nothing.

create table outage (
  service text primary key check (service in ('stripe', 'postmark')),
  -- The last requests and runs of jobs that failed, until one succeeds.
  failures timestamptz[] not null,
  -- Why the last one failed.
  cause text not null check (cause in ('refused', 'unreachable')),
  -- Only starts of payments failed: that Stripe answers anything else proves nothing.
  starts_only boolean not null,
  -- When the first of the three failures happened that made it an outage.
  since timestamptz
);
