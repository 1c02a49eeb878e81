import { createHmac } from 'node:crypto'
import type { Endpoint, Params, Query } from '#contract/endpoint'
import type { Context } from '@netlify/functions'
import { safeParse } from 'valibot'
import type { Admin } from '../auth/session.ts'
import { DomainError } from '../domain-error.ts'
import { env } from '../env.ts'
import { waitUntil } from './response.ts'
import { readCookie, secretCookie } from './cookies.ts'
import { refuse } from './read-body.ts'

/** What a handler may know of one call beside its body. */
export class RequestContext<E extends Endpoint> {
  readonly #endpoint: E
  readonly #request: Request
  readonly #context: Context
  #admin: Admin | undefined
  #cursor: string | undefined
  /** What the answer makes the browser keep. */
  readonly cookies: string[] = []

  constructor(endpoint: E, request: Request, context: Context) {
    this.#endpoint = endpoint
    this.#request = request
    this.#context = context
  }

  /** Keyed hash of the address, to count calls by; the address itself is kept nowhere. */
  get addressKey(): string {
    return createHmac('sha256', env('ADDRESS_KEY')).update(network(this.#context.ip)).digest('base64url')
  }

  /** Who is signed in; nobody is at a public endpoint. */
  get admin(): Admin {
    if (!this.#admin) throw new DomainError('signed_out', 'Please sign in.')
    return this.#admin
  }

  set admin(admin: Admin) {
    this.#admin = admin
  }

  get userAgent(): string {
    return this.#request.headers.get('user-agent') ?? ''
  }

  cookie(name: 'session' | 'device'): string | undefined {
    return readCookie(this.#request, name)
  }

  /** The answer makes the browser keep a secret; 0 seconds make it forget. */
  setCookie(name: 'session' | 'device', secret: string, seconds: number): void {
    this.cookies.push(secretCookie(this.#request, name, secret, seconds))
  }

  /** What stands in the path. An id that cannot be one belongs to nothing. */
  get params(): Params<E> {
    const { params } = this.#endpoint
    const parsed = params && safeParse(params, this.#context.params)
    if (parsed?.success === false) throw new DomainError('not_found', 'There is nothing at this address.')
    return parsed?.output
  }

  /** What stands behind the question mark. Of a name that is there twice, the last one counts. */
  get query(): Query<E> {
    const { query } = this.#endpoint
    const parsed = query && safeParse(query, Object.fromEntries(new URL(this.#request.url).searchParams))
    if (parsed?.success === false) refuse(parsed.issues)
    return parsed?.output
  }

  /** The answer is one page of a list that goes on behind this cursor; undefined: it was the last one. */
  setNextCursor(cursor: string | undefined): void {
    this.#cursor = cursor
  }

  /** Where the next page is. https://www.rfc-editor.org/rfc/rfc8288 */
  get link(): string | undefined {
    if (this.#cursor === undefined) return undefined
    const next = new URL(this.#request.url)
    next.searchParams.set('cursor', this.#cursor)
    return `<${next.pathname}${next.search}>; rel="next"`
  }

  /** Goes on after the answer has left. */
  waitUntil(work: Promise<unknown>): void {
    waitUntil(this.#context, work)
  }
}

/** An IPv6 line has 2^64 addresses of its own, so it counts as one. */
function network(address: string): string {
  if (!address.includes(':')) return address
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)
  if (mapped?.[1]) return mapped[1]
  const [head = '', tail = ''] = address.toLowerCase().split('::')
  const groups = head.split(':').filter(Boolean)
  const last = tail.split(':').filter(Boolean)
  const zeros = address.includes('::') ? Array<string>(8 - groups.length - last.length).fill('0') : []
  return [...groups, ...zeros, ...last]
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':')
}
