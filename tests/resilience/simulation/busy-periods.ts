import type { Chance } from './prng.ts'
import type { Run } from './run.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** A busy part of a run, in ms: people buy, the owner works and calls fail. */
export interface Act {
  from: number
  until: number
}

const BUSY = 45 * MINUTE
/** How long the emails after an hourly job may take. */
const LAST_EMAILS = 8 * MINUTE

/** Between two acts. A day is longer than Stripe keeps idempotency keys, thirteen months longer than a voucher is valid. */
const PAUSES = { hours: 3 * HOUR, day: 25 * HOUR, days: 6 * DAY, year: 396 * DAY }

/** One to three busy times, hours to months apart. */
export function planActs(chance: Chance, began: number): Act[] {
  const acts: Act[] = [{ from: began, until: began + BUSY }]
  while (acts.length < 3 && chance.hits(0.4)) {
    const from = acts.at(-1)!.until + PAUSES[chance.weigh({ hours: 3, day: 3, days: 2, year: 1 })]
    acts.push({ from, until: from + BUSY })
  }
  return acts
}

/** Plays each act with its number, lets the time between them pass, and ends after two hourly jobs without a fault. */
export async function playActs(run: Run, play: (nth: number) => void): Promise<void> {
  const { acts, timeline } = run
  for (const [nth, { from, until }] of acts.entries()) {
    await passTime(run, from)
    play(nth)
    await timeline.runUntil(until)
  }
  run.calm = true
  await timeline.runUntil((Math.floor(timeline.now / HOUR) + 2) * HOUR + LAST_EMAILS)
}

/** Full runs of the hourly job between two acts: the first two an hour apart, the others spread evenly. */
const QUIET_RUNS = 8

async function passTime({ timeline }: Run, until: number): Promise<void> {
  for (let left = QUIET_RUNS; timeline.now + HOUR < until; left -= 1) {
    const step = left > QUIET_RUNS - 2 ? HOUR : Math.max(HOUR, (until - timeline.now) / Math.max(1, left))
    const hour = Math.floor((timeline.now + step) / HOUR) * HOUR
    timeline.jump(Math.max(0, Math.min(hour, until) - timeline.now))
    await timeline.runUntil(timeline.now + 3 * MINUTE)
  }
  timeline.jump(Math.max(0, until - timeline.now))
}

/** How long it is, in ms, to some moment of the acts that are left. */
export function untilSometime({ chance, timeline, acts }: Pick<Run, 'chance' | 'timeline' | 'acts'>): number {
  const left = acts.filter(({ until }) => until > timeline.now)
  if (left.length === 0) return chance.between(1, 15) * MINUTE
  const { from, until } = chance.pick(left)
  return chance.between(Math.max(from, timeline.now), until) - timeline.now
}

/** The shortest pause in which retention has blanked unpaid purchases, so that nobody still knows their request ids. */
export const KNOWN_FOR = 7 * DAY
