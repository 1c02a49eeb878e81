import { createHash } from 'node:crypto'
import type { StoredResponse, StripeState } from '#local/stripe/state.ts'
import { Refusal } from '#local/stripe/stripe-errors.ts'

const LIFETIME_MS = 24 * 60 * 60 * 1000

export interface IdempotencyKeys {
  /** Returns the stored response of an earlier request; otherwise undefined, and the key is locked until `end`. */
  begin(key: string, endpoint: string, body: string): StoredResponse | undefined
  keep(key: string, endpoint: string, body: string, answer: { status: number; body: string }): void
  end(key: string): void
}

/** https://docs.stripe.com/api/idempotent_requests */
export function idempotencyKeys(state: StripeState, clock: () => number): IdempotencyKeys {
  const running = new Set<string>()
  for (const [key, { at }] of Object.entries(state.answers))
    if (clock() - at >= LIFETIME_MS) delete state.answers[key]
  return {
    begin(key, endpoint, body) {
      if (running.has(key)) throw inUse()
      const stored = state.answers[key]
      if (stored && clock() - stored.at < LIFETIME_MS) return checkSame(key, stored, endpoint, body)
      running.add(key)
      return undefined
    },
    keep(key, endpoint, body, answer) {
      state.answers[key] = { endpoint, fingerprint: fingerprint(body), at: clock(), ...answer }
    },
    end: (key) => void running.delete(key),
  }
}

/** Ages every stored response: Stripe removes keys that are at least 24 hours old. */
export function ageKeys(state: StripeState, hours: number): void {
  for (const answer of Object.values(state.answers)) answer.at -= hours * 60 * 60 * 1000
}

const fingerprint = (body: string) => createHash('sha256').update(body).digest('base64')

function checkSame(key: string, stored: StoredResponse, endpoint: string, body: string): StoredResponse {
  if (stored.endpoint !== endpoint)
    throw misused(`for the same endpoint they were first used for ('${stored.endpoint}')`, key)
  if (stored.fingerprint !== fingerprint(body))
    throw misused('with the same parameters they were first used with', key)
  return stored
}

function misused(how: string, key: string) {
  const advice = `Try using a key other than '${key}' if you meant to execute a different request.`
  const message = `Keys for idempotent requests can only be used ${how}. ${advice}`
  return new Refusal(400, { type: 'idempotency_error', message })
}

function inUse() {
  const message =
    'There is currently another in-progress request using this Idempotent Key (that probably means you submitted twice, and the other request is still going through).'
  return new Refusal(409, { type: 'idempotency_error', code: 'idempotency_key_in_use', message })
}
