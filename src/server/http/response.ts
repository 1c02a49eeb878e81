import type { Context } from '@netlify/functions'
import type { ErrorBody, ErrorCode } from '#contract/base/errors.ts'
import { database } from '#server/clients/database.ts'
import { openServices } from '#server/clients/services.ts'
import { isDatabaseLost } from '#server/database-lost.ts'
import { DomainError } from '#server/domain-error.ts'
import { errorStatus } from '#server/http/error-status.ts'
import { logRefusal } from '#server/http/log-refusal.ts'
import { describeFailure, log, withRequestId } from '#server/log.ts'
import { recordStripeFailure } from '#server/outages/record-failure.ts'
import { takeStripeCall, watchRun } from '#server/watched-run.ts'

const SECURITY_HEADERS = {
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'strict-transport-security': 'max-age=63072000; includeSubDomains',
  'x-content-type-options': 'nosniff',
}

export const jsonResponse = (
  status: number,
  body: unknown,
  requestId: string,
  headers: Record<string, string> = {},
) => secureResponse(Response.json(body, { status, headers }), requestId)

/** Adds the security headers that a response does not have, and the id of the request. */
export function secureResponse(response: Response, requestId: string): Response {
  for (const [name, value] of Object.entries({ ...SECURITY_HEADERS, 'x-request-id': requestId }))
    if (!response.headers.has(name)) response.headers.set(name, value)
  return response
}

/** Every client has its own timeout; this caps the whole request (ms). */
const TIMEOUT_MS = 22_000

/**
 * Runs the work of one request, except in a preview. Errors become responses, each log line carries the request id, and work that exceeds
 * `timeoutMs` continues after an error response.
 */
export function handleRequest(
  endpoint: string,
  context: Context,
  work: () => Promise<Response>,
  timeoutMs = TIMEOUT_MS,
): Promise<Response> {
  const { requestId, deploy } = context
  const respond = async () => {
    try {
      return await withTimeout(workUnlessPreview(context, work), context, timeoutMs)
    } catch (error) {
      return errorResponse(error, endpoint, context)
    } finally {
      recordOutage(context)
    }
  }
  return withRequestId(requestId, () => watchRun(deploy.context === LIVE, respond))
}

/** After the response, which neither waits for it nor fails with it. */
function recordOutage(context: Context): void {
  const call = takeStripeCall()
  if (!call || call.outcome === 'ok') return
  waitUntil(context, recordStripeFailure(services, { cause: call.outcome, isStart: call.isStart }))
}

const services = openServices({ db: database })

const LIVE = 'production'
/** `dev` is a developer's machine: https://docs.netlify.com/deploy/deploy-overview/#deploy-contexts */
const CONTEXTS = new Set([LIVE, 'dev'])

/** Refuses to work in a preview, whose variables may be those of the live database and of real money. */
async function workUnlessPreview({ deploy }: Context, work: () => Promise<Response>): Promise<Response> {
  if (CONTEXTS.has(deploy.context)) return await work()
  throw new DomainError(
    'unavailable',
    'This is a preview. Payments, forms and the portal only work on the published website.',
    { detail: `deploy context ${deploy.context}` },
  )
}

/** Lets late work continue after the response: requests are idempotent, so a repeat finds its result. */
async function withTimeout(work: Promise<Response>, context: Context, timeoutMs: number): Promise<Response> {
  const timeout = Promise.withResolvers<never>()
  const timer = setTimeout(() => {
    waitUntil(context, work)
    timeout.reject(
      new DomainError(
        'internal',
        'This is taking longer than it should. Please try again in a moment, or ring us.',
        {
          detail: `no answer within ${timeoutMs} ms`,
        },
      ),
    )
  }, timeoutMs)
  try {
    return await Promise.race([work, timeout.promise])
  } finally {
    clearTimeout(timer)
  }
}

/** Continues work after the response; a failure is only logged. */
export function waitUntil(context: Context, work: Promise<unknown>): void {
  context.waitUntil(
    work.catch((error: unknown) => log('error', 'failed after the answer', describeFailure(error))),
  )
}

/** Attempts to get into the portal, or to do in it what one may not. */
const isLogged = (endpoint: string, status: number, code: ErrorCode): boolean =>
  endpoint.startsWith('/api/admin/') && (status === 401 || status === 403) && code !== 'step_up_required'

/** What a visitor is told of an error that no code throws on purpose. */
const unexpected = (error: unknown): { code: ErrorCode; message: string } =>
  isDatabaseLost(error)
    ? {
        code: 'database_unreachable',
        message: 'We cannot reach our records at the moment. Please try again in a moment, or ring us.',
      }
    : { code: 'internal', message: 'Something went wrong on our side. Please try again, or ring us.' }

/** Turns an error into a response. One that is no `DomainError` becomes a general message and a log line. */
function errorResponse(error: unknown, endpoint: string, { requestId, ip }: Context): Response {
  const isDomainError = error instanceof DomainError
  const { code, message } = isDomainError ? error : unexpected(error)
  const status = errorStatus[code]
  if (status >= 500) {
    const failure = describeFailure(error)
    log('error', 'request failed', { endpoint, ...failure, code: failure['code'] ?? code })
  } else if (isLogged(endpoint, status, code))
    logRefusal({ endpoint, code, detail: isDomainError ? error.detail : undefined, address: ip })
  const body: ErrorBody = {
    message,
    code,
    ...(isDomainError && error.fields && { fields: error.fields }),
  }
  const retryAfter = isDomainError ? error.retryAfterSeconds : undefined
  return jsonResponse(
    status,
    body,
    requestId,
    retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) },
  )
}
