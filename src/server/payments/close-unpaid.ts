import { sql } from 'kysely'
import type { Statement } from '../db/db.ts'
import { selectDeclined } from './declines.ts'
import { releaseCancelledStock, updateState } from './payment-queries.ts'
import { lockPaymentOf } from './our-intents.ts'

/**
 * Returns the statements of one batch that close a payment whose intent is cancelled at Stripe. They release its
 * stock, and enqueue an email if the buyer was told that the payment was processing. `declined` has a row if it was
 * declined too often.
 */
export const closeUnpaid = (intentId: string, emailId: string, now: Date) => ({
  lock: lockPaymentOf(intentId),
  reported: reportFailure(intentId, emailId, now),
  closed: updateState(intentId, 'cancelled', now),
  released: releaseCancelledStock(intentId, now),
  declined: selectDeclined(intentId),
})

/** Must run before the payment leaves `processing`. That happens once, so the email is enqueued once. */
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
