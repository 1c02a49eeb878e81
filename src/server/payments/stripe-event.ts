import { Stripe } from 'stripe'
import { DomainError } from '../domain-error.ts'
import { env } from '../env.ts'
import { log } from '../log.ts'
import type { Services } from '../services/services.ts'
import { settlePayment } from './settle-payment.ts'

type Needs = Pick<Services, 'db' | 'stripe' | 'clock' | 'random'>

/** The event, if Stripe signed it within the last five minutes. */
export function verifyStripeEvent(
  { stripe }: Pick<Services, 'stripe'>,
  body: string,
  signature: string,
): Stripe.Event {
  try {
    return stripe.webhooks.constructEvent(body, signature, env('STRIPE_WEBHOOK_SECRET'))
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeSignatureVerificationError)) throw error
    throw new DomainError('invalid_request', 'The signature is not right.', { cause: error })
  }
}

/** Acts on what Stripe says has happened, by asking Stripe again: the event's own picture may be old or out of order. */
export async function applyStripeEvent(services: Needs, event: Stripe.Event): Promise<void> {
  switch (event.type) {
    case 'payment_intent.succeeded':
    case 'payment_intent.processing':
    case 'payment_intent.canceled':
      return await settleKnown(services, event.data.object.id, event.id)
    default:
      log('info', 'stripe event not used', { type: event.type, event: event.id })
  }
}

async function settleKnown(services: Needs, intentId: string, event: string): Promise<void> {
  try {
    const { outcome } = await settlePayment(services, intentId)
    log('info', 'stripe event applied', { event, intent: intentId, outcome })
  } catch (error) {
    // Stripe would send it again for days, and it would still be unknown.
    if (!(error instanceof DomainError) || error.code !== 'not_found') throw error
    log('warn', 'stripe event of an unknown payment', { event, intent: intentId })
  }
}
