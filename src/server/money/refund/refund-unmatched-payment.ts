import { sql } from 'kysely'
import type { Stripe } from 'stripe'
import { clinic } from '#clinic/current-clinic.ts'
import { recordActivity } from '#server/activity/record-activity.ts'
import type { Services } from '#server/clients/services.ts'
import { query, type Statement } from '#server/db/db.ts'
import { insertRows } from '#server/db/insert-rows.ts'
import { enqueueEmail } from '#server/email/outbox.ts'
import { log } from '#server/log.ts'
import { tryRequestRefund } from '#server/money/refund/apply-refund.ts'
import { lockPaymentOf, paymentOf } from '#server/money/settle/our-intents.ts'
import { releaseStock } from '#server/orders/reserve-stock.ts'

type Deps = Pick<Services, 'db' | 'stripe' | 'clock' | 'random'>

/**
 * Refunds a payment that bought nothing: its amount or currency differs from the purchase, or it arrived after the
 * payment was closed. If the payment has no row here (restored backup) or another intent, it is only recorded as
 * unmatched for the owner. Returns `returned` only if our books have a refund that has not failed, and `refunded` if it
 * was made at Stripe.
 */
export async function refundUnmatchedPayment(
  services: Deps,
  intent: Stripe.PaymentIntent,
  paymentId: string | undefined,
): Promise<'returned' | 'refunded' | 'unmatched'> {
  const { db, clock, random } = services
  const refundId = random.uuid()
  const { refunded, unmatched } = await db.batch({
    lock: lockPaymentOf(intent.id),
    refunded: insertRefund(intent, paymentId, refundId, clock.now()),
    // Releases its reserved stock.
    released: releaseStock(paymentOf(intent.id).where('settledAt', 'is not', null), clock.now()),
    unmatched: insertUnmatchedPayment(intent, random.uuid(), clock.now()),
  })
  if (unmatched[0]) log('error', 'paid, and no record of it', { intent: intent.id, payment: paymentId })
  if (refunded[0]) {
    log('error', 'paid, but nothing to give: refunding it', { intent: intent.id, payment: paymentId })
    await tryRequestRefund(services, {
      id: refundId,
      pence: intent.amount_received,
      intentId: intent.id,
      stripeRefundId: null,
    })
  }
  const [refund] = await db.run(selectLiveRefund(intent.id))
  if (!refund) return 'unmatched'
  return refund.cause === 'dashboard' ? 'refunded' : 'returned'
}

const selectLiveRefund = (intentId: string) =>
  query
    .selectFrom('refund')
    .innerJoin('payment', 'payment.id', 'refund.paymentId')
    .select('refund.cause')
    .where('stripePaymentIntentId', '=', intentId)
    .where('refund.state', '<>', 'failed')
    .orderBy(sql`cause = 'dashboard'`)
    .limit(1)

function insertRefund(
  intent: Stripe.PaymentIntent,
  paymentId: string | undefined,
  refundId: string,
  now: Date,
): Statement<{ id: string }> {
  return sql<{ id: string }>`
    with returned as (
      update payment set state = 'refunding', settled_at = ${now}, caller = null, paid_at = ${now}, stripe_payment_intent_id = ${intent.id},
        currency = ${intent.currency}
      where id = ${paymentId ?? null}::uuid and coalesce(stripe_payment_intent_id, ${intent.id}) = ${intent.id}
        and state in ('created', 'processing', 'cancelled')
      returning id, purchase
    ),
    inserted as (${insertRows(
      'refund',
      {
        id: refundId,
        paymentId: sql`id`,
        pence: intent.amount_received,
        cause: 'nothing_to_give',
        state: 'due',
        createdAt: now,
      },
      sql`from returned`,
    )}),
    email as (${enqueueEmail(
      {
        key: sql`'returned:' || id`,
        template: 'payment-returned',
        recipient: sql`buyer.email`,
        data: {
          buyerName: sql`coalesce(purchase ->> 'buyerName', purchase ->> 'firstName')`,
          pence: intent.amount_received,
          currency: intent.currency,
          reference: intent.id,
        },
        at: now,
      },
      // An erased buyer has no address.
      sql`
        from returned cross join lateral (select coalesce(purchase ->> 'buyerEmail', purchase ->> 'email') as email) buyer
        where buyer.email is not null`,
    )}),
    activity_entry as (${recordActivity(
      {
        at: now,
        actor: 'system',
        action: 'payment_returned',
        paymentId: sql`id`,
        after: { pence: intent.amount_received },
      },
      sql`from returned`,
    )})
    select id from returned
    -- Of this statement, sent before.
    union select payment_id from refund where id = ${refundId}`
}

function insertUnmatchedPayment(
  intent: Stripe.PaymentIntent,
  paymentId: string,
  now: Date,
): Statement<{ id: string }> {
  const created = new Date(intent.created * 1000)
  return sql<{ id: string }>`
    with found as (${insertRows('payment', {
      id: paymentId,
      purpose: 'unknown',
      state: 'unknown',
      amountPence: intent.amount_received,
      currency: intent.currency,
      stripePaymentIntentId: intent.id,
      createdAt: created,
      payBy: sql`${created}::timestamptz + interval '30 minutes'`,
      paidAt: created,
      settledAt: now,
    })
      .onConflict((conflict) => conflict.column('stripePaymentIntentId').doNothing())
      .returning('id')}),
    email as (${enqueueEmail(
      {
        key: sql`'unknown:' || id`,
        template: 'payment-unknown',
        recipient: clinic.email,
        data: { pence: intent.amount_received, currency: intent.currency, reference: intent.id },
        at: now,
      },
      sql`from found`,
    )}),
    activity_entry as (${recordActivity(
      {
        at: now,
        actor: 'system',
        action: 'payment_unknown',
        paymentId: sql`id`,
        after: { pence: intent.amount_received },
      },
      sql`from found`,
    )})
    select id from found`
}
