-- Emails that Postmark may have taken although it did not say so. Adds a nullable column: locks `outbox` for a moment only. Marks
-- the emails that wait after a failed attempt, or whose sender crashed: it reads `outbox` once, some seconds at 1,000,000 rows.

-- Since when an attempt to send the email has had no answer: it may have arrived.
alter table outbox add column unanswered_at timestamptz;

update outbox set unanswered_at = coalesce(claimed_until, due_at)
where sent_at is null and data is not null and (claimed_until is not null
  or attempts > 1 or attempts = 1 and last_error not in ('code 300', 'code 406', 'code 429', 'not rendered'));
