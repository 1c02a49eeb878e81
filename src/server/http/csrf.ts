import { DomainError } from '#server/domain-error.ts'

/**
 * Refuses cross-site requests that change something. Clients other than browsers send neither header, and hold no
 * cookies that another site could abuse.
 */
export function requireSameOrigin(request: Request): void {
  if (request.method === 'GET') return
  const site = request.headers.get('sec-fetch-site') ?? 'same-origin'
  const origin = request.headers.get('origin')
  if (site === 'same-origin' && (origin === null || hostOf(origin) === new URL(request.url).host)) return
  throw new DomainError('cross_site', 'This was not sent from our website.')
}

const hostOf = (origin: string) => (URL.canParse(origin) ? new URL(origin).host : undefined)

/** Guard of a public endpoint that only our pages may use: `serve(endpoint, handler, sameOriginOnly)`. */
export async function sameOriginOnly(request: Request): Promise<undefined> {
  requireSameOrigin(request)
}
