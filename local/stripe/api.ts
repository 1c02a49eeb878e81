import { API_VERSION, type Account } from './account.ts'
import { expand } from './expand.ts'
import { faultStatus, type Faults } from './faults.ts'
import type { EventLog } from './events.ts'
import { newId } from './ids.ts'
import type { IdempotencyKeys } from './idempotency.ts'
import { findRoute, type Found } from './find-route.ts'
import { list, parseForm } from './params.ts'
import { keyKind, type KeyKind, type Keys } from './keys.ts'
import { Refusal } from './refusals.ts'
import { checkParams } from './routes.ts'
import { refuseCardNumbers } from './payment-methods.ts'

export interface LoggedRequest {
  at: number
  method: string
  path: string
  status: number
  key: KeyKind
  idempotencyKey?: string
  replayed: boolean
}

export interface ApiParts {
  account: Account
  keys: Keys
  idempotency: IdempotencyKeys
  faults: Faults
  log: (request: LoggedRequest) => void
  clock: () => number
  save: () => Promise<void>
  /** Which request the events of the next piece of work belong to. */
  during: EventLog['during']
}

interface Call {
  method: string
  path: string
  query: string
  body: string
  id: string
  idempotencyKey?: string
}

interface Answer {
  status: number
  body: string
  replayed?: boolean
}

const CORS = {
  'access-control-allow-origin': '*',
  'access-control-allow-methods': 'GET, POST, OPTIONS',
  'access-control-allow-headers': 'authorization, content-type, idempotency-key, stripe-version',
  'access-control-expose-headers': 'idempotent-replayed, request-id, stripe-version',
  'access-control-max-age': '600',
}

/** A `Response.error()` stands for a broken connection. */
export async function answerApi(parts: ApiParts, request: Request): Promise<Response> {
  if (request.method === 'OPTIONS') return new Response(null, { status: 204, headers: CORS })
  const call = await readCall(request)
  const kind = keyKind(parts.keys, request.headers.get('authorization'))
  const answer = await answered(() => answerCall(parts, call, kind))
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
  const headers = {
    ...CORS,
    'content-type': 'application/json',
    'request-id': call.id,
    'stripe-version': API_VERSION,
  }
  return new Response(answer.body, {
    status,
    headers: {
      ...headers,
      ...(idempotencyKey && { 'idempotency-key': idempotencyKey }),
      ...(replayed && { 'idempotent-replayed': 'true' }),
    },
  })
}

async function readCall(request: Request): Promise<Call> {
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

async function answered(work: () => Promise<Answer | undefined>): Promise<Answer | undefined> {
  try {
    return await work()
  } catch (error) {
    return errorAnswer(error)
  }
}

function errorAnswer(error: unknown): Answer {
  if (error instanceof Refusal)
    return { status: error.status, body: JSON.stringify({ error: error.body }, null, 2) }
  // A mistake of the stand-in's own: said aloud, so that it is not taken for Stripe's behaviour.
  console.error(error)
  return { status: 500, body: JSON.stringify({ error: { type: 'api_error', message: String(error) } }) }
}

async function answerCall(parts: ApiParts, call: Call, kind: KeyKind): Promise<Answer | undefined> {
  const found = findRoute(call.method, call.path, kind)
  const key = call.idempotencyKey
  if (!key) return await perform(parts, call, found)
  const kept = parts.idempotency.begin(key, call.path, call.body)
  if (kept) return { status: kept.status, body: kept.body, replayed: true }
  try {
    return await perform(parts, call, found)
  } finally {
    parts.idempotency.end(key)
  }
}

/** The work, with whatever was asked to go wrong with it. Nothing is answered before it is on disk. */
async function perform(parts: ApiParts, call: Call, found: Found): Promise<Answer | undefined> {
  const fault = parts.faults.take(`${call.method} ${call.path}`)
  if (fault?.delayMs) await new Promise((resolve) => setTimeout(resolve, fault.delayMs))
  const status = fault && faultStatus(fault)
  if (status === 0) return undefined
  const { answer, keep } = status ? injected(status) : run(parts, call, found)
  if (keep && call.idempotencyKey) parts.idempotency.keep(call.idempotencyKey, call.path, call.body, answer)
  if (call.method === 'POST') await parts.save()
  return fault?.after ? undefined : answer
}

function run(parts: ApiParts, call: Call, { route, kind, id, run: work }: Found) {
  const request = { id: call.id, idempotency_key: call.idempotencyKey ?? null }
  try {
    const params = { ...parseForm(call.query), ...parseForm(call.body) }
    checkParams(route, params)
    if (kind === 'secret') refuseCardNumbers(params)
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
    return { answer: errorAnswer(error), keep: error.began }
  }
}

/** A 500 is kept for its idempotency key; what is turned away at the door is not. */
function injected(status: number) {
  const limited = status === 429
  const type = limited ? 'invalid_request_error' : 'api_error'
  const error = { type, ...(limited && { code: 'rate_limit' }), message: 'This failure was asked for.' }
  return { answer: { status, body: JSON.stringify({ error }) }, keep: status === 500 }
}
