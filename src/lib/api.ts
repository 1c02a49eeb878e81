import { parse, safeParse } from 'valibot'
import type { BodyInput, Endpoint, ParamsInput, QueryInput, Reply } from '#contract/base/endpoint.ts'
import { ErrorSchema, type ErrorBody, type ErrorCode } from '#contract/base/errors.ts'
import { noteServerTime } from '#lib/server-time.ts'

/** An unsuccessful response. The message is `status: body`; `body` is set if our server wrote the response. */
export class ApiError extends Error {
  override name = 'ApiError'
  readonly status: number
  readonly body: ErrorBody | undefined
  /** Seconds; 0 if the response has no Retry-After. */
  readonly retryAfter: number

  constructor(status: number, text: string, retryAfter = 0) {
    super(`${status}: ${text}`)
    this.status = status
    this.retryAfter = retryAfter
    this.body = parseErrorBody(text)
  }
}

function parseErrorBody(text: string): ErrorBody | undefined {
  try {
    const parsed = safeParse(ErrorSchema, JSON.parse(text))
    return parsed.success ? parsed.output : undefined
  } catch {
    return undefined
  }
}

export interface CallOptions<E extends Endpoint> {
  params?: ParamsInput<E>
  query?: QueryInput<E>
  headers?: Record<string, string>
}

/**
 * Sends a request to an endpoint. All of the browser's requests to the server go through this file.
 * Throws `ApiError` for an unsuccessful response; rethrows what `fetch` throws if there is no response.
 */
export async function call<E extends Endpoint>(
  endpoint: E,
  body: BodyInput<E>,
  address: CallOptions<E> = {},
): Promise<Reply<E>> {
  return (await callPage(endpoint, body, address)).reply
}

/** Like `call`, for a page of a list. Returns the cursor of the next page, too. */
export async function callPage<E extends Endpoint>(
  endpoint: E,
  body: BodyInput<E>,
  { params, query, headers }: CallOptions<E> = {},
): Promise<{ reply: Reply<E>; next: string | undefined }> {
  // The browser sets the content type of a Blob.
  const isFile = body instanceof Blob
  const response = await send(pathOf(endpoint, params, query), {
    method: endpoint.method,
    headers: { ...headers, ...(body !== undefined && !isFile && { 'content-type': 'application/json' }) },
    ...(body !== undefined && { body: isFile ? body : JSON.stringify(body) }),
  })
  return { reply: parse(endpoint.reply, await response.json()), next: cursorOf(response) }
}

/** Downloads a file. The contract has no schema for files. */
export async function callFile(path: string, headers: Record<string, string>): Promise<Blob> {
  return (await send(path, { headers })).blob()
}

async function send(path: string, options: RequestInit): Promise<Response> {
  const response = await fetch(path, { ...options, credentials: 'include' })
  noteServerTime(response)
  if (response.ok) return response
  const text = (await response.text()) || response.statusText
  throw new ApiError(response.status, text, Number(response.headers.get('retry-after')))
}

function pathOf({ path }: Endpoint, params: unknown = {}, query: unknown = {}): string {
  const pathParams = params as Record<string, string>
  const filled = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(pathParams[name] ?? ''))
  const searchEntries = Object.entries(query as Record<string, unknown>).filter(
    ([, value]) => value !== undefined,
  )
  const search = new URLSearchParams(searchEntries.map(([name, value]) => [name, String(value)])).toString()
  return search ? `${filled}?${search}` : filled
}

/** Reads the cursor from the Link header (https://www.rfc-editor.org/rfc/rfc8288), in the form our server writes. */
function cursorOf({ headers }: Response): string | undefined {
  const [, next] = /<([^>]*)>; rel="next"/.exec(headers.get('link') ?? '') ?? []
  return new URLSearchParams(next?.split('?')[1]).get('cursor') ?? undefined
}

/** Errors of the server after which nobody knows whether the request has taken effect. */
const UNDECIDED = new Set<ErrorCode>(['internal', 'database_unreachable'])

/** Returns whether the request may have taken effect: there was no response, or an unexpected server error. */
export const isUndecided = (error: unknown): boolean =>
  !(error instanceof ApiError) || (error.status >= 500 && UNDECIDED.has(error.body?.code ?? 'internal'))

/** Returns why a request has failed. An unexpected error of the server says no more than that. */
export function messageOf(error: unknown): string {
  const body = error instanceof ApiError ? error.body : undefined
  return body && body.code !== 'internal'
    ? body.message
    : 'We cannot connect at the moment. Please try again.'
}

/** Returns the response's error messages for fields, by field path. */
export function fieldErrorsOf(error: unknown): Record<string, string> {
  return error instanceof ApiError ? (error.body?.fields ?? {}) : {}
}
