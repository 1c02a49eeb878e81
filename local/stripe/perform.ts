import type { Account } from './account.ts'
import type { EventLog } from './events.ts'
import { expand } from './expand.ts'
import { faultStatus, spoilPage, type Faults } from './faults.ts'
import { findRoute, type Found } from './find-route.ts'
import type { IdempotencyKeys } from './idempotency.ts'
import type { KeyKind } from './keys.ts'
import { list, parseForm } from './params.ts'
import { refuseCardNumbers } from './payment-methods.ts'
import { Refusal } from './stripe-errors.ts'
import { checkParams } from './route.ts'

export interface PerformParts {
  account: Account
  idempotency: IdempotencyKeys
  faults: Faults
  save: () => Promise<void>
  /** Which request the events of the next piece of work belong to. */
  during: EventLog['during']
}

export interface Call {
  method: string
  path: string
  query: string
  body: string
  id: string
  idempotencyKey?: string
}

export interface Answer {
  status: number
  body: string
  replayed?: boolean
}

/** Undefined: the connection is to break instead of an answer. */
export async function answerCall(
  parts: PerformParts,
  call: Call,
  kind: KeyKind,
): Promise<Answer | undefined> {
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
async function perform(parts: PerformParts, call: Call, found: Found): Promise<Answer | undefined> {
  const fault = parts.faults.take(`${call.method} ${call.path}`)
  if (fault?.delayMs) await new Promise((resolve) => setTimeout(resolve, fault.delayMs))
  const status = fault && faultStatus(fault)
  if (status === 0) return undefined
  const { answer, keep } = status ? injected(status) : run(parts, call, found)
  if (keep && call.idempotencyKey) parts.idempotency.keep(call.idempotencyKey, call.path, call.body, answer)
  if (call.method === 'POST') await parts.save()
  if (fault?.page && answer.status === 200) return { ...answer, body: spoilPage(answer.body, fault.page) }
  return fault?.after ? undefined : answer
}

function run(parts: PerformParts, call: Call, { route, kind, id, run: work }: Found) {
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

export function errorAnswer(error: unknown): Answer {
  if (error instanceof Refusal)
    return { status: error.status, body: JSON.stringify({ error: error.body }, null, 2) }
  // A mistake of the stand-in's own: said aloud, so that it is not taken for Stripe's behaviour.
  console.error(error)
  return { status: 500, body: JSON.stringify({ error: { type: 'api_error', message: String(error) } }) }
}
