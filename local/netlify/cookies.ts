import type { Context } from '@netlify/functions'

type Cookies = Context['cookies']
/** Netlify's package does not export the name. */
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

/** `context.cookies`: reads what the request brought, and keeps what is set until the answer is there. */
export function cookieJar(header: string | null): Jar {
  const brought = parseCookies(header ?? '')
  const changes: string[] = []
  const cookies: Cookies = {
    // Netlify types this as always a string; for an unknown name it is undefined there as well.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    get: (name) => brought.get(name) as string,
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
  // A response that came out of fetch() has headers that cannot be changed.
  const changed = new Response(response.body, response)
  for (const change of changes) changed.headers.append('set-cookie', change)
  return changed
}
