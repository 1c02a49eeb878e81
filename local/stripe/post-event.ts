import { createHmac } from 'node:crypto'
import type Stripe from 'stripe'
import type { EventDelivery } from '#local/stripe/state.ts'

export interface WebhookEndpoint {
  url: string
  secret: string
  /** The event types to send; all by default. */
  enabledEvents?: readonly string[]
  disabled?: boolean
}

export const hears = ({ enabledEvents, disabled = false }: WebhookEndpoint, type: string) =>
  !disabled && (enabledEvents?.includes(type) ?? true)

const ANSWER_WITHIN_MS = 10_000

/** Sends one webhook, signed as in https://docs.stripe.com/webhooks#verify-manually */
export async function postEvent(
  event: Stripe.EventBase,
  { url, secret }: WebhookEndpoint,
  attempt: number,
  stopped: AbortSignal,
): Promise<EventDelivery> {
  const body = JSON.stringify(event, null, 2)
  // The real time instead of the stand-in's clock, because the receiver refuses signatures older than five minutes.
  const at = Date.now()
  const signature = createHmac('sha256', secret)
    .update(`${Math.floor(at / 1000)}.${body}`)
    .digest('hex')
  const headers = {
    'content-type': 'application/json; charset=utf-8',
    'user-agent': 'Stripe/1.0 (+https://stripe.com/docs/webhooks)',
    'stripe-signature': `t=${Math.floor(at / 1000)},v1=${signature}`,
  }
  const signal = AbortSignal.any([stopped, AbortSignal.timeout(ANSWER_WITHIN_MS)])
  const status = await statusOf(fetch(url, { method: 'POST', redirect: 'manual', headers, body, signal }))
  return { event: event.id, type: event.type, url, attempt, status, at }
}

async function statusOf(answer: Promise<Response>): Promise<number | string> {
  try {
    const response = await answer
    await response.body?.cancel()
    return response.status
  } catch (error) {
    return error instanceof Error ? error.name : 'Error'
  }
}
