import { runHourlyJob } from '#server/jobs/hourly-job.ts'
import { settlePayments } from '#server/money/settle/settle-payments.ts'
import { lostAtStripe } from '#tests/harness/lost-at-stripe.ts'
import { brokenBooks, type World } from '#tests/harness/start-world.ts'
import { STOCK } from '#tests/resilience/load/start-load.ts'

/** Advances the clock by an hour and runs the scheduled jobs. */
export async function settleEverything({
  services,
  clock,
}: Pick<World, 'services' | 'clock'>): Promise<void> {
  for (let run = 0; run < 3; run++) {
    clock.advance(20)
    await settlePayments(services, { full: true })
    await runHourlyJob(services)
  }
}

/** Rows that the scheduled jobs should have finished. */
const UNDONE = `
  select 'a payment is still open: ' || stripe_payment_intent_id as broken from payment where settled_at is null
  union all select 'a refund is still open: ' || id from refund where settled_at is null
  union all select 'an email is not sent: ' || key from outbox where sent_at is null and withdrawn_at is null
    -- The email with a code waits while that cannot be used.
    and not exists (select from gift_voucher where id = about and template = 'voucher-gift' and status <> 'active')
  union all select 'a payment is refunded twice: ' || payment_id from refund where state <> 'failed'
    group by payment_id having sum(pence) > (select amount_pence from payment where id = payment_id)
  union all select 'the stock is not the sum of its movements: ' || id from product
    where stock <> ${STOCK} + coalesce((select sum(quantity) from stock_movement where product_id = product.id), 0)`

/** Returns a sentence for each broken invariant, unfinished row and difference from Stripe. */
export async function findHalfStates(world: World): Promise<string[]> {
  const undone = await world.rows<{ broken: string }>(UNDONE)
  return [
    ...(await brokenBooks(world)),
    ...undone.map(({ broken }) => broken),
    ...(await findMismatches(world)),
  ]
}

/** Returns the paid charges that are not settled here, or whose refunds or losses differ. */
async function findMismatches({ rows, stripe }: World): Promise<string[]> {
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
