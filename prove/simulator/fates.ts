import type { Chance } from './chance.ts'

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

/** Every call fails this often, in one of all ways; each run has a liking of its own for some of them. */
export function randomFates(chance: Chance, share: number, calm: () => boolean): Fates {
  const weights = { ...FAULTS }
  for (const fault of Object.keys(weights) as (keyof typeof weights)[])
    weights[fault] *= chance.pick([0, 1, 1, 4])
  if (Object.values(weights).every((weight) => weight === 0)) Object.assign(weights, FAULTS)
  const slow = () => chance.hits(0.03)
  return {
    of: () => (!calm() && chance.hits(share) ? chance.weigh(weights) : 'well'),
    delay: () => (slow() && !calm() ? chance.between(300, 4000) : chance.between(1, 120)),
    statementDelay: () => (slow() && !calm() ? chance.between(50, 3000) : chance.between(0, 12)),
  }
}
