import type { Context } from '@netlify/functions'

type Cookies = Context['cookies']
/** Netlify's package does not export this type. */
type Cookie = Cookies['set'] extends {
  (cookie: infer Named): void
  (name: string, value: string): void
}
  ? Named
  : never

interface Jar {
  cookies: Cookies
  addTo: (response: Response) => Response
}

/** Implements `context.cookies`: reads the request's cookies and collects changes for the response. */
export function cookieJar(header: string | null): Jar {
  const sent = parseCookies(header ?? '')
  const changes: string[] = []
  const cookies: Cookies = {
    // Netlify declares a string, although it also returns undefined for an unknown name.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    get: (name) => sent.get(name) as string,
    set: (cookie: Cookie | string, value?: string) => {
      changes.push(setCookie(typeof cookie === 'string' ? { name: cookie, value: value ?? '' } : cookie))
    },
    delete: (cookie) => {
      const named = typeof cookie === 'string' ? { name: cookie } : cookie
      changes.push(setCookie({ ...named, value: 'deleted', expires: 0 }))
    },
  }
  return { cookies, addTo: (response) => withCookies(response, changes) }
}

function parseCookies(header: string): Map<string, string> {
  const pairs = header.split(';').map((pair) => pair.trim().split('='))
  return new Map(pairs.map(([name = '', ...value]) => [name, value.join('=')]))
}

function setCookie(cookie: Cookie): string {
  const parts = [
    `${cookie.name}=${cookie.value}`,
    cookie.path !== undefined && `Path=${cookie.path}`,
    cookie.domain !== undefined && `Domain=${cookie.domain}`,
    cookie.maxAge !== undefined && `Max-Age=${cookie.maxAge}`,
    cookie.expires !== undefined && `Expires=${new Date(cookie.expires).toUTCString()}`,
    cookie.httpOnly && 'HttpOnly',
    cookie.secure && 'Secure',
    cookie.sameSite !== undefined && `SameSite=${cookie.sameSite}`,
    ...(cookie.unparsed ?? []),
  ]
  return parts.filter(Boolean).join('; ')
}

function withCookies(response: Response, changes: string[]): Response {
  if (changes.length === 0) return response
  // The headers of a response from fetch() are immutable.
  const changed = new Response(response.body, response)
  for (const change of changes) changed.headers.append('set-cookie', change)
  return changed
}
