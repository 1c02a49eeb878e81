import type { Body, Endpoint, Reply } from '#contract/endpoint'
import type { Config, Context } from '@netlify/functions'
import { parse } from 'valibot'
import { DomainError } from '../domain-error.ts'
import { answer, answering } from './answer.ts'
import { type Caller, callerOf } from './caller.ts'
import { readBody } from './read-body.ts'

type Handler<E extends Endpoint> = (body: Body<E>, caller: Caller) => Promise<Reply<E>>

/** Method, guard, size, JSON, schema, handler, reply schema and errors, once for all endpoints. */
export function serve<E extends Endpoint>(endpoint: E, handler: Handler<E>) {
  return (request: Request, context: Context): Promise<Response> =>
    answering(endpoint.path, context, async () => {
      if (request.method !== endpoint.method) {
        throw new DomainError('method_not_allowed', `Please use ${endpoint.method}.`)
      }
      // Nobody can sign in yet, so an admin endpoint is shut.
      if (endpoint.access !== 'public') throw new DomainError('signed_out', 'Please sign in.')
      const body =
        request.method === 'GET' ? parse(endpoint.body, undefined) : await readBody(request, endpoint.body)
      const reply = await handler(body, callerOf(context))
      const status = endpoint.status?.(reply) ?? 200
      return answer(status, parse(endpoint.reply, reply), context.requestId, cachingOf(endpoint))
    })
}

/** Browsers always ask again; the CDN answers most of them. https://docs.netlify.com/build/caching/caching-overview/ */
function cachingOf({ cache }: Endpoint): Record<string, string> {
  if (!cache) return {}
  return {
    'cache-control': 'public, max-age=0, must-revalidate',
    'netlify-cdn-cache-control': `public, s-maxage=${cache.seconds}, stale-while-revalidate=${cache.staleSeconds}`,
  }
}

// A shield against floods in front of the real limits, which live in the database.
const FLOOD = { windowLimit: 100, windowSize: 60, aggregateBy: ['ip', 'domain'] } as const

/** Where Netlify serves the endpoint. Without `method`: an endpoint answers 405 itself. */
export function route(endpoint: Endpoint): Config {
  return { path: endpoint.path, rateLimit: { ...FLOOD, aggregateBy: [...FLOOD.aggregateBy] } }
}
