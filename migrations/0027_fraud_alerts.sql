-- Early fraud warnings and reviews, as Stripe has them. Each freezes what was bought until it ends. Functions of the version
-- before this one go on while this runs; they know nothing of it.

create table fraud_alert (
  id uuid primary key,
  -- Stripe's.
  stripe_id text not null unique,
  payment_id uuid not null references payment,
  kind text not null check (kind in ('warning', 'review')),
  opened_at timestamptz not null,
  -- When the owner pressed Release. A review ends once Stripe has approved it.
  released_at timestamptz,
  -- Null while it is open.
  ended_at timestamptz,
  -- Null while it is open. Of a review what Stripe says, of a warning released, refunded or disputed.
  outcome text check (outcome in ('released', 'acknowledged', 'approved', 'canceled', 'disputed', 'payment_never_settled',
    'redacted', 'refunded', 'refunded_as_fraud')),
  -- The refund that ended it here. If that fails, it is open again.
  refund_id uuid references refund,
  check ((outcome is null) = (ended_at is null)),
  check (refund_id is null or outcome = 'refunded')
);

create index fraud_alert_of_payment on fraud_alert (payment_id);
create index fraud_alert_open on fraud_alert (opened_at) where ended_at is null;
create index fraud_alert_of_refund on fraud_alert (refund_id) where refund_id is not null;
create index dispute_open on dispute (payment_id) where outcome is null;

-- Why a payment is frozen. One that is not in here is not frozen. The first by name is the one that the owner is told.
create view freeze_cause (payment_id, cause) as
  select payment_id, 'dispute' from dispute where outcome is null
  union all
  select payment_id, kind from fraud_alert where ended_at is null;
