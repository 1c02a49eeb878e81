import type { TestAccount } from '#local/stripe/account.ts'
import type { EventLog } from '#local/stripe/events.ts'
import { expand } from '#local/stripe/expand.ts'
import { findStripeRoute, type RouteMatch } from '#local/stripe/find-route.ts'
import type { IdempotencyKeys } from '#local/stripe/idempotency-keys.ts'
import { list, parseForm } from '#local/stripe/params.ts'
import { checkParams } from '#local/stripe/route.ts'
import { lockTimeout, Refusal } from '#local/stripe/stripe-errors.ts'
import { faultStatus, type StripeFaults } from '#local/stripe/stripe-faults.ts'
import type { KeyKind } from '#local/stripe/stripe-keys.ts'

export interface PerformParts {
  account: TestAccount
  idempotency: IdempotencyKeys
  faults: StripeFaults
  /** Ids of the objects that a request has locked. */
  locked: Set<string>
  save: () => Promise<void>
  /** The request to which the next events belong. */
  during: EventLog['during']
}

export interface StripeRequest {
  method: string
  path: string
  query: string
  body: string
  id: string
  idempotencyKey?: string
}

export interface StripeResponse {
  status: number
  body: string
  replayed?: boolean
}

/** Returns undefined to break the connection instead of responding. */
export async function performRequest(
  parts: PerformParts,
  call: StripeRequest,
  kind: KeyKind,
): Promise<StripeResponse | undefined> {
  const match = findStripeRoute(call.method, call.path, kind)
  const key = call.idempotencyKey
  if (!key) return await performLocked(parts, call, match)
  const stored = parts.idempotency.begin(key, call.path, call.body)
  if (stored) return { status: stored.status, body: stored.body, replayed: true }
  try {
    return await performLocked(parts, call, match)
  } finally {
    parts.idempotency.end(key)
  }
}

async function performLocked(
  parts: PerformParts,
  call: StripeRequest,
  match: RouteMatch,
): Promise<StripeResponse | undefined> {
  const { route, id } = match
  if (!route.locks) return await perform(parts, call, match)
  if (parts.locked.has(id)) throw lockTimeout()
  parts.locked.add(id)
  try {
    return await perform(parts, call, match)
  } finally {
    parts.locked.delete(id)
  }
}

/** Runs the request with its planned faults. Responds only after the state is on disk. */
async function perform(
  parts: PerformParts,
  call: StripeRequest,
  match: RouteMatch,
): Promise<StripeResponse | undefined> {
  const fault = parts.faults.take(`${call.method} ${call.path}`)
  if (fault?.delayMs) await new Promise((resolve) => setTimeout(resolve, fault.delayMs))
  const status = fault && faultStatus(fault)
  if (status === 0) return undefined
  const { answer, keep } = status ? faultResponse(status) : run(parts, call, match)
  if (keep && call.idempotencyKey) parts.idempotency.keep(call.idempotencyKey, call.path, call.body, answer)
  if (call.method === 'POST' || match.route.saves) await parts.save()
  return fault?.after ? undefined : answer
}

function run(parts: PerformParts, call: StripeRequest, { route, id, run: work }: RouteMatch) {
  const request = { id: call.id, idempotency_key: call.idempotencyKey ?? null }
  try {
    const params = { ...parseForm(call.query), ...parseForm(call.body) }
    checkParams(route, params)
    const object = parts.during(request, () => work(parts.account, params, id))
    return {
      answer: {
        status: 200,
        body: JSON.stringify(expand(parts.account, object, list(params, 'expand')), null, 2),
      },
      keep: true,
    }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return { answer: errorResponse(error), keep: error.began }
  }
}

/** Errors of the endpoint, including 500, are stored for the idempotency key; errors before it runs are not. */
function faultResponse(status: number) {
  const isRateLimit = status === 429
  const type = isRateLimit ? 'invalid_request_error' : 'api_error'
  const error = { type, ...(isRateLimit && { code: 'rate_limit' }), message: 'This failure was asked for.' }
  return { answer: { status, body: JSON.stringify({ error }) }, keep: status === 500 }
}

export function errorResponse(error: unknown): StripeResponse {
  if (error instanceof Refusal)
    return { status: error.status, body: JSON.stringify({ error: error.body }, null, 2) }
  // A bug in the stand-in: logged, so that it is not mistaken for Stripe's behaviour.
  console.error(error)
  return { status: 500, body: JSON.stringify({ error: { type: 'api_error', message: String(error) } }) }
}
