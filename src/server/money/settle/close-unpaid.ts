import { sql } from 'kysely'
import { recordActivity } from '#server/activity/record-activity.ts'
import type { Statement } from '#server/db/db.ts'
import { enqueueEmail } from '#server/email/outbox.ts'
import { selectDeclined } from '#server/money/settle/declines.ts'
import { lockPaymentOf } from '#server/money/settle/our-intents.ts'
import { releaseCancelledStock, updateState } from '#server/money/settle/payment-queries.ts'

/**
 * Returns the statements of one batch that close a payment whose intent is cancelled at Stripe. They release its
 * stock, and enqueue an email if the buyer was told that the payment was processing. `declined` has a row if it was
 * declined too often.
 */
export const closeUnpaid = (intentId: string, now: Date) => ({
  lock: lockPaymentOf(intentId),
  reported: reportFailure(intentId, now),
  closed: updateState(intentId, 'cancelled', now),
  released: releaseCancelledStock(intentId, now),
  declined: selectDeclined(intentId),
})

/** Must run before the payment leaves `processing`. That happens once, so the email is enqueued once. */
const reportFailure = (intentId: string, now: Date): Statement => sql`
  with failed as (
    select id, purpose, amount_pence, purchase from payment
    where stripe_payment_intent_id = ${intentId} and state = 'processing'
  ),
  email as (${enqueueEmail(
    {
      key: sql`'failed:' || id`,
      template: 'payment-failed',
      recipient: sql`coalesce(purchase ->> 'buyerEmail', purchase ->> 'email')`,
      data: {
        buyerName: sql`coalesce(purchase ->> 'buyerName', purchase ->> 'firstName')`,
        purpose: sql`purpose`,
        pence: sql`amount_pence`,
        reference: intentId,
      },
      at: now,
    },
    sql`from failed`,
  )})
  ${recordActivity(
    {
      at: now,
      actor: 'system',
      action: 'payment_failed',
      paymentId: sql`id`,
      after: { pence: sql`amount_pence` },
    },
    sql`from failed`,
  )}`
