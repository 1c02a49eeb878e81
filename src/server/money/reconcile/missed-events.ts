import { sql } from 'kysely'
import type { Stripe } from 'stripe'
import type { Services } from '#server/clients/services.ts'
import { readDispute } from '#server/money/dispute/dispute-outcome.ts'
import type { AlertReading } from '#server/money/dispute/read-fraud-alert.ts'
import { STRIPE_EVENTS } from '#server/money/settle/apply-stripe-event.ts'
import { idOf } from '#server/money/settle/intent.ts'

// Finds changes at Stripe whose event never arrived, or arrived before the database was restored to an older state.

type AlertId = Pick<AlertReading, 'kind' | 'stripeId'>
type Deps = Pick<Services, 'db' | 'stripe' | 'clock' | 'random'>

const DAY_SECONDS = 86_400
/** A bank may return a refund this long after it was made. https://docs.stripe.com/refunds#failed-refunds */
const REFUNDS_DAYS = 30
/**
 * An appeal may be decided almost a year after the dispute was opened. A clinic has few disputes: one page of a list.
 */
const DISPUTES_DAYS = 365
const WARNINGS_DAYS = 8

/** Returns our payments with a refund at Stripe that our books lack, or have in another state. */
export async function findMissedRefunds(
  services: Deps,
  timeIsUp: () => boolean,
): Promise<{ intentId: string }[]> {
  const { db, stripe } = services
  const made: { id: string; intent: string; state: string }[] = []
  for await (const refund of stripe.refunds.list(listParams(services, REFUNDS_DAYS))) {
    if (timeIsUp()) break
    const intent = idOf(refund.payment_intent)
    if (intent) made.push({ id: refund.id, intent, state: stateOf(refund.status) })
  }
  if (made.length === 0) return []
  return await db.run(sql<{ intentId: string }>`
    select distinct stripe_payment_intent_id as intent_id
    from jsonb_to_recordset(${JSON.stringify(made)}::jsonb) as made (id text, intent text, state text)
      join payment on stripe_payment_intent_id = made.intent
    where not exists (select from refund where stripe_refund_id = made.id and refund.state = made.state)`)
}

function stateOf(status: string | null): string {
  if (status === 'succeeded') return 'succeeded'
  return status === 'failed' || status === 'canceled' ? 'failed' : 'pending'
}

/**
 * Returns our payments with a dispute at Stripe that our books lack or have in another state, and those with an open
 * one.
 */
export async function findMissedDisputes(
  services: Deps,
  timeIsUp: () => boolean,
): Promise<{ intentId: string }[]> {
  const { db, stripe } = services
  const listed: { id: string; intent: string; outcome: string | null; lost: number }[] = []
  for await (const dispute of stripe.disputes.list(listParams(services, DISPUTES_DAYS))) {
    if (timeIsUp()) break
    const intent = idOf(dispute.payment_intent)
    const { outcome, lostPence } = readDispute(dispute)
    if (intent) listed.push({ id: dispute.id, intent, outcome, lost: lostPence })
  }
  return await db.run(sql<{ intentId: string }>`
    select stripe_payment_intent_id as intent_id from dispute join payment on payment.id = payment_id where outcome is null
    union
    select listed.intent
    from jsonb_to_recordset(${JSON.stringify(listed)}::jsonb) as listed (id text, intent text, outcome text, lost bigint)
      join payment on stripe_payment_intent_id = listed.intent
      left join dispute on dispute.id = listed.id
    where dispute.id is null or (dispute.outcome, dispute.lost_pence) is distinct from (listed.outcome, listed.lost)`)
}

/**
 * Returns early fraud warnings and reviews at Stripe that our books lack, or still have as open. A warning ends only
 * by a refund or dispute, so older ones are included once our books have either.
 */
export async function findMissedAlerts(
  services: Deps,
  timeIsUp: () => boolean,
): Promise<(AlertId & { intentId: string })[]> {
  const { db, stripe } = services
  const listed: (AlertId & { intent: string | undefined; isOpen: boolean })[] = []
  for await (const warning of stripe.radar.earlyFraudWarnings.list(listParams(services, WARNINGS_DAYS))) {
    if (timeIsUp()) break
    const intent = idOf(warning.payment_intent ?? null)
    listed.push({ kind: 'warning', stripeId: warning.id, intent, isOpen: warning.actionable })
  }
  // Without the list of reviews, no review can be compared.
  if (timeIsUp()) return []
  // Stripe lists open reviews only.
  for await (const review of stripe.reviews.list({ limit: 100 })) {
    if (timeIsUp()) break
    const intent = idOf(review.payment_intent ?? null)
    listed.push({ kind: 'review', stripeId: review.id, intent, isOpen: true })
  }
  return await db.run(sql<AlertId & { intentId: string }>`
    with listed as (
      select * from jsonb_to_recordset(${JSON.stringify(listed)}::jsonb)
        as listed (kind text, "stripeId" text, intent text, "isOpen" boolean)
    )
    select kind, "stripeId" as stripe_id, intent as intent_id
    from listed join payment on stripe_payment_intent_id = intent
    where "isOpen" and not exists (select from fraud_alert where fraud_alert.stripe_id = "stripeId")
    union
    select alert.kind, alert.stripe_id, stripe_payment_intent_id
    from fraud_alert alert join payment on payment.id = alert.payment_id left join listed on listed."stripeId" = alert.stripe_id
    where alert.ended_at is null and case
      when listed."stripeId" is not null then not listed."isOpen"
      when alert.kind = 'review' then true
      else exists (select from dispute where dispute.payment_id = payment.id)
        or exists (select from refund where refund.payment_id = payment.id and refund.state <> 'failed')
    end`)
}

const MINUTE_SECONDS = 60

/** Returns the newest event of the last three days that Stripe could not deliver to all its endpoints within ten minutes. */
export async function findUndeliveredEvent(
  stripe: Stripe,
  now: Date,
): Promise<{ type: string; created: number } | undefined> {
  const seconds = Math.floor(now.getTime() / 1000)
  const { data } = await stripe.events.list({
    types: [...STRIPE_EVENTS],
    delivery_success: false,
    created: { gte: seconds - 3 * DAY_SECONDS, lte: seconds - 10 * MINUTE_SECONDS },
    limit: 1,
  })
  return data[0]
}

const listParams = ({ clock }: Deps, days: number) => ({
  created: { gte: Math.floor(clock.now().getTime() / 1000) - days * DAY_SECONDS },
  limit: 100,
})
