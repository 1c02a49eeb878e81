import { sql } from 'kysely'
import type { Statement } from '../db/db.ts'
import { selectDeclined } from './declines.ts'
import { releaseCancelledStock, updateState } from './payment-queries.ts'
import { lockPaymentOf } from './our-intents.ts'

/**
 * Returns the statements of one batch that close a payment whose intent is cancelled at Stripe: its stock is released,
 * and its buyer gets an email if they were told that the payment was under way. `declined` has a row if it was closed
 * because it was declined too often. `emailId` is used at most once.
 */
export const closeUnpaid = (intentId: string, emailId: string, now: Date) => ({
  lock: lockPaymentOf(intentId),
  reported: reportFailure(intentId, emailId, now),
  closed: updateState(intentId, 'cancelled', now),
  released: releaseCancelledStock(intentId, now),
  declined: selectDeclined(intentId),
})

/** Runs before the payment leaves `processing`, which it does once. */
const reportFailure = (intentId: string, emailId: string, now: Date): Statement => sql`
  with failed as (
    select id, purpose, amount_pence, purchase from payment
    where stripe_payment_intent_id = ${intentId} and state = 'processing'
  ),
  mail as (
    insert into outbox (id, key, template, recipient, data, created_at, due_at)
    select ${emailId}, 'failed:' || id, 'payment-failed', coalesce(purchase ->> 'buyerEmail', purchase ->> 'email'),
      jsonb_build_object('buyerName', coalesce(purchase ->> 'buyerName', purchase ->> 'firstName'), 'purpose', purpose,
        'pence', amount_pence, 'reference', ${intentId}::text),
      ${now}, ${now}
    from failed
  )
  insert into activity (at, actor, action, payment_id, after)
  select ${now}, 'system', 'payment_failed', id, jsonb_build_object('pence', amount_pence) from failed`
