import type { Prng } from '#local/prng.ts'
import type { SimRun } from '#tests/resilience/simulation/run.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** A part of a run in which people buy, the owner works and calls fail. Times in ms. */
export interface BusyPeriod {
  from: number
  until: number
}

const BUSY = 45 * MINUTE
/** Time from the full hour (ms) for the full run of settle-payments, for hourly, and for the emails after them. */
const LAST_EMAILS = 13 * MINUTE

/** Pauses between two busy periods (ms). A day is longer than Stripe keeps idempotency keys, thirteen months longer than a voucher is valid. */
const PAUSES = { hours: 3 * HOUR, day: 25 * HOUR, days: 6 * DAY, year: 396 * DAY }

/** Returns one to three busy periods, hours to months apart. */
export function planBusyPeriods(prng: Prng, began: number): BusyPeriod[] {
  const busyPeriods: BusyPeriod[] = [{ from: began, until: began + BUSY }]
  while (busyPeriods.length < 3 && prng.chance(0.4)) {
    const from = busyPeriods.at(-1)!.until + PAUSES[prng.pickWeighted({ hours: 3, day: 3, days: 2, year: 1 })]
    busyPeriods.push({ from, until: from + BUSY })
  }
  return busyPeriods
}

/**
 * Plays each busy period, lets the time between them pass, and ends after two rounds of the scheduled jobs without faults.
 * `atEnd` happens before these, and resolves to how many more they take.
 */
export async function playBusyPeriods(
  run: SimRun,
  play: (nth: number) => void,
  atEnd: () => Promise<number>,
): Promise<void> {
  const { busyPeriods, timeline } = run
  for (const [nth, { from, until }] of busyPeriods.entries()) {
    await passTime(run, from)
    play(nth)
    await timeline.runUntil(until)
  }
  run.isCalm = true
  const rounds = 2 + (await atEnd())
  await timeline.runUntil((Math.floor(timeline.now / HOUR) + rounds) * HOUR + LAST_EMAILS)
}

/** Rounds of the scheduled jobs between two busy periods: the first two an hour apart, the others spread evenly. */
const QUIET_RUNS = 8
/** Time from the full hour (ms) for one round: a full run of settle-payments, and hourly. */
const ROUND = 8 * MINUTE

async function passTime(run: SimRun, until: number): Promise<void> {
  const { timeline } = run
  for (let left = QUIET_RUNS; timeline.now + HOUR < until; left -= 1) {
    const step = left > QUIET_RUNS - 2 ? HOUR : Math.max(HOUR, (until - timeline.now) / Math.max(1, left))
    run.skipsRounds = step > HOUR
    const hour = Math.floor((timeline.now + step) / HOUR) * HOUR
    timeline.jump(Math.max(0, Math.min(hour, until) - timeline.now))
    await timeline.runUntil(timeline.now + ROUND)
  }
  run.skipsRounds = false
  timeline.jump(Math.max(0, until - timeline.now))
}

/** Returns the time (ms) to a random moment of the remaining busy periods. */
export function randomDelay({
  prng,
  timeline,
  busyPeriods,
}: Pick<SimRun, 'prng' | 'timeline' | 'busyPeriods'>): number {
  const left = busyPeriods.filter(({ until }) => until > timeline.now)
  if (left.length === 0) return prng.between(1, 15) * MINUTE
  const { from, until } = prng.pick(left)
  return prng.between(Math.max(from, timeline.now), until) - timeline.now
}

/** After this time (ms), retention has blanked unpaid purchases, and browsers no longer repeat their request ids. */
export const REQUEST_ID_LIFETIME = 7 * DAY
