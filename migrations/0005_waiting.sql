-- Since when an email waits, although each failed attempt moves `due_at`; when the last full run of `settle-payments`
-- ended; and which event Stripe could not deliver. Adds columns without a default: locks `outbox` and `reconciliation`
-- for a moment, at any size.

-- When it was first due; null until an attempt has failed.
alter table outbox add column first_due_at timestamptz;

alter table reconciliation
  add column full_run_at timestamptz,
  -- When the newest event happened that Stripe could not deliver in the last three days; null: none.
  add column undelivered_at timestamptz;
