import type { Stripe } from 'stripe'
import { readDispute } from '#server/money/dispute/dispute-outcome.ts'
import { callStripe } from '#server/money/settle/intent.ts'

/** Returns how much of a payment can be refunded (pence): less what disputes have taken, and 0 while a bank decides. */
export async function getHeldAtStripe(stripe: Stripe, intentId: string): Promise<number> {
  const request = <Result>(send: () => Promise<Result>) =>
    callStripe(send, 'Nothing has been refunded. Please try again.')
  const intent = await request(() => stripe.paymentIntents.retrieve(intentId, { expand: ['latest_charge'] }))
  const charge = intent.latest_charge
  if (!charge || typeof charge === 'string') return 0
  const left = charge.amount_captured - charge.amount_refunded
  // A charge stays `disputed` after the dispute is decided.
  if (!charge.disputed) return left
  const { data } = await request(() => stripe.disputes.list({ payment_intent: intentId, limit: 100 }))
  const disputes = data.map((dispute) => ({ ...dispute, ...readDispute(dispute) }))
  if (disputes.some(({ outcome, is_charge_refundable }) => outcome === null && !is_charge_refundable))
    return 0
  return Math.max(
    0,
    disputes.reduce((rest, { lostPence }) => rest - lostPence, left),
  )
}
