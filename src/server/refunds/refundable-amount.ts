import type { Stripe } from 'stripe'
import { readDispute } from './dispute-outcome.ts'
import { askStripe } from '../payments/intent.ts'

/** What may still go back of a payment, in pence: without what disputes have taken, and nothing while a bank decides. */
export async function heldAtStripe(stripe: Stripe, intentId: string): Promise<number> {
  const ask = <Answer>(call: () => Promise<Answer>) =>
    askStripe(call, 'Nothing has been refunded. Please try again.')
  const intent = await ask(() => stripe.paymentIntents.retrieve(intentId, { expand: ['latest_charge'] }))
  const charge = intent.latest_charge
  if (!charge || typeof charge === 'string') return 0
  const left = charge.amount_captured - charge.amount_refunded
  // A charge stays `disputed` when the dispute is decided.
  if (!charge.disputed) return left
  const { data } = await ask(() => stripe.disputes.list({ payment_intent: intentId, limit: 100 }))
  const disputes = data.map((dispute) => ({ ...dispute, ...readDispute(dispute) }))
  if (disputes.some(({ outcome, is_charge_refundable }) => outcome === null && !is_charge_refundable))
    return 0
  return Math.max(
    0,
    disputes.reduce((rest, { lostPence }) => rest - lostPence, left),
  )
}
