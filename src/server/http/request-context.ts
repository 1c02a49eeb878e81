import type { Context } from '@netlify/functions'
import { safeParse } from 'valibot'
import type { Endpoint, Params, Query } from '#contract/base/endpoint.ts'
import type { Admin } from '#server/auth/session.ts'
import { DomainError } from '#server/domain-error.ts'
import { hashAddress } from '#server/hash-address.ts'
import { readCookie, secretCookie } from '#server/http/cookies.ts'
import { refuse, UNWORDED } from '#server/http/read-body.ts'
import { waitUntil } from '#server/http/response.ts'

type CookieName = 'session' | 'device' | 'challenge'

/** The parts of a request that a handler gets beside its body. */
export interface RequestContext<E extends Endpoint> {
  /** Keyed hash of the client's address, as a rate-limit key; the address itself is not stored. */
  readonly addressKey: string
  /** The signed-in admin; throws on a public endpoint. */
  readonly admin: Admin
  /** Headers of the request. */
  readonly headers: Headers
  /** Where the function runs, as Netlify names it, such as `eu-west-2`. */
  readonly region: string
  /** Path parameters; an invalid one throws `not_found`. */
  readonly params: Params<E>
  /** Query parameters; of a repeated name the last value counts. */
  readonly query: Query<E>
  cookie(name: CookieName): string | undefined
  /** Sets an HttpOnly cookie for `seconds`; 0 deletes it. */
  setCookie(name: CookieName, secret: string, seconds: number): void
  /** Links the next page of a list; undefined on the last page. https://www.rfc-editor.org/rfc/rfc8288 */
  setNextCursor(cursor: string | undefined): void
  /** Continues work after the response. */
  waitUntil(work: Promise<unknown>): void
  /** Headers that the handler has added to a successful response. */
  readonly responseHeaders: Headers
}

interface Received<E extends Endpoint> {
  endpoint: E
  request: Request
  netlifyContext: Context
  /** As they are in the path, not decoded. */
  params: Record<string, string | undefined>
  admin: Admin | undefined
}

/** Creates the context. Getters validate on first use, so errors in the body are reported before those in the path. */
export function createRequestContext<E extends Endpoint>({
  endpoint,
  request,
  netlifyContext: context,
  params,
  admin,
}: Received<E>): RequestContext<E> {
  const responseHeaders = new Headers()
  return {
    get addressKey() {
      return hashAddress(context.ip)
    },
    get admin() {
      if (!admin) throw new DomainError('signed_out', 'Please sign in.')
      return admin
    },
    headers: request.headers,
    get region() {
      return context.server.region ?? 'unknown'
    },
    get params() {
      const parsed = endpoint.params && safeParse(endpoint.params, params)
      if (parsed?.success === false) throw new DomainError('not_found', 'There is nothing at this address.')
      return parsed?.output
    },
    get query() {
      const values = Object.fromEntries(new URL(request.url).searchParams)
      const parsed = endpoint.query && safeParse(endpoint.query, values, UNWORDED)
      if (parsed?.success === false) refuse(parsed.issues)
      return parsed?.output
    },
    cookie: (name) => readCookie(request, name),
    setCookie(name, secret, seconds) {
      responseHeaders.append('set-cookie', secretCookie(request, name, secret, seconds))
    },
    setNextCursor(cursor) {
      if (cursor === undefined) return
      const next = new URL(request.url)
      next.searchParams.set('cursor', cursor)
      responseHeaders.set('link', `<${next.pathname}${next.search}>; rel="next"`)
    },
    waitUntil: (work) => waitUntil(context, work),
    responseHeaders,
  }
}
