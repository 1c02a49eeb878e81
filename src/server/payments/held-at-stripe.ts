import type { Stripe } from 'stripe'
import { askStripe } from './intent.ts'

/** What may still go back of a payment, in pence: nothing while a bank decides about it. */
export async function heldAtStripe(stripe: Stripe, intentId: string): Promise<number> {
  const ask = <Answer>(call: () => Promise<Answer>) =>
    askStripe(call, 'Nothing has been refunded. Please try again.')
  const intent = await ask(() => stripe.paymentIntents.retrieve(intentId, { expand: ['latest_charge'] }))
  const charge = intent.latest_charge
  if (!charge || typeof charge === 'string') return 0
  // A charge stays `disputed` when the dispute is won.
  if (charge.disputed) {
    const { data } = await ask(() => stripe.disputes.list({ payment_intent: intentId, limit: 100 }))
    if (data.some(({ status, is_charge_refundable }) => status !== 'won' && !is_charge_refundable)) return 0
  }
  return charge.amount_captured - charge.amount_refunded
}
