import type { Config, Context } from '@netlify/functions'
import { parse } from 'valibot'
import type { Body, Endpoint, Reply } from '#contract/base/endpoint.ts'
import { requireFresh, stepUpRequired } from '#server/auth/rules/recent-proof.ts'
import type { Admin } from '#server/auth/session.ts'
import type { Services } from '#server/clients/services.ts'
import { DomainError } from '#server/domain-error.ts'
import { requireSameOrigin } from '#server/http/csrf.ts'
import { readBody } from '#server/http/read-body.ts'
import { createRequestContext, type RequestContext } from '#server/http/request-context.ts'
import { requireAdmin, requireRole } from '#server/http/require-admin.ts'
import { handleRequest, jsonResponse, secureResponse } from '#server/http/response.ts'

type Group = Record<string, Endpoint>

/** What `serve` itself needs; handlers may need more. */
type Deps = Pick<Services, 'db' | 'clock'>

/** Responds to an allowed request whose body is valid, with a reply or, for a file, a response. */
export type Handler<E extends Endpoint, Given = Services> = (
  services: Given,
  body: Body<E>,
  context: RequestContext<E>,
) => Promise<Reply<E> | Response>

/** One handler for each endpoint of a group, and no other. */
export type Handlers<Endpoints extends Group, Given = Services> = {
  [Name in keyof Endpoints]: Handler<Endpoints[Name], Given>
}

/**
 * Serves a group of endpoints as one function: finds the one of the request, checks method, access, size, JSON and schema,
 * runs its handler, checks its reply and turns errors into responses.
 */
export function serve<Endpoints extends Group, Given extends Deps>(
  endpoints: Endpoints,
  handlers: Handlers<Endpoints, Given>,
  services: Given,
) {
  const find = matcherOf(endpoints)
  // Only a request tells of which endpoint.
  const handlerOf = (name: string) => handlers[name] as unknown as Handler<Endpoint, Given>
  return (request: Request, netlifyContext: Context): Promise<Response> => {
    const found = find(request)
    return handleRequest(found?.endpoint.path ?? '/api/*', netlifyContext, async () => {
      if (!found) throw new DomainError('not_found', 'There is no such endpoint.')
      const { name, endpoint, params } = found
      requireMethod(request, endpoint)
      const admin = await authorize(request, endpoint, services)
      const context = createRequestContext({ endpoint, request, netlifyContext, params, admin })
      const body = await readBody(request, endpoint)
      if (admin && endpoint.access === 'admin') {
        if (typeof endpoint.role === 'function') await requireRole(services, admin, endpoint.role(body))
        if (typeof endpoint.stepUp === 'function' && endpoint.stepUp(body))
          requireFresh(admin, services.clock.now())
      }
      const reply = await handlerOf(name)(services, body, context)
      const response =
        reply instanceof Response
          ? secureResponse(reply, netlifyContext.requestId)
          : replyTo(endpoint, reply, netlifyContext.requestId)
      for (const [header, value] of context.responseHeaders) response.headers.append(header, value)
      return response
    })
  }
}

/**
 * Returns a function that finds the endpoint of a request, by its method if several have its path. Literal paths first:
 * `/api/admin/vouchers/find` before `/api/admin/vouchers/:id`.
 */
function matcherOf(endpoints: Group) {
  const routes = Object.entries(endpoints)
    .map(([name, endpoint]) => ({ name, endpoint, pattern: new URLPattern({ pathname: endpoint.path }) }))
    .toSorted((a, b) => Number(a.endpoint.path.includes(':')) - Number(b.endpoint.path.includes(':')))
  return (request: Request) => {
    const pathname = new URL(request.url).pathname.replace(/(?<=.)\/$/, '')
    const path = routes.find(({ pattern }) => pattern.test({ pathname }))?.endpoint.path
    const matches = routes.filter(({ endpoint }) => endpoint.path === path)
    const match =
      matches.find(({ endpoint }) => endpoint.method === methodOf(request, endpoint)) ?? matches[0]
    return match && { ...match, params: match.pattern.exec({ pathname })?.pathname.groups ?? {} }
  }
}

/** Uptime monitors may ask for the headers only. */
const methodOf = ({ method }: Request, { cache }: Endpoint) => (method === 'HEAD' && cache ? 'GET' : method)

function requireMethod(request: Request, endpoint: Endpoint): void {
  if (methodOf(request, endpoint) !== endpoint.method)
    throw new DomainError('method_not_allowed', `Please use ${endpoint.method}.`)
}

/**
 * Returns the signed-in admin, undefined on a public endpoint; throws if the caller may not call it. What depends on the body
 * is checked once that is read.
 */
async function authorize(request: Request, endpoint: Endpoint, services: Deps): Promise<Admin | undefined> {
  if (endpoint.access === 'public') return undefined
  requireSameOrigin(request)
  if (endpoint.access !== 'admin') return undefined
  const admin = await requireAdmin(services, request)
  // As long as the passkey is owed, the password opens nothing else.
  if (admin.provedAt === null && endpoint.factor !== 'password') throw stepUpRequired()
  if (typeof endpoint.role === 'string') await requireRole(services, admin, endpoint.role)
  if (endpoint.stepUp === true) requireFresh(admin, services.clock.now())
  return admin
}

function replyTo<E extends Endpoint>(endpoint: E, reply: Reply<E>, requestId: string): Response {
  const status = endpoint.status?.(reply) ?? 200
  return jsonResponse(status, parse(endpoint.reply, reply), requestId, cacheHeaders(endpoint, status))
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

/** Returns the config of a function: the exact paths of its endpoints. */
export const functionConfig = (endpoints: Group) => ({
  path: [...new Set(Object.values(endpoints).map(({ path }) => path))],
})

/**
 * Returns a config with a rate limit at Netlify's edge, in front of the exact limits in the database. For two functions
 * only: Netlify's smallest plan allows two such rules.
 */
export const limitedConfig = (endpoints: Group): Config => ({
  ...functionConfig(endpoints),
  rateLimit: { windowLimit: 100, windowSize: 60, aggregateBy: ['ip', 'domain'] },
})
