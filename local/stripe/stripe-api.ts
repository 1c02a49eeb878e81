import { API_VERSION } from '#local/stripe/account.ts'
import {
  errorResponse,
  performRequest,
  type PerformParts,
  type StripeRequest,
  type StripeResponse,
} from '#local/stripe/perform.ts'
import type { StripeState } from '#local/stripe/state.ts'
import { Refusal, unauthorized } from '#local/stripe/stripe-errors.ts'
import { newId } from '#local/stripe/stripe-ids.ts'
import { keyKind, type KeyKind, type Keys } from '#local/stripe/stripe-keys.ts'

export interface LoggedRequest {
  at: number
  method: string
  path: string
  status: number
  key: KeyKind
  idempotencyKey?: string
  replayed: boolean
}

export interface ApiParts extends PerformParts {
  keys: Keys
  log: (request: LoggedRequest) => void
  clock: () => number
}

/** `Response.error()` means a broken connection. */
export async function answerApi(parts: ApiParts, request: Request): Promise<Response> {
  const call = await readCall(request)
  const kind = keyKind(parts.keys, request.headers.get('authorization'))
  const answer = await answered(async () => {
    requireWorking(parts.account.state, kind)
    return await performRequest(parts, call, kind)
  })
  const { status, replayed = false } = answer ?? { status: 0 }
  const { method, path, idempotencyKey } = call
  parts.log({
    at: parts.clock(),
    method,
    path,
    status,
    key: kind,
    replayed,
    ...(idempotencyKey && { idempotencyKey }),
  })
  if (!answer) return Response.error()
  return new Response(answer.body, {
    status,
    headers: {
      'content-type': 'application/json',
      'request-id': call.id,
      'stripe-version': API_VERSION,
      ...(replayed && { 'idempotent-replayed': 'true' }),
    },
  })
}

/** Throws during an outage. A publishable key works on when the secret one is revoked. */
function requireWorking({ settings: { outage } }: StripeState, kind: KeyKind): void {
  if (outage === 'down') throw new Refusal(503, { type: 'api_error', message: 'Stripe is down.' })
  if (outage === 'key_refused' && kind === 'secret')
    throw unauthorized('Expired API Key provided.', 'api_key_expired')
}

async function readCall(request: Request): Promise<StripeRequest> {
  const { pathname, search } = new URL(request.url)
  const idempotencyKey = request.headers.get('idempotency-key')
  return {
    method: request.method,
    path: pathname,
    query: search.slice(1),
    body: await request.text(),
    id: newId('req'),
    ...(idempotencyKey && request.method === 'POST' && { idempotencyKey }),
  }
}

async function answered(
  work: () => Promise<StripeResponse | undefined>,
): Promise<StripeResponse | undefined> {
  try {
    return await work()
  } catch (error) {
    return errorResponse(error)
  }
}
