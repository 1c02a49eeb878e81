import { Stripe } from 'stripe'
import * as v from 'valibot'
import type { Services } from '#server/clients/services.ts'
import { DomainError } from '#server/domain-error.ts'
import { env } from '#server/env.ts'
import { log } from '#server/log.ts'
import { syncDisputes } from '#server/money/dispute/apply-dispute.ts'
import { syncAlert } from '#server/money/dispute/sync-fraud-alert.ts'
import { settleAndSyncRefunds } from '#server/money/refund/settle-and-sync-refunds.ts'
import { idOf } from '#server/money/settle/intent.ts'
import { settlePayment } from '#server/money/settle/settle-payment.ts'

/** Events to which the webhook at Stripe subscribes. */
export const STRIPE_EVENTS = [
  'payment_intent.succeeded',
  'payment_intent.processing',
  'payment_intent.payment_failed',
  'payment_intent.canceled',
  'charge.refunded',
  'refund.created',
  'refund.updated',
  'refund.failed',
  'charge.dispute.created',
  'charge.dispute.updated',
  'charge.dispute.closed',
  'charge.dispute.funds_withdrawn',
  'charge.dispute.funds_reinstated',
  'radar.early_fraud_warning.created',
  'radar.early_fraud_warning.updated',
  'review.opened',
  'review.closed',
] as const satisfies Stripe.Event['type'][]

type HandledEvent = Extract<Stripe.Event, { type: (typeof STRIPE_EVENTS)[number] }>

type Deps = Pick<Services, 'db' | 'stripe' | 'clock' | 'random'>

const EventSchema = v.object({
  id: v.string(),
  type: v.string(),
  data: v.object({ object: v.looseObject({}) }),
})

/**
 * Returns the event if Stripe signed it within the last five minutes, else throws `invalid_request`, also for a signed
 * body that is not an event: Stripe would repeat after a 5xx for days.
 */
export function verifyStripeEvent(
  { stripe }: Pick<Services, 'stripe'>,
  body: string,
  signature: string,
): Stripe.Event {
  const secret = env('STRIPE_WEBHOOK_SECRET')
  try {
    const event = stripe.webhooks.constructEvent(body, signature, secret)
    v.assert(EventSchema, event)
    return event
  } catch (error) {
    const isUnsigned = error instanceof Stripe.errors.StripeSignatureVerificationError
    const sentence = isUnsigned ? 'The signature does not match.' : 'This is not a Stripe event.'
    throw new DomainError('invalid_request', sentence, {
      detail: isUnsigned ? explain(error) : 'no event',
      cause: error,
    })
  }
}

/** Stripe's error has no code. */
const explain = ({ message }: Error) =>
  message.startsWith('Timestamp outside')
    ? 'signed more than five minutes ago by our clock'
    : 'not signed with STRIPE_WEBHOOK_SECRET'

/**
 * Handles an event by reading the present state from Stripe, because the event's own data may be old or out of order.
 * So an event may arrive any number of times, and none has to be stored.
 */
export async function applyStripeEvent(services: Deps, event: Stripe.Event): Promise<void> {
  if (!isHandled(event)) return log('info', 'stripe event not used', factsOf(event))
  try {
    await applyHandled(services, event)
    log('info', 'stripe event applied', factsOf(event))
  } catch (error) {
    // An error response would make Stripe resend it for days, and the object would still be unknown.
    if (!(error instanceof DomainError) || error.code !== 'not_found') throw error
    log('warn', 'stripe event of something unknown', factsOf(event))
  }
}

/** Returns what the log tells of an event: also its payment, whose id is on the receipt, and why a card was declined. */
function factsOf({ id, type, data }: Stripe.Event): Record<string, unknown> {
  const object = data.object as Partial<
    Pick<Stripe.PaymentIntent, 'id' | 'last_payment_error'> & Pick<Stripe.Refund, 'payment_intent'>
  >
  const error = type === 'payment_intent.payment_failed' ? object.last_payment_error : undefined
  return {
    type,
    event: id,
    intent: type.startsWith('payment_intent.') ? object.id : idOf(object.payment_intent ?? null),
    declined: error?.decline_code ?? error?.code,
  }
}

const isHandled = (event: Stripe.Event): event is HandledEvent =>
  STRIPE_EVENTS.some((type) => type === event.type)

function applyHandled(services: Deps, event: HandledEvent): Promise<unknown> {
  switch (event.type) {
    case 'payment_intent.succeeded':
    case 'payment_intent.processing':
    case 'payment_intent.payment_failed':
    case 'payment_intent.canceled':
      return settlePayment(services, event.data.object.id)
    case 'charge.refunded':
    case 'refund.created':
    case 'refund.updated':
    case 'refund.failed':
      return syncRefundsOf(services, idOf(event.data.object.payment_intent))
    case 'charge.dispute.created':
    case 'charge.dispute.updated':
    case 'charge.dispute.closed':
    case 'charge.dispute.funds_withdrawn':
    case 'charge.dispute.funds_reinstated':
      return syncDisputesOf(services, idOf(event.data.object.payment_intent))
    case 'radar.early_fraud_warning.created':
    case 'radar.early_fraud_warning.updated':
      return syncAlert(services, { kind: 'warning', stripeId: event.data.object.id })
    case 'review.opened':
    case 'review.closed':
      return syncAlert(services, { kind: 'review', stripeId: event.data.object.id })
  }
}

async function syncRefundsOf(services: Deps, intentId: string | undefined): Promise<void> {
  if (intentId) await settleAndSyncRefunds(services, intentId)
}

async function syncDisputesOf(services: Deps, intentId: string | undefined): Promise<void> {
  if (intentId) await syncDisputes(services, intentId)
}
