-- What the website's functions may do to data only through these functions of the database, so that they can run as a role
-- that may neither change nor delete rows of the ledger, the activity and the like (grants.sql). No table is locked.
-- Functions of the version before connect as the owner and need none of them.

-- Lists of customers follow other tables, and the mark of the first owner is set once: only by triggers.
alter function meet_customers() security definer set search_path = pg_catalog, public, pg_temp;
alter function forget_customers() security definer set search_path = pg_catalog, public, pg_temp;
alter function remember_owner() security definer set search_path = pg_catalog, public, pg_temp;

-- Retention. Each function takes a batch of rows and returns whether it was full, so that there may be more. Locked rows
-- are in use: they wait for the next run. The periods are those of KEPT_FOR (src/content/legal/kept-data.ts); a test
-- compares them.

create function clear_unpaid_purchases() returns boolean
language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  with due as materialized (
    select ctid from payment
    where purchase is not null and state = 'cancelled' and settled_at < now() - interval '30 days'
    limit 5000 for update skip locked
  ),
  done as (update payment old set purchase = null from due where old.ctid = due.ctid returning 1)
  select count(*) = 5000 from done
$$;

create function delete_old_messages() returns boolean
language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  with due as materialized (
    select ctid from contact_message
    where answered_at < now() - interval '12 months'
      or (answered_at is null and created_at < now() - interval '24 months')
    limit 5000 for update skip locked
  ),
  done as (delete from contact_message old using due where old.ctid = due.ctid returning 1)
  select count(*) = 5000 from done
$$;

create function delete_old_inquiries() returns boolean
language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  with due as materialized (
    select ctid from product_inquiry
    where answered_at < now() - interval '12 months'
      or (answered_at is null and created_at < now() - interval '24 months')
    limit 5000 for update skip locked
  ),
  done as (delete from product_inquiry old using due where old.ctid = due.ctid returning 1)
  select count(*) = 5000 from done
$$;

create function delete_old_appointments() returns boolean
language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  with due as materialized (
    select ctid from appointment
    -- It may be confirmed for a day two years ahead.
    where coalesce(confirmed_for, '-infinity') < now() - interval '12 months'
      and (answered_at < now() - interval '12 months'
        or (answered_at is null and created_at < now() - interval '24 months'))
    limit 5000 for update skip locked
  ),
  done as (delete from appointment old using due where old.ctid = due.ctid returning 1)
  select count(*) = 5000 from done
$$;

create function clear_old_emails() returns boolean
language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  with due as materialized (
    select ctid from outbox
    where (recipient <> '' or data is not null)
      and coalesce(sent_at, failed_at, withdrawn_at) < now() - interval '30 days'
    limit 5000 for update skip locked
  ),
  done as (
    update outbox old set data = null, recipient = '', last_error = null from due where old.ctid = due.ctid returning 1
  )
  select count(*) = 5000 from done
$$;

create function clear_old_holders() returns boolean
language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  with due as materialized (
    select ctid from stock_reservation
    where holder is not null and coalesce(settled_at, created_at) < now() - interval '1 day'
    limit 5000 for update skip locked
  ),
  done as (update stock_reservation old set holder = null from due where old.ctid = due.ctid returning 1)
  select count(*) = 5000 from done
$$;

create function clear_old_callers() returns boolean
language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  with due as materialized (
    select ctid from payment
    where caller is not null and (settled_at is not null or created_at < now() - interval '1 day')
    limit 5000 for update skip locked
  ),
  done as (update payment old set caller = null from due where old.ctid = due.ctid returning 1)
  select count(*) = 5000 from done
$$;

create function delete_old_hits() returns boolean
language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  with due as materialized (
    select ctid from throttle where hits[cardinality(hits)] < now() - interval '1 day' limit 5000 for update skip locked
  ),
  done as (delete from throttle old using due where old.ctid = due.ctid returning 1)
  select count(*) = 5000 from done
$$;

create function delete_old_failure_counts() returns boolean
language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  with due as materialized (
    select ctid from sign_in_failure where retry_at < now() - interval '30 days' limit 5000 for update skip locked
  ),
  done as (delete from sign_in_failure old using due where old.ctid = due.ctid returning 1)
  select count(*) = 5000 from done
$$;

create function delete_old_failed_sign_ins() returns boolean
language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  with due as materialized (
    select ctid from failed_sign_in where at < now() - interval '30 days' limit 5000 for update skip locked
  ),
  done as (delete from failed_sign_in old using due where old.ctid = due.ctid returning 1)
  select count(*) = 5000 from done
$$;

-- Erasure: what people typed into the ledger about a person's vouchers, and what the person wrote. Returns how much of
-- the latter. Texts of Stripe's entries are ours and stay: capBalance knows its entries by them.
create function erase_texts(whose text) returns jsonb
language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  with entries as (
    update voucher_entry set description = '', private_notes = null
    where actor <> 'stripe'
      and voucher_id in (select id from gift_voucher where buyer_email = whose or recipient_email = whose)
  ),
  inquiries as (delete from product_inquiry where email = whose returning 1),
  messages as (delete from contact_message where email = whose returning 1),
  appointments as (delete from appointment where email = whose returning 1)
  select jsonb_build_object(
    'inquiries', (select count(*) from inquiries),
    'messages', (select count(*) from messages),
    'appointments', (select count(*) from appointments))
$$;

-- Taking an import back: forgets names, addresses and notes of a batch of its vouchers, once they are void. Returns whether
-- the batch was full. Small, because the list of customers follows each row.
create function forget_import(import uuid) returns boolean
language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  with due as (
    select id from gift_voucher voucher
    where import_id = import and taken_back
      and (recipient_name <> '' or recipient_email is not null or buyer_name is not null
        or exists (select from voucher_entry entry where entry.voucher_id = voucher.id and private_notes is not null))
    limit 500 for no key update
  ),
  notes as (
    update voucher_entry set description = '', private_notes = null
    from due where voucher_id = due.id and private_notes is not null
  ),
  done as (
    update gift_voucher set buyer_name = null, recipient_name = '', recipient_email = null
    from due where gift_voucher.id = due.id returning 1
  )
  select count(*) = 500 from done
$$;

revoke all on function clear_unpaid_purchases(), delete_old_messages(), delete_old_inquiries(), delete_old_appointments(),
  clear_old_emails(), clear_old_holders(), clear_old_callers(), delete_old_hits(), delete_old_failure_counts(),
  delete_old_failed_sign_ins(), erase_texts(text), forget_import(uuid) from public;
