import type { Context } from '@netlify/functions'
import type { Stripe } from 'stripe'
import { DomainError } from '#server/domain-error.ts'
import { logRefusal } from '#server/http/log-refusal.ts'
import { readText } from '#server/http/read-body.ts'
import { handleRequest, jsonResponse, waitUntil } from '#server/http/response.ts'

const ENDPOINT = '/api/stripe-webhook'
const EVENT_MAX = 512 * 1024

interface Webhook {
  /** Returns the event, or throws if the signature does not match the body. */
  verify: (body: string, signature: string) => Stripe.Event
  apply: (event: Stripe.Event) => Promise<void>
  /** Runs after the response. */
  after: () => Promise<unknown>
}

/** Responds 200 only once the event's effect is committed; otherwise Stripe sends the event again. */
export function serveWebhook({ verify, apply, after }: Webhook) {
  /** The scheduled job hides that events are refused: everything still happens, an hour late. */
  const verifyOrLog = (body: string, signature: string, address: string) => {
    try {
      return verify(body, signature)
    } catch (error) {
      if (error instanceof DomainError && error.code === 'invalid_request')
        logRefusal({ endpoint: ENDPOINT, code: error.code, detail: error.detail, address })
      throw error
    }
  }
  return (request: Request, context: Context): Promise<Response> =>
    handleRequest(ENDPOINT, context, async () => {
      if (request.method !== 'POST') throw new DomainError('method_not_allowed', 'Please use POST.')
      const body = await readText(request, EVENT_MAX)
      const event = verifyOrLog(body, request.headers.get('stripe-signature') ?? '', context.ip)
      await apply(event)
      waitUntil(context, after())
      return jsonResponse(200, { received: true }, context.requestId)
    })
}
