import { sql, type RawBuilder } from 'kysely'
import type { Stripe } from 'stripe'
import { insertRows } from '#server/db/insert-rows.ts'
import { callStripe } from '#server/money/settle/intent.ts'
import { lockPaymentOf, mayBeOurs, paymentOf } from '#server/money/settle/our-intents.ts'
import { RATE_LIMITS } from '#server/rate-limits.ts'

// Protection against card testing: fraudsters try stolen card numbers with small payments. These limits work without
// Stripe Radar, which detects more (docs/stripe.md).

/** Declined attempts per payment: more than honest buyers need. */
const DECLINES_MAX = 5

/** Longest wait: of 20 more declines within the hour. */
const WAIT_MINUTES_MAX = 15

/**
 * Returns the body of a CTE with one row while a caller must wait before the next payment: from 25 declines within an
 * hour (five closed payments), 1, 2, 4, 8, 15 minutes after the last one, twice as long for each five more. So a stranger
 * behind a shared address does not close the shop to everybody there for an hour. The limit is not lower, because
 * hundreds of buyers may share the address of a mobile network, and one in ten payments is declined.
 */
export function selectDeclineWait(caller: string, now: Date): RawBuilder<{ until: Date }> {
  const { kind, limit, windowMinutes } = RATE_LIMITS.declines
  const minutes = sql`least(${WAIT_MINUTES_MAX}, power(2, least((count(*) - ${limit}) / ${DECLINES_MAX}, 4)))`
  return sql<{ until: Date }>`
    select until from (
      select max(hit) + ${minutes} * interval '1 minute' as until from throttle, unnest(hits) hit
      where kind = ${kind} and key = ${caller} and hit > ${now}::timestamptz - ${windowMinutes} * interval '1 minute'
      having count(*) >= ${limit}
    ) waiting
    where until > ${now}`
}

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
      ${insertRows(
        'throttle',
        {
          kind: RATE_LIMITS.declines.kind,
          key: sql`caller`,
          hits: sql`array_fill(${now}::timestamptz, array[${declines}::int - declines])`,
          admitted: true,
        },
        sql`from before where caller is not null`,
      )}
      on conflict (kind, key) do update set hits = array(
        select hit from unnest(throttle.hits || excluded.hits) hit
        where hit > ${now}::timestamptz - ${RATE_LIMITS.declines.windowMinutes} * interval '1 minute' order by hit
      )
    )
    update payment set declines = ${declines} from before where payment.id = before.id`,
})

/** Returns a row if a payment has reached the limit of declines, whether it is closed already or not. */
export const selectDeclined = (intentId: string) =>
  paymentOf(intentId).where('state', 'in', ['created', 'cancelled']).where('declines', '>=', DECLINES_MAX)
