import { sql } from 'kysely'
import type { Stripe } from 'stripe'
import { callStripe } from '#server/payments/intent.ts'
import { lockPaymentOf, mayBeOurs, paymentOf } from '#server/payments/our-intents.ts'

// Protection against card testing: fraudsters try stolen card numbers with small payments. These limits work without
// Stripe Radar, which detects more (docs/stripe.md).

/** Declined attempts per payment: more than honest buyers need. */
const DECLINES_MAX = 5

/**
 * A caller with this many declines (five closed payments) cannot start another payment for an hour. It is not lower,
 * because hundreds of buyers may share the address of a mobile network, and one in ten payments is declined.
 */
export const DECLINE_RATE_LIMIT = { kind: 'decline', limit: 25, windowMinutes: 60 }

/**
 * Returns how many attempts to pay an intent were declined. Counts Stripe's list of charges, because events may be
 * lost, late or repeated. Sends a request only if the last attempt was declined.
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

/**
 * Returns the statements of one batch that record the declines of an open payment and count new ones against its
 * caller.
 */
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

/** Returns a row if a payment has reached the limit of declines, whether it is closed already or not. */
export const selectDeclined = (intentId: string) =>
  paymentOf(intentId).where('state', 'in', ['created', 'cancelled']).where('declines', '>=', DECLINES_MAX)
