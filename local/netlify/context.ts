import { randomUUID } from 'node:crypto'
import type { Context } from '@netlify/functions'
import { cookieJar } from '#local/netlify/cookie-jar.ts'

interface Input {
  ip: string
  params: Record<string, string>
}

interface FunctionCall {
  context: Context
  /** Adds the cookies set through the context to the response. */
  finish: (response: Response) => Response
}

export function contextFor(
  request: Request,
  { ip, params }: Input,
  waitUntil: Context['waitUntil'],
): FunctionCall {
  const url = new URL(request.url)
  const jar = cookieJar(request.headers.get('cookie'))
  const context: Context = {
    ip,
    params,
    url,
    waitUntil,
    requestId: randomUUID(),
    cookies: jar.cookies,
    geo: { city: 'Liverpool', country: { code: 'GB', name: 'United Kingdom' }, timezone: 'Europe/London' },
    account: { id: 'local' },
    site: { id: 'local', name: 'local', url: url.origin },
    deploy: { context: 'dev', id: 'local', published: false },
    server: { region: 'local' },
    json: (value) => Response.json(value),
    log: (...values) => console.log(...values),
    next: () => Promise.reject(new Error('context.next() is for edge functions')),
    rewrite: () => Promise.reject(new Error('context.rewrite() is for edge functions')),
  }
  return { context, finish: (response) => jar.addTo(response) }
}
