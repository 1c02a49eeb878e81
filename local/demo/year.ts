import type { DemoPeople } from '#local/demo/demo-people.ts'
import type { DemoSite } from '#local/demo/demo-site.ts'
import type { Prng } from '#local/prng.ts'
import type { LocalServices } from '#local/start-services.ts'
import type { Timeline } from '#local/timeline.ts'

/** The year that is played. Everything that happens in it is drawn from `prng`. */
export interface Year {
  timeline: Timeline
  prng: Prng
  people: DemoPeople
  site: DemoSite
  stripe: NonNullable<LocalServices['stripe']>
  mail: NonNullable<LocalServices['mail']>
  stripePublishableKey: string
  start: number
  end: number
}

export const MINUTE_MS = 60_000
export const HOUR_MS = 60 * MINUTE_MS
export const DAY_MS = 24 * HOUR_MS

/** Does this at a time (ms since 1970); never if it is after the end of the year. */
export const doAt = ({ timeline }: Year, time: number, work: () => Promise<unknown>): void =>
  timeline.after(time - timeline.now, async () => void (await work()))

/** Does this the next time that the owner is at the desk, at least so many days from now. */
export const doAtDesk = (year: Year, days: number, work: () => Promise<unknown>): void =>
  doAt(year, deskTime(year, year.timeline.now + days * DAY_MS), work)

/** The owner is at the desk twice a day, for less than an hour, so that one session is enough (hours, UTC). */
const SITTINGS = [10.5, 16.5]

function deskTime({ prng }: Year, after: number): number {
  const midnight = Math.floor(after / DAY_MS) * DAY_MS
  const times = [0, 1, 2].flatMap((day) => SITTINGS.map((hour) => midnight + day * DAY_MS + hour * HOUR_MS))
  const next = times.find((time) => time >= after && new Date(time).getUTCDay() !== 0) ?? after
  return next + prng.between(0, 35 * MINUTE_MS)
}

/** Returns moments at which somebody visits the site: by day and in the evening, and more often before holidays. */
export function visitTimes({ prng, start, end }: Year, count: number): number[] {
  const first = Math.floor(start / DAY_MS) * DAY_MS
  const days = Array.from({ length: Math.ceil((end - first) / DAY_MS) }, (_, day) => first + day * DAY_MS)
  // Every day as often as its month says: each visit has an equal part of the sum.
  const busyDays = days.flatMap((day) => Array<number>(BUSY[new Date(day).getUTCMonth()]!).fill(day))
  return Array.from({ length: count }, (_, nth) => {
    const day = busyDays[Math.floor(((nth + prng.next()) / count) * busyDays.length)]!
    const time = day + prng.between(8 * HOUR_MS, 22 * HOUR_MS)
    return Math.min(Math.max(time, start), end - 1)
  }).toSorted((one, other) => one - other)
}

/** By month: Valentine's Day, Mother's Day, Father's Day and Christmas. */
const BUSY = [5, 8, 8, 5, 6, 7, 5, 5, 6, 7, 9, 10]
