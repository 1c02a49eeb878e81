import type { Context } from '@netlify/functions'
import type { ErrorBody } from '#contract/errors'
import { DomainError } from '../domain-error.ts'
import { describeFailure, log, withRequestId } from '../log.ts'
import { errorStatus } from './error-status.ts'

const HEADERS = {
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'strict-transport-security': 'max-age=63072000',
  'x-content-type-options': 'nosniff',
}

export function jsonResponse(
  status: number,
  body: unknown,
  requestId: string,
  headers: Record<string, string> = {},
) {
  return Response.json(body, { status, headers: { ...HEADERS, 'x-request-id': requestId, ...headers } })
}

/** Null: the caller has them already. */
export function bytesResponse(
  bytes: Uint8Array<ArrayBuffer> | null,
  requestId: string,
  headers: Record<string, string>,
) {
  const status = bytes ? 200 : 304
  return new Response(bytes, { status, headers: { ...HEADERS, 'x-request-id': requestId, ...headers } })
}

export function fileResponse(
  content: ReadableStream<Uint8Array>,
  requestId: string,
  headers: Record<string, string>,
) {
  return new Response(content, { headers: { ...HEADERS, 'x-request-id': requestId, ...headers } })
}

/** Each client has a timeout (ms) of its own, but several slow ones in turn are more than a visitor can wait for. */
const TIMEOUT_MS = 22_000

/**
 * Runs the work of one request: its failures become answers, every line it logs carries its id, and what takes longer
 * than `within` ms goes on behind an answer that says so.
 */
export function handleRequest(
  endpoint: string,
  context: Context,
  work: () => Promise<Response>,
  within = TIMEOUT_MS,
): Promise<Response> {
  const { requestId } = context
  return withRequestId(requestId, () =>
    withTimeout(work(), context, within).catch((error) => errorResponse(error, endpoint, requestId)),
  )
}

/** What takes longer goes on behind the answer: whoever asks again finds it done, or has it done once. */
async function withTimeout(work: Promise<Response>, context: Context, within: number): Promise<Response> {
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(() => {
    waitUntil(context, work)
    late.reject(
      new DomainError('internal', 'This takes us too long. Please try again in a moment, or ring us.', {
        detail: `no answer within ${within} ms`,
      }),
    )
  }, within)
  try {
    return await Promise.race([work, late.promise])
  } finally {
    clearTimeout(timer)
  }
}

/** Goes on when the answer has left; what fails then is only logged. */
export function waitUntil(context: Context, work: Promise<unknown>): void {
  context.waitUntil(
    work.catch((error: unknown) => log('error', 'failed after the answer', describeFailure(error))),
  )
}

/** A failure as its answer; what was not foreseen becomes an honest sentence here and a line in the log. */
function errorResponse(error: unknown, endpoint: string, requestId: string): Response {
  const foreseen = error instanceof DomainError
  const code = foreseen ? error.code : 'internal'
  const status = errorStatus[code]
  if (status >= 500) log('error', 'request failed', { endpoint, code, ...describeFailure(error) })
  const body: ErrorBody = {
    message: foreseen ? error.message : 'Something went wrong on our side. Please try again, or ring us.',
    code,
    ...(foreseen && error.fields && { fields: error.fields }),
  }
  const retryAfter = foreseen ? error.retryAfterSeconds : undefined
  return jsonResponse(
    status,
    body,
    requestId,
    retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) },
  )
}
