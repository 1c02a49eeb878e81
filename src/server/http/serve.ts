import type { Config, Context } from '@netlify/functions'
import { parse } from 'valibot'
import type { Body, Endpoint, Reply } from '#contract/endpoint.ts'
import type { Admin } from '#server/auth/session.ts'
import { DomainError } from '#server/domain-error.ts'
import { readBody } from '#server/http/read-body.ts'
import { createRequestContext, type RequestContext } from '#server/http/request-context.ts'
import { handleRequest, jsonResponse } from '#server/http/response.ts'

type Handler<E extends Endpoint> = (body: Body<E>, context: RequestContext<E>) => Promise<Reply<E>>
/** Returns the signed-in admin, undefined on a public endpoint; throws if the request is not allowed. */
export type Guard = (request: Request) => Promise<Admin | undefined>

/** Checks method, guard, size, JSON and schema, runs the handler, checks its reply and turns errors into responses. */
export function serve<E extends Endpoint>(endpoint: E, handler: Handler<E>, guard?: Guard) {
  return (request: Request, netlifyContext: Context): Promise<Response> =>
    handleRequest(endpoint.path, netlifyContext, async () => {
      const context = await authorize(endpoint, request, netlifyContext, guard)
      const reply = await handler(await readBody(request, endpoint), context)
      const status = endpoint.status?.(reply) ?? 200
      const { requestId } = netlifyContext
      const headers = cacheHeaders(endpoint, status)
      const response = jsonResponse(status, parse(endpoint.reply, reply), requestId, headers)
      for (const [name, value] of context.responseHeaders) response.headers.append(name, value)
      return response
    })
}

/** Returns the context of a request that is allowed, or throws. */
export async function authorize<E extends Endpoint>(
  endpoint: E,
  request: Request,
  netlifyContext: Context,
  guard: Guard = publicOnly(endpoint),
): Promise<RequestContext<E>> {
  // Uptime monitors may ask for the headers only.
  const method = request.method === 'HEAD' && endpoint.cache ? 'GET' : request.method
  if (method !== endpoint.method) {
    throw new DomainError('method_not_allowed', `Please use ${endpoint.method}.`)
  }
  return createRequestContext(endpoint, request, netlifyContext, await guard(request))
}

/** The default guard. Refuses every request to an admin endpoint whose function names no guard. */
const publicOnly =
  ({ access }: Endpoint): Guard =>
  async () => {
    if (access !== 'public') throw new DomainError('signed_out', 'Please sign in.')
    return undefined
  }

/** Browsers always revalidate; the CDN serves most. https://docs.netlify.com/build/caching/caching-overview/ */
function cacheHeaders({ cache }: Endpoint, status: number): Record<string, string> {
  if (!cache) return {}
  const { seconds, staleSeconds, failedSeconds = seconds, isDurable } = cache
  return {
    'cache-control': 'public, max-age=0, must-revalidate',
    'netlify-cdn-cache-control': `public, ${isDurable ? 'durable, ' : ''}s-maxage=${status < 500 ? seconds : failedSeconds}, stale-while-revalidate=${staleSeconds}`,
  }
}

/** Returns Netlify's route. `method` only where endpoints share a path, because an endpoint responds 405 itself. */
export function route({ path, method, sharesPath }: Endpoint): Config {
  return { path, ...(sharesPath && { method }) }
}

/**
 * Returns a route with a rate limit at Netlify's edge, in front of the exact limits in the database. For two functions
 * only: Netlify's smallest plan allows two such rules.
 */
export function limitedRoute(endpoint: Endpoint): Config {
  return {
    ...route(endpoint),
    rateLimit: { windowLimit: 100, windowSize: 60, aggregateBy: ['ip', 'domain'] },
  }
}
