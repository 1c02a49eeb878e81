import type { Chance } from './prng.ts'

export type Door = 'db' | 'stripe' | 'mail'

/** A call that has left a function and is on its way through one of its doors. */
export interface Crossing {
  /** Numbered through the whole run. */
  number: number
  /** Numbered through the life of its function. */
  nth: number
  /** What its function does, and for whom. */
  life: string
  door: Door
  /** What is asked for. */
  name: string
}

/** What becomes of a call. */
export type Fate =
  | 'well'
  /** It never arrives, and that is known at once. */
  | 'refused'
  /** Whoever is behind the door answers that it cannot, and does nothing. */
  | 'unwilling'
  /** It is done; the answer is lost, and that is known. */
  | 'lost'
  /** It never arrives, and nobody says so. */
  | 'silence'
  /** It is done, and nobody says so. */
  | 'done in silence'
  /** It is done when the caller has given up waiting. */
  | 'done too late'
  /** The process is killed before the call leaves. */
  | 'dies before'
  /** The process is killed when it is done, before the answer is there. */
  | 'dies after'

export interface Fates {
  of: (crossing: Crossing) => Fate
  /** How long a call is on its way there, and its answer on the way back, in milliseconds. */
  delay: () => number
  /** How long Postgres takes for one statement. */
  statementDelay: () => number
}

export const WELL: Fates = { of: () => 'well', delay: () => 20, statementDelay: () => 1 }

const FAULTS: Record<Exclude<Fate, 'well'>, number> = {
  refused: 2,
  unwilling: 2,
  lost: 3,
  silence: 1,
  'done in silence': 2,
  'done too late': 1,
  'dies before': 2,
  'dies after': 3,
}

interface Odds {
  chance: Chance
  /** Decides what only some runs have, so that the other runs stay as they are. */
  seldom: Chance
  /** So many of all calls fail. */
  share: number
  calm: () => boolean
}

/** Of a slow database (ms). */
const SLOW_STATEMENT = 150
/** How often Stripe fails, in runs with an outage. It keeps a part of these failures under their idempotency keys. */
const OUTAGE: Record<string, number> = { 'POST payment_intents': 0.4, 'POST refunds': 0.8 }

/** Calls fail in one of all ways; each run has a liking of its own for some of them. */
export function randomFates({ chance, seldom, share, calm }: Odds): Fates {
  const weights = { ...FAULTS }
  for (const fault of Object.keys(weights) as (keyof typeof weights)[])
    weights[fault] *= chance.pick([0, 1, 1, 4])
  if (Object.values(weights).every((weight) => weight === 0)) Object.assign(weights, FAULTS)
  const slow = () => chance.hits(0.03)
  // Transactions that take long meet each other.
  const isDatabaseSlow = seldom.hits(0.3)
  const hasOutage = seldom.hits(0.2)
  return {
    of: ({ name }) => {
      if (calm()) return 'well'
      if (hasOutage && seldom.hits(OUTAGE[name] ?? 0)) return 'unwilling'
      return chance.hits(share) ? chance.weigh(weights) : 'well'
    },
    delay: () => (slow() && !calm() ? chance.between(300, 4000) : chance.between(1, 120)),
    statementDelay: () => {
      if (slow() && !calm()) return chance.between(50, 3000)
      return isDatabaseSlow && !calm() ? seldom.between(0, SLOW_STATEMENT) : chance.between(0, 12)
    },
  }
}
