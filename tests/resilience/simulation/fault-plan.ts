import type { Prng } from '#local/prng.ts'

export type ServiceName = 'db' | 'stripe' | 'mail'

/** A call that a function has sent to a service. */
export interface ServiceCall {
  /** Counts the calls of the whole run. */
  number: number
  /** Counts the calls of this process, from 0. */
  nth: number
  /** Says who called which function. */
  processName: string
  service: ServiceName
  /** What is requested. */
  name: string
}

/** What happens to a call. */
export type Fault =
  /** No fault. */
  | 'well'
  /** It does not arrive, and the caller gets an error at once. */
  | 'refused'
  /** The service responds with an error and does nothing. */
  | 'unwilling'
  /** It is performed; the response is lost, and the caller gets an error. */
  | 'lost'
  /** It does not arrive, and the caller times out. */
  | 'silence'
  /** It is performed, and the caller times out. */
  | 'done in silence'
  /** It is performed after the caller timed out. */
  | 'done too late'
  /** The process is killed before the call is sent. */
  | 'dies before'
  /** The process is killed once the call is performed, before the response arrives. */
  | 'dies after'

export interface FaultPlan {
  faultOf: (call: ServiceCall) => Fault
  /** Returns how long a request or a response travels (ms). */
  delay: () => number
  /** Returns how long Postgres takes for one statement (ms). */
  statementDelay: () => number
}

export const NO_FAULTS: FaultPlan = { faultOf: () => 'well', delay: () => 20, statementDelay: () => 1 }

const FAULT_WEIGHTS: Record<Exclude<Fault, 'well'>, number> = {
  refused: 2,
  unwilling: 2,
  lost: 3,
  silence: 1,
  'done in silence': 2,
  'done too late': 1,
  'dies before': 2,
  'dies after': 3,
}

interface FaultOptions {
  prng: Prng
  /** Decides what only some runs have, so that adding such a case leaves all other runs as they are. */
  rarePrng: Prng
  /** Share of all calls that fail. */
  share: number
  /** Returns true once no call may fail any more. */
  isCalm: () => boolean
}

/** Longest statement of a slow database (ms). */
const SLOW_STATEMENT = 150
/** Share of calls that fail in runs with an outage of Stripe, which stores some failures under their idempotency keys. */
const OUTAGE: Record<string, number> = { 'POST payment_intents': 0.4, 'POST refunds': 0.8 }

/** Returns a plan in which calls fail in every way. Each run has its own weights. */
export function randomFaultPlan({ prng, rarePrng, share, isCalm }: FaultOptions): FaultPlan {
  const weights = { ...FAULT_WEIGHTS }
  for (const fault of Object.keys(weights) as (keyof typeof weights)[])
    weights[fault] *= prng.pick([0, 1, 1, 4])
  if (Object.values(weights).every((weight) => weight === 0)) Object.assign(weights, FAULT_WEIGHTS)
  const isSlow = () => prng.chance(0.03)
  // Slow transactions overlap.
  const isDatabaseSlow = rarePrng.chance(0.3)
  const hasOutage = rarePrng.chance(0.2)
  return {
    faultOf: ({ name }) => {
      if (isCalm()) return 'well'
      if (hasOutage && rarePrng.chance(OUTAGE[name] ?? 0)) return 'unwilling'
      return prng.chance(share) ? prng.pickWeighted(weights) : 'well'
    },
    delay: () => (isSlow() && !isCalm() ? prng.between(300, 4000) : prng.between(1, 120)),
    statementDelay: () => {
      if (isSlow() && !isCalm()) return prng.between(50, 3000)
      return isDatabaseSlow && !isCalm() ? rarePrng.between(0, SLOW_STATEMENT) : prng.between(0, 12)
    },
  }
}
