import { type Endpoint, type BodyInput, type Reply } from '#contract/endpoint'
import { type ErrorBody, ErrorSchema } from '#contract/errors'
import { parse, safeParse } from 'valibot'

/** A failed answer. Its text is `status: body`; `body` is there if the answer was one of ours. */
export class ApiError extends Error {
  override name = 'ApiError'
  readonly status: number
  readonly body: ErrorBody | undefined

  constructor(status: number, text: string) {
    super(`${status}: ${text}`)
    this.status = status
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

/** The one place the browser calls the server from. Throws `ApiError` for a failed answer, whatever `fetch` throws for none. */
export async function call<E extends Endpoint>(endpoint: E, body: BodyInput<E>): Promise<Reply<E>> {
  const response = await fetch(endpoint.path, {
    method: endpoint.method,
    credentials: 'include',
    ...(body !== undefined && {
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    }),
  })
  if (!response.ok) throw new ApiError(response.status, (await response.text()) || response.statusText)
  return parse(endpoint.reply, await response.json())
}

/** The sentences an answer gave for single fields, by path. */
export function fieldErrorsOf(error: unknown): Record<string, string> {
  return error instanceof ApiError ? (error.body?.fields ?? {}) : {}
}
