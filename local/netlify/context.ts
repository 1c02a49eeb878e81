import type { Context } from '@netlify/functions'
import { randomUUID } from 'node:crypto'
import { cookieJar } from './cookies.ts'

interface Given {
  ip: string
  params: Record<string, string>
}

interface Call {
  context: Context
  /** Puts the cookies that were set through the context on the answer. */
  finish: (response: Response) => Response
}

export function contextFor(request: Request, { ip, params }: Given, waitUntil: Context['waitUntil']): Call {
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
    log: (...said) => console.log(...said),
    next: () => Promise.reject(new Error('context.next() is for edge functions')),
    rewrite: () => Promise.reject(new Error('context.rewrite() is for edge functions')),
  }
  return { context, finish: (response) => jar.addTo(response) }
}
