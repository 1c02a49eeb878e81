import type { BodyInput, Endpoint, ParamsInput, QueryInput, Reply } from '#contract/endpoint'
import { type ErrorBody, ErrorSchema } from '#contract/errors'
import { parse, safeParse } from 'valibot'

/** A failed answer. Its text is `status: body`; `body` is there if the answer was one of ours. */
export class ApiError extends Error {
  override name = 'ApiError'
  readonly status: number
  readonly body: ErrorBody | undefined
  /** In seconds; 0 where the answer names no time. */
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

/** Where on an endpoint a call goes, and what else it says. */
export interface CallOptions<E extends Endpoint> {
  params?: ParamsInput<E>
  query?: QueryInput<E>
  headers?: Record<string, string>
}

/** The one place the browser calls the server from. Throws `ApiError` for a failed answer, whatever `fetch` throws for none. */
export async function call<E extends Endpoint>(
  endpoint: E,
  body: BodyInput<E>,
  address: CallOptions<E> = {},
): Promise<Reply<E>> {
  return (await callPage(endpoint, body, address)).reply
}

/** The same for a page of a list; `next` is the cursor of the one after it. */
export async function callPage<E extends Endpoint>(
  endpoint: E,
  body: BodyInput<E>,
  { params, query, headers }: CallOptions<E> = {},
): Promise<{ reply: Reply<E>; next: string | undefined }> {
  // A file goes as it is, and names its own type.
  const isFile = body instanceof Blob
  const response = await send(pathOf(endpoint, params, query), {
    method: endpoint.method,
    headers: { ...headers, ...(body !== undefined && !isFile && { 'content-type': 'application/json' }) },
    ...(body !== undefined && { body: isFile ? body : JSON.stringify(body) }),
  })
  return { reply: parse(endpoint.reply, await response.json()), next: cursorOf(response) }
}

/** For files, which the contract has no schema for. */
export async function callFile(path: string, headers: Record<string, string>): Promise<Blob> {
  return (await send(path, { headers })).blob()
}

async function send(path: string, options: RequestInit): Promise<Response> {
  const response = await fetch(path, { ...options, credentials: 'include' })
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

/** https://www.rfc-editor.org/rfc/rfc8288 as our server writes it. */
function cursorOf({ headers }: Response): string | undefined {
  const [, next] = /<([^>]*)>; rel="next"/.exec(headers.get('link') ?? '') ?? []
  return new URLSearchParams(next?.split('?')[1]).get('cursor') ?? undefined
}

/** Whether nobody can tell if the server has done it, or still will: no answer came, or none that it had foreseen. */
export const isUndecided = (error: unknown): boolean =>
  !(error instanceof ApiError) || (error.status >= 500 && (error.body?.code ?? 'internal') === 'internal')

/** The sentences an answer gave for single fields, by path. */
export function fieldErrorsOf(error: unknown): Record<string, string> {
  return error instanceof ApiError ? (error.body?.fields ?? {}) : {}
}
