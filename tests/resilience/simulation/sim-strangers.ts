import { openDispute } from '#local/stripe/disputes.ts'
import { expandableId } from '#local/stripe/stripe-ids.ts'
import { refundInDashboard, tryAtStripe } from '#tests/resilience/simulation/bank.ts'
import type { SimRun } from '#tests/resilience/simulation/run.ts'

/** More than one full run can cancel one after the other. */
const STRANGERS = 120
const HOUR = 3_600_000

/**
 * Leaves purchases of strangers that nobody paid, two hours old, and then refunds one payment and disputes another at
 * Stripe. Three full runs are left until all is judged: where they have refunds to repeat, one has no time for strangers.
 */
export async function crowdOut(run: SimRun): Promise<void> {
  const { stripe, timeline, rows } = run
  const prng = run.prngFor('strangers')
  const [site] = await rows<{ id: string }>('select id from site')
  const startedAt = timeline.now - 2 * HOUR
  for (let left = STRANGERS; left > 0; left -= 1) {
    const id = prng.uuid()
    const body = new URLSearchParams({
      amount: '5000',
      currency: 'gbp',
      'automatic_payment_methods[enabled]': 'true',
      'metadata[payment_id]': id,
      'metadata[purpose]': 'gift_voucher',
      'metadata[site]': site!.id,
    })
    const response = await stripe.handle(
      { method: 'POST', path: '/v1/payment_intents', body: body.toString() },
      'secret',
    )
    const { id: intent } = JSON.parse(response.body) as { id: string }
    stripe.account.state.intents[intent]!.created = Math.floor(startedAt / 1000)
    await rows(
      `insert into payment (id, purpose, amount_pence, purchase, created_at, pay_by, caller, stripe_payment_intent_id)
       values ($1, 'gift_voucher', 5000, '{}', $2::timestamptz, $2::timestamptz + interval '30 minutes', 'stranger', $3)`,
      [id, new Date(startedAt), intent],
    )
  }
  const paid = stripe.state().charges.filter((charge) => charge.paid)
  if (paid.length === 0) return
  refundInDashboard(run, expandableId(prng.pick(paid).payment_intent), prng)
  tryAtStripe(run, 'a dispute', (account) => openDispute(account, prng.pick(paid).id))
}
