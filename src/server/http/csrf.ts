import { DomainError } from '#server/domain-error.ts'
import { isLocalHttp } from '#server/http/cookies.ts'

/**
 * Refuses cross-site requests that change something. Clients other than browsers send neither header, and hold no
 * cookies that another site could abuse.
 */
export function requireSameOrigin(request: Request): void {
  if (request.method === 'GET') return
  const site = request.headers.get('sec-fetch-site') ?? 'same-origin'
  const origin = request.headers.get('origin') ?? ourOrigin(request)
  if (site === 'same-origin' && origin === ourOrigin(request)) return
  throw new DomainError('cross_site', 'This was not sent from our website.')
}

/** The scheme is not read from the request: the connection from the host's edge to the function need not be https. */
const ourOrigin = (request: Request) =>
  `${isLocalHttp(request) ? 'http' : 'https'}://${new URL(request.url).host}`
