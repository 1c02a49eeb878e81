import type { Context } from '@netlify/functions'
import type { Stripe } from 'stripe'
import { DomainError } from '../domain-error.ts'
import { waitUntil, jsonResponse, handleRequest } from './response.ts'
import { readText } from './read-body.ts'

const EVENT_MAX = 512 * 1024

interface Webhook {
  /** The event that body and signature stand for, or a throw. */
  verify: (body: string, signature: string) => Stripe.Event
  apply: (event: Stripe.Event) => Promise<void>
  /** What goes on after the answer. */
  after: () => Promise<unknown>
}

/** Answers 200 only when the event's effect is committed; anything else makes Stripe come back. */
export function serveWebhook({ verify, apply, after }: Webhook) {
  return (request: Request, context: Context): Promise<Response> =>
    handleRequest('/api/stripe-webhook', context, async () => {
      if (request.method !== 'POST') throw new DomainError('method_not_allowed', 'Please use POST.')
      const body = await readText(request, EVENT_MAX)
      const event = verify(body, request.headers.get('stripe-signature') ?? '')
      await apply(event)
      waitUntil(context, after())
      return jsonResponse(200, { received: true }, context.requestId)
    })
}
