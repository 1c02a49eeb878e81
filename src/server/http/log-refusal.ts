import { systemClock } from '#server/clients/services.ts'
import { problemWith } from '#server/env.ts'
import { hashAddress } from '#server/hash-address.ts'
import { log } from '#server/log.ts'

interface Refusal {
  endpoint: string
  code: string
  /** Why, without anything that the caller sent. */
  detail: string | undefined
  address: string
}

/** Bounds the memory and the log in a flood from many addresses. */
const CALLERS_MAX = 200
/** Enough to tell callers apart; the whole hash is a rate-limit key. */
const CALLER_LENGTH = 10

let minute = 0
const logged = new Set<string>()

/** Logs a refusal once a minute for each caller and endpoint. */
export function logRefusal({ endpoint, code, detail, address }: Refusal): void {
  const now = Math.floor(systemClock.now().getTime() / 60_000)
  if (now !== minute) logged.clear()
  minute = now
  const caller = problemWith('ADDRESS_KEY') ? 'unknown' : hashAddress(address).slice(0, CALLER_LENGTH)
  const key = `${caller} ${endpoint}`
  if (logged.has(key) || logged.size >= CALLERS_MAX) return
  logged.add(key)
  // Never beside a payment: together they would tell who bought.
  log('warn', 'request refused', { endpoint, code, detail, caller, intent: undefined })
}
