import type Stripe from 'stripe'
import { STRIPE_EVENTS } from '#server/money/settle/apply-stripe-event.ts'
import { isOwnIntent } from '#tests/resilience/simulation/judge.ts'
import type { SimRun } from '#tests/resilience/simulation/run.ts'
import { callWebhook } from '#tests/resilience/simulation/sim-functions.ts'

const MINUTE = 60_000
/** Pauses before an event that was not acknowledged is delivered again (ms). */
export const RETRY_PAUSES = [1, 3, 10, 20, 40].map((minutes) => minutes * MINUTE)
const SUBSCRIBED_EVENTS = new Set<string>(STRIPE_EVENTS)

/** Delivers Stripe's events to the webhook: one copy after each of the delays (ms). */
export function startWebhookDelivery(run: SimRun, delaysOf: (event: Stripe.EventBase) => number[]): void {
  run.onEvent = (event) => {
    if (!SUBSCRIBED_EVENTS.has(event.type)) return
    for (const delay of delaysOf(event)) run.timeline.start(() => deliverEvent(run, event, delay))
  }
}

/** Delivers one copy, and again until it is acknowledged. */
export async function deliverEvent(run: SimRun, event: Stripe.EventBase, delay: number): Promise<void> {
  for (const pause of [delay, ...RETRY_PAUSES]) {
    await run.timeline.wait(pause)
    const response = await callWebhook(run, event, `stripe ${event.type}`)
    if (response?.status !== 200) continue
    await checkAcknowledged(run, event)
    return
  }
}

/** Checks that the payment of an acknowledged event is settled in the database. */
async function checkAcknowledged(
  { rows, problems }: SimRun,
  { type, data }: Stripe.EventBase,
): Promise<void> {
  if (type !== 'payment_intent.succeeded') return
  const { id, description } = data.object as Stripe.PaymentIntent
  if (!isOwnIntent({ description })) return
  const query = 'select from payment where stripe_payment_intent_id = $1 and settled_at is not null'
  if ((await rows(query, [id])).length === 0) problems.push(`${type} of ${id} was acknowledged and lost`)
}
