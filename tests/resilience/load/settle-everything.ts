import { sendEmails } from '#server/email/send-emails'
import { settlePayments } from '#server/settlement/settle-payments'
import { brokenBooks, lostAtStripe, type World } from '../../harness/start-world.ts'
import { STOCK } from './start-load.ts'

/** An hour passes, in which the schedule does what is its to do. */
export async function comeToRest({ services, clock }: Pick<World, 'services' | 'clock'>): Promise<void> {
  for (let run = 0; run < 3; run++) {
    clock.advance(20)
    await settlePayments(services, { full: true })
    await sendEmails(services)
  }
}

/** What is left undone for ever is told here; `id` is for whoever looks into it. */
const UNDONE = `
  select 'a payment is still open: ' || stripe_payment_intent_id as broken from payment where settled_at is null
  union all select 'a refund is still open: ' || id from refund where settled_at is null
  union all select 'a mail has not left: ' || key from outbox where sent_at is null
  union all select 'a payment is refunded twice: ' || payment_id from refund where state <> 'failed'
    group by payment_id having sum(pence) > (select amount_pence from payment where id = payment_id)
  union all select 'the shelf does not add up: ' || id from product
    where stock <> ${STOCK} + coalesce((select sum(quantity) from stock_movement where product_id = product.id), 0)`

/** A sentence for each half state: what the books hold against themselves, against Stripe, and what stays undone. */
export async function halfStates(world: World): Promise<string[]> {
  const undone = await world.rows<{ broken: string }>(UNDONE)
  return [
    ...(await brokenBooks(world)),
    ...undone.map(({ broken }) => broken),
    ...(await unlikeStripe(world)),
  ]
}

/** Everything that Stripe was paid for is settled here, and has gone back here by as much as it has there. */
async function unlikeStripe({ rows, stripe }: World): Promise<string[]> {
  const { charges, disputes } = stripe.state()
  const paid = charges
    .filter((charge) => charge.paid)
    .map(({ payment_intent: intent, amount_refunded: refunded }) => {
      const lost = typeof intent === 'string' ? lostAtStripe(disputes, intent) : 0
      return { intent, refunded, lost }
    })
  const different = await rows<{ paid: unknown; state: string | null }>(
    `select to_jsonb(paid) as paid, state
     from jsonb_to_recordset($1::jsonb) as paid (intent text, refunded int, lost int)
       left join payment on stripe_payment_intent_id = paid.intent
     where settled_at is null or state = 'cancelled' or lost_pence <> paid.lost or paid.refunded <>
       coalesce((select sum(pence) from refund where payment_id = payment.id and refund.state = 'succeeded'), 0)`,
    [JSON.stringify(paid)],
  )
  return different.map((one) => `our books say ${one.state}, and Stripe: ${JSON.stringify(one.paid)}`)
}
