import { sql, type InferResult, type NotNull } from 'kysely'
import { clinic } from '#clinic/current-clinic.ts'
import { recordActivity } from '#server/activity/record-activity.ts'
import { query, type Statement } from '#server/db/db.ts'
import { insertRows } from '#server/db/insert-rows.ts'
import { enqueueEmail } from '#server/email/outbox.ts'
import { deriveFreeze } from '#server/money/dispute/derive-freeze.ts'
import type { AlertReading } from '#server/money/dispute/read-fraud-alert.ts'
import { deriveRefundStatus } from '#server/money/refund/derive-refund-status.ts'
import { boughtBy } from '#server/money/rules/bought-by.ts'

/**
 * Records an alert, ends it if it has ended at Stripe, and freezes or unfreezes the purchase. An ended alert is never
 * reopened here, because an older reading may arrive later. Runs in a batch that has locked the payment.
 */
export const recordAlert = (reading: AlertReading, now: Date) => ({
  alertOpened: insertAlert(reading, now),
  ...(reading.outcome && { alertEnded: endAlert(reading, now) }),
  frozen: deriveFreeze(reading.intentId),
  ...deriveRefundStatus(reading.intentId, now),
})

/** Joins the payment of `alert` with its voucher and order, for the activity. */
const JOIN_PURCHASE = sql`
  join payment on payment.id = alert.payment_id
  left join gift_voucher voucher on voucher.payment_id = payment.id
  left join orders on orders.payment_id = payment.id`

const PURCHASE = {
  paymentId: sql`payment.id`,
  voucherId: sql`voucher.id`,
  orderId: sql`orders.id`,
  after: { pence: sql`payment.amount_pence` },
}

/** Inserts a new alert. If it is open, enqueues an email to the clinic. */
const insertAlert = (
  { stripeId, kind, intentId, openedAt, outcome }: AlertReading,
  now: Date,
): Statement => sql`
  with alert as (${insertRows(
    'fraudAlert',
    {
      id: sql`gen_random_uuid()`,
      stripeId,
      paymentId: sql`id`,
      kind,
      openedAt,
      outcome,
      endedAt: outcome && now,
    },
    sql`
      from payment
      where stripe_payment_intent_id = ${intentId} and state in ('fulfilled', 'refunding', 'refunded', 'unknown', 'disputed')`,
  )
    .onConflict((conflict) => conflict.column('stripeId').doNothing())
    .returning(['stripeId', 'paymentId', 'kind', 'outcome'])}),
  email as (${enqueueEmail(
    {
      key: `payment-frozen:${stripeId}`,
      template: 'payment-frozen',
      recipient: clinic.email,
      data: { pence: sql`amount_pence`, ...boughtBy(sql`payment.id`), reference: intentId, cause: kind },
      at: now,
    },
    sql`from alert join payment on payment.id = alert.payment_id where outcome is null`,
  )})
  ${recordActivity(
    { at: now, actor: 'stripe', action: `${kind}_opened`, ...PURCHASE },
    sql`from alert ${JOIN_PURCHASE} where outcome is null`,
  )}`

const endAlert = ({ stripeId, outcome }: AlertReading, now: Date): Statement => sql`
  with alert as (
    update fraud_alert set outcome = ${outcome}, ended_at = ${now} where stripe_id = ${stripeId} and ended_at is null
    returning payment_id, kind, outcome
  )
  ${recordActivity(
    {
      at: now,
      actor: 'stripe',
      action: sql<'warning_ended' | 'review_ended'>`kind || '_ended'`,
      ...PURCHASE,
      after: { ...PURCHASE.after, outcome: sql`outcome` },
    },
    sql`from alert ${JOIN_PURCHASE}`,
  )}`

export type AlertRow = InferResult<ReturnType<typeof selectAlert>>[number]

/**
 * Selects an alert with the state of its payment: `isFrozen` also for another cause, `isRefunded` if it is refunded or
 * lost in full.
 */
export const selectAlert = (id: string) =>
  query
    .selectFrom('fraudAlert as alert')
    .innerJoin('payment', 'payment.id', 'alert.paymentId')
    .select((row) => [
      'alert.stripeId',
      'alert.kind',
      'alert.outcome',
      'payment.stripePaymentIntentId as intentId',
      row('payment.state', '=', 'disputed').$castTo<boolean>().as('isFrozen'),
      row(row.fn.coalesce('payment.disputedFrom', 'payment.state'), 'in', ['refunding', 'refunded'])
        .$castTo<boolean>()
        .as('isRefunded'),
    ])
    .$narrowType<{ intentId: NotNull }>()
    .where('alert.id', '=', id)

/** Records once that the owner has released an alert. That ends a warning; a review must end at Stripe. */
export const releaseOpenAlert = (id: string, actor: string, now: Date): Statement => sql`
  with alert as (
    update fraud_alert set released_at = ${now}, outcome = case kind when 'warning' then 'released' end,
      ended_at = case kind when 'warning' then ${now}::timestamptz end
    where id = ${id} and ended_at is null and released_at is null
    returning payment_id, kind
  )
  ${recordActivity(
    {
      at: now,
      actor,
      action: sql<'warning_released' | 'review_released'>`kind || '_released'`,
      ...PURCHASE,
    },
    sql`from alert ${JOIN_PURCHASE}`,
  )}`

/** Reopens alerts that a refund had ended, if it has failed. Runs after the statement that records the failure. */
export const reopenAlerts = (intentId: string) =>
  query
    .updateTable('fraudAlert')
    .set({ outcome: null, endedAt: null, refundId: null })
    .from('refund')
    .innerJoin('payment', 'payment.id', 'refund.paymentId')
    .whereRef('refund.id', '=', 'fraudAlert.refundId')
    .where('refund.state', '=', 'failed')
    .where('payment.stripePaymentIntentId', '=', intentId)
