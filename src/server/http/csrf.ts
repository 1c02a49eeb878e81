import { DomainError } from '../domain-error.ts'

/**
 * Refuses what another site makes a browser send, for calls that change something. Programs that are no browser send
 * neither header, and have no cookies that they could be tricked out of.
 */
export function requireSameOrigin(request: Request): void {
  if (request.method === 'GET') return
  const site = request.headers.get('sec-fetch-site') ?? 'same-origin'
  const origin = request.headers.get('origin')
  if (site === 'same-origin' && (origin === null || hostOf(origin) === new URL(request.url).host)) return
  throw new DomainError('cross_site', 'This was not sent from our website.')
}

const hostOf = (origin: string) => (URL.canParse(origin) ? new URL(origin).host : undefined)

/** Lets in whoever comes from our own pages: `serve(endpoint, handler, fromOurSite)`. */
export async function sameOriginOnly(request: Request): Promise<undefined> {
  requireSameOrigin(request)
}
