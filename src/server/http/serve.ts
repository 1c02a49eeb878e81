import type { Body, Endpoint, Reply } from '#contract/endpoint'
import type { Config, Context } from '@netlify/functions'
import { parse } from 'valibot'
import type { Admin } from '../auth/session.ts'
import { DomainError } from '../domain-error.ts'
import { jsonResponse, handleRequest } from './response.ts'
import { RequestContext } from './request-context.ts'
import { readBody } from './read-body.ts'

type Handler<E extends Endpoint> = (body: Body<E>, call: RequestContext<E>) => Promise<Reply<E>>
/** Who is let in; throws for whoever is not. */
export type Authorize = (request: Request) => Promise<Admin | undefined>

/** Method, guard, size, JSON, schema, handler, reply schema and errors, once for all endpoints. */
export function serve<E extends Endpoint>(endpoint: E, handler: Handler<E>, admit?: Authorize) {
  return (request: Request, context: Context): Promise<Response> =>
    handleRequest(endpoint.path, context, async () => {
      const call = await authorize(endpoint, request, context, admit)
      const reply = await handler(await readBody(request, endpoint), call)
      const status = endpoint.status?.(reply) ?? 200
      const headers = { ...cachingOf(endpoint), ...(call.link && { link: call.link }) }
      const response = jsonResponse(status, parse(endpoint.reply, reply), context.requestId, headers)
      for (const cookie of call.cookies) response.headers.append('set-cookie', cookie)
      return response
    })
}

/** A call of this endpoint by somebody who may make it. */
export async function authorize<E extends Endpoint>(
  endpoint: E,
  request: Request,
  context: Context,
  admit: Authorize = publicOnly(endpoint),
): Promise<RequestContext<E>> {
  if (request.method !== endpoint.method) {
    throw new DomainError('method_not_allowed', `Please use ${endpoint.method}.`)
  }
  const call = new RequestContext(endpoint, request, context)
  const admin = await admit(request)
  if (admin) call.admin = admin
  return call
}

/** An endpoint that is not public is shut unless its function says who may come in. */
const publicOnly =
  ({ access }: Endpoint): Authorize =>
  async () => {
    if (access !== 'public') throw new DomainError('signed_out', 'Please sign in.')
    return undefined
  }

/** Browsers always ask again; the CDN answers most of them. https://docs.netlify.com/build/caching/caching-overview/ */
function cachingOf({ cache }: Endpoint): Record<string, string> {
  if (!cache) return {}
  return {
    'cache-control': 'public, max-age=0, must-revalidate',
    'netlify-cdn-cache-control': `public, s-maxage=${cache.seconds}, stale-while-revalidate=${cache.staleSeconds}`,
  }
}

/** Where Netlify serves the endpoint. Without `method` where it can be: an endpoint answers 405 itself. */
export function route({ path, method, sharesPath }: Endpoint): Config {
  return { path, ...(sharesPath && { method }) }
}

/**
 * The same with a limit at Netlify's edge, in front of the real limits, which live in the database. For two functions
 * only: Netlify's smallest plan takes no more than two such rules.
 */
export function limitedRoute(endpoint: Endpoint): Config {
  return {
    ...route(endpoint),
    rateLimit: { windowLimit: 100, windowSize: 60, aggregateBy: ['ip', 'domain'] },
  }
}
