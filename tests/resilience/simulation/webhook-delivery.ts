import type Stripe from 'stripe'
import { STRIPE_EVENTS } from '../../../src/server/settlement/apply-stripe-event.ts'
import { callWebhook } from './functions.ts'
import { isOurs } from './judge.ts'
import type { Run } from './run.ts'

const MINUTE = 60_000
const PAUSES = [1, 3, 10, 20, 40].map((minutes) => minutes * MINUTE)
/** What the website listens to. */
const HEARD = new Set<string>(STRIPE_EVENTS)

/** Brings the news of Stripe to the website: so many copies of each, each after a time of its own. */
export function startPostOffice(run: Run, copiesOf: (event: Stripe.EventBase) => number[]): void {
  run.onEvent = (event) => {
    if (!HEARD.has(event.type)) return
    for (const delay of copiesOf(event)) run.timeline.begin(() => bring(run, event, delay))
  }
}

/** One copy, which comes again until it is acknowledged. */
export async function bring(run: Run, event: Stripe.EventBase, delay: number): Promise<void> {
  for (const pause of [delay, ...PAUSES]) {
    await run.timeline.wait(pause)
    const answered = await callWebhook(run, event, `stripe ${event.type}`)
    if (answered?.status !== 200) continue
    await checkAcknowledged(run, event)
    return
  }
}

/** Nothing is acknowledged and lost: what was acknowledged stands in the database. */
async function checkAcknowledged({ rows, wrong }: Run, { type, data }: Stripe.EventBase): Promise<void> {
  if (type !== 'payment_intent.succeeded') return
  const { id, description } = data.object as Stripe.PaymentIntent
  if (!isOurs({ description })) return
  const query = 'select from payment where stripe_payment_intent_id = $1 and settled_at is not null'
  if ((await rows(query, [id])).length === 0) wrong.push(`${type} of ${id} was acknowledged and lost`)
}
