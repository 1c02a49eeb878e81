-- Remembers when each step of the full run of `settle-payments` last ran. Adds a column with a constant default to
-- `reconciliation`, which has one row: at once.
alter table reconciliation
  -- By the name of a step (`fullRunSteps` in src/contract/reports.ts). Counts from the first full run if it has never run.
  add column steps_at jsonb not null default '{}';
