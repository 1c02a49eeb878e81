-- What the functions' role may do. No migration: `npm run migrate` applies it after the migrations, each time, as one
-- transaction and only where the role clinic_functions exists (docs/deploy.md), so that a role that is made later gets the
-- same, and a right that is missing here is gone. Functions of the version before run on until the deploy ends: what they
-- need leaves this list one version later than their code.

revoke all on all tables in schema public from clinic_functions;
revoke all on all sequences in schema public from clinic_functions;
revoke all on all functions in schema public from clinic_functions;
revoke all on schema public from clinic_functions;
-- No table of its own, not even a temporary one.
revoke create on schema public from public;
do $$ begin execute format('revoke temporary on database %I from public, clinic_functions', current_database()); end $$;
grant usage on schema public to clinic_functions;

-- A new table may be read and added to, until it has a line below.
alter default privileges in schema public grant select, insert on tables to clinic_functions;
grant select, insert on all tables in schema public to clinic_functions;

-- Triggers and migrations write these.
revoke insert on customer, kysely_migration, kysely_migration_lock, reconciliation, settings, site from clinic_functions;

-- Not here, because their rows never change: activity, dispute_loss, email_event, failed_sign_in, idempotent_result, picture,
-- retired_code, stock_movement, voucher_entry. Only functions of the database delete or blank any of them.
grant update on
  admin_user, appointment, cancellation, code_guess, contact_message, dispute, fraud_alert, gift_voucher, orders, outage,
  outbox, product, product_inquiry, reconciliation, refund, settings, stock_reservation, throttle, voucher_import,
  website_build, website_version
to clinic_functions;
grant update, delete on admin_device, admin_session, difference, passkey, password_reset, payment, sign_in_failure
to clinic_functions;
-- Its row is a lock, too, which needs a column that one may update.
grant update (one, passkeys_required) on site to clinic_functions;
grant usage on sequence purchase_number to clinic_functions;

grant execute on function clear_unpaid_purchases(), delete_old_messages(), delete_old_inquiries(), delete_old_appointments(),
  clear_old_emails(), clear_old_holders(), clear_old_callers(), delete_old_hits(), delete_old_failure_counts(),
  delete_old_failed_sign_ins(), erase_texts(text), forget_import(uuid) to clinic_functions;
