import type { Context } from '@netlify/functions'
import { DomainError } from '#server/domain-error.ts'
import { logRefusal } from '#server/http/log-refusal.ts'
import { readText } from '#server/http/read-body.ts'
import { handleRequest, jsonResponse, waitUntil } from '#server/http/response.ts'

const EVENT_MAX = 512 * 1024

interface Webhook<Event> {
  path: string
  /** Returns the event, or throws if the request is not from the provider. */
  verify: (body: string, headers: Headers) => Event
  apply: (event: Event) => Promise<void>
  /** Runs after the response. */
  after: () => Promise<unknown>
}

/** Responds 200 only once the event's effect is committed; otherwise the provider sends the event again. */
export function serveWebhook<Event>({ path, verify, apply, after }: Webhook<Event>) {
  /** A scheduled job hides that events are refused: everything still happens, an hour late. */
  const verifyOrLog = (body: string, headers: Headers, address: string) => {
    try {
      return verify(body, headers)
    } catch (error) {
      if (error instanceof DomainError && error.code !== 'unavailable')
        logRefusal({ endpoint: path, code: error.code, detail: error.detail, address })
      throw error
    }
  }
  return (request: Request, context: Context): Promise<Response> =>
    handleRequest(path, context, async () => {
      if (request.method !== 'POST') throw new DomainError('method_not_allowed', 'Please use POST.')
      const body = await readText(request, EVENT_MAX)
      const event = verifyOrLog(body, request.headers, context.ip)
      await apply(event)
      waitUntil(context, after())
      return jsonResponse(200, { received: true }, context.requestId)
    })
}
