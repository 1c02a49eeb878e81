-- Vouchers on paper, and vouchers that were sold elsewhere and are brought in. Adds columns that are nullable or have a
-- constant default, and reads `gift_voucher`, `voucher_entry` and `retired_code` once to check them: locks each for a few
-- seconds at 1,000,000 rows. Marking the custom codes takes about a second for 100,000 vouchers from the desk.

-- Vouchers of another system or of a paper list that were brought in together.
create table voucher_import (
  id uuid primary key,
  -- The id of an admin.
  actor text not null,
  created_at timestamptz not null,
  -- When its last slice came, and every admin was told.
  finished_at timestamptz,
  taken_back_at timestamptz
);
create index voucher_import_newest on voucher_import (created_at);

alter table gift_voucher
  add column import_id uuid references voucher_import,
  -- Whether its present code was generated here. It is never inferred from the check character.
  add column code_generated boolean not null default true,
  -- Whether its import was taken back. Its code is free again, and its id stands there.
  add column taken_back boolean not null default false,
  drop constraint gift_voucher_paid_by_check,
  add constraint gift_voucher_paid_by_check check (paid_by in ('online', 'cash', 'card', 'complimentary', 'imported')),
  -- `print`: on paper, without an email.
  drop constraint gift_voucher_deliver_to_check,
  add constraint gift_voucher_deliver_to_check check (deliver_to in ('recipient', 'buyer', 'print')),
  drop constraint gift_voucher_check4,
  add constraint gift_voucher_recipient_email_check check (case deliver_to
    when 'recipient' then recipient_email is not null when 'buyer' then recipient_email is null else payment_id is null end),
  drop constraint gift_voucher_code_check,
  add constraint gift_voucher_code_check check (
    code ~ '^[0-9A-Z]{4,32}$' and (length(code) >= 6 or (paid_by = 'imported' and not code_generated))),
  -- The original amount of an imported voucher is only shown.
  drop constraint gift_voucher_original_pence_check,
  add constraint gift_voucher_original_pence_check check (
    original_pence between 1 and 1000000 and (paid_by = 'imported' or original_pence between 30 and 50000)),
  add check ((paid_by = 'imported') = (import_id is not null)),
  add check (not taken_back or (paid_by = 'imported' and status = 'void'));
create index gift_voucher_import on gift_voucher (import_id) where import_id is not null;

alter table voucher_entry
  drop constraint voucher_entry_kind_check,
  add constraint voucher_entry_kind_check check (kind in ('issue', 'import', 'redeem', 'adjust', 'refund', 'expire', 'reverse')),
  add check (kind <> 'import' or (pence between 1 and 100000 and balance_after = pence));
create unique index voucher_entry_import on voucher_entry (voucher_id) where kind = 'import';

alter table retired_code
  drop constraint retired_code_code_check,
  add constraint retired_code_code_check check (code ~ '^[0-9A-Z]{4,32}$' and code !~ '[ILO]');

-- What of a code may be shown where the whole must not be: its last quarter, at most four characters.
create function code_end(text) returns text language sql immutable parallel safe strict
return right($1, least(4, length($1) / 4));

-- Nobody paid for an imported voucher here: its backing is the balance with which it came.
create or replace view voucher_backing as
select voucher.id as voucher_id, voucher.payment_id, (
  case when voucher.paid_by = 'imported' then 0 else coalesce(payment.amount_pence, voucher.original_pence) end
  - coalesce(payment.lost_pence, 0)
  + coalesce((
    select sum(entry.pence)
    from voucher_entry entry left join voucher_entry original on original.id = entry.reverses
    where entry.voucher_id = voucher.id and case coalesce(original.kind, entry.kind)
      when 'redeem' then true
      when 'import' then true
      when 'adjust' then coalesce(original.refund_id, entry.refund_id) is null
      when 'refund' then voucher.payment_id is null
      else false
    end
  ), 0)
  - coalesce((select sum(refund.pence) from refund where refund.payment_id = payment.id and refund.state <> 'failed'), 0)
)::int as pence
from gift_voucher voucher left join payment on payment.id = voucher.payment_id;

-- Custom codes of vouchers from the desk: those that are none of 16 characters with the right check character. Of earlier
-- vouchers this can only be inferred.
update gift_voucher set code_generated = false
where payment_id is null and (code !~ '^[0-9A-HJKMNP-TV-Z]{16}$' or (
  select sum(value / 32 + value % 32) % 32 <> 0
  from generate_series(1, 16) place, lateral (
    select (strpos('0123456789ABCDEFGHJKMNPQRSTVWXYZ', substr(code, place, 1)) - 1) * (1 + place % 2) as value
  ) weighed
));
