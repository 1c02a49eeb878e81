const LOCAL = new Set(['localhost', '127.0.0.1', '[::1]'])

/** Whether a request's Host is this machine. Without this check a foreign page whose domain resolves to 127.0.0.1 could
 *  read local data (DNS rebinding). */
export function isLocalHost(host: string | undefined): boolean {
  return LOCAL.has(URL.parse(`http://${host}`)?.hostname ?? '')
}

/** Whether a page of another origin sent a request that may change data (CSRF): browsers send form-like requests without
 *  preflight. Programs other than browsers send neither header. */
export function isCrossOrigin({ method, url, headers }: Request): boolean {
  if (method === 'GET' || method === 'HEAD') return false
  const site = headers.get('sec-fetch-site')
  if (site !== null) return site !== 'same-origin' && site !== 'none'
  const origin = headers.get('origin')
  return origin !== null && origin !== new URL(url).origin
}

export const forbidden = () => new Response('Only for this machine and its own pages', { status: 403 })
