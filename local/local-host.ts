const LOCAL = new Set(['localhost', '127.0.0.1', '[::1]'])

/**
 * Whether a request was addressed to this machine. A foreign page whose name was pointed at 127.0.0.1 could otherwise
 * read what is here (DNS rebinding).
 */
export function isLocalHost(host: string | undefined): boolean {
  return LOCAL.has(URL.parse(`http://${host}`)?.hostname ?? '')
}

/**
 * Whether a page of another origin sent this to change something here: a browser delivers such a request unasked if it
 * looks like a form. Programs send neither header.
 */
export function isFromAnotherPage({ method, url, headers }: Request): boolean {
  if (method === 'GET' || method === 'HEAD') return false
  const site = headers.get('sec-fetch-site')
  if (site !== null) return site !== 'same-origin' && site !== 'none'
  const origin = headers.get('origin')
  return origin !== null && origin !== new URL(url).origin
}

export const refused = () => new Response('Only for this machine and its own pages', { status: 403 })
