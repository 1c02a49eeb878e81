import { sql } from 'kysely'
import type { Stripe } from 'stripe'
import type { Statement } from '../db/db.ts'
import { callStripe } from './intent.ts'
import { lockPaymentOf, mayBeOurs } from './our-intents.ts'

// Whoever has stolen card numbers tries them at shops with small amounts. Radar sees more of that than we do
// (docs/stripe.md); what is here works without it.

/** So many cards may be tried for one payment: more than honest buyers have. */
const DECLINES_MAX = 5

/**
 * A caller with so many declines starts no payment: five payments that were closed. Hundreds of buyers may share the
 * address of a mobile network, and one in ten payments is declined, so this is not lower; and it is over after an hour.
 */
export const DECLINE_RATE_LIMIT = { kind: 'decline', limit: 25, windowMinutes: 60 }

/**
 * Returns how many attempts to pay an intent were declined, by Stripe's list of its charges: events may be lost, late or
 * repeated. Asks only if the last attempt was declined.
 */
export async function countDeclines(
  stripe: Pick<Stripe, 'charges'>,
  intent: Stripe.PaymentIntent,
): Promise<number> {
  const { latest_charge: latest } = intent
  if (!latest || typeof latest === 'string' || latest.status !== 'failed' || !mayBeOurs(intent)) return 0
  const { data } = await callStripe(() => stripe.charges.list({ payment_intent: intent.id, limit: 100 }))
  return data.filter(({ status }) => status === 'failed').length
}

/** Statements of one batch that write down the declines of an open payment, and count new ones against its caller. */
export const recordDeclines = (intentId: string, declines: number, now: Date) => ({
  lock: lockPaymentOf(intentId),
  declines: sql`
    with before as (
      select id, caller, declines from payment
      where stripe_payment_intent_id = ${intentId} and settled_at is null and declines < ${declines}
    ),
    counted as (
      insert into throttle (kind, key, hits, admitted)
      select ${DECLINE_RATE_LIMIT.kind}, caller, array_fill(${now}::timestamptz, array[${declines}::int - declines]), true
      from before where caller is not null
      on conflict (kind, key) do update set hits = array(
        select hit from unnest(throttle.hits || excluded.hits) hit
        where hit > ${now}::timestamptz - ${DECLINE_RATE_LIMIT.windowMinutes} * interval '1 minute' order by hit
      )
    )
    update payment set declines = ${declines} from before where payment.id = before.id`,
})

/** Returns a row if a payment was declined so often that it is closed, or is to be. */
export const selectDeclined = (intentId: string): Statement<{ id: string }> => sql<{ id: string }>`
  select id from payment
  where stripe_payment_intent_id = ${intentId} and state in ('created', 'cancelled') and declines >= ${DECLINES_MAX}`
