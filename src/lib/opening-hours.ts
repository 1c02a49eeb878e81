import { clockTime } from '#clinic/opening-times.ts'
import { openOn, weekdayOf, WEEKDAYS, type OpeningTimes } from '#contract/website/opening-days.ts'
import { writeDays } from '#contract/website/write-closures.ts'

interface Opening {
  isOpen: boolean
  /** "until 6:00 PM", "opens at 9:00 AM", "opens tomorrow at 9:00 AM" */
  next: string
}

/** Returns day (YYYY-MM-DD) and time in Liverpool, for a visitor in any time zone. */
export function liverpoolTime(now: Date): { day: string; time: string } {
  const parts = new Intl.DateTimeFormat('en-GB', {
    timeZone: 'Europe/London',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  }).formatToParts(now)
  const part = (type: string) => parts.find((candidate) => candidate.type === type)?.value ?? ''
  return {
    day: `${part('year')}-${part('month')}-${part('day')}`,
    time: `${part('hour')}:${part('minute')}`,
  }
}

/** Returns the moment (ms) at which a day (YYYY-MM-DD) begins in Liverpool, or one `later` days after it. */
export function liverpoolMidnight(day: string, later = 0): number {
  const utc = Date.parse(day) + later * DAY_MS
  // The clocks change at 01:00 UTC.
  return liverpoolTime(new Date(utc)).time === '01:00' ? utc - HOUR_MS : utc
}

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

/** How far ahead the next opening is looked for (days): a clinic may be closed for months. */
const LOOK_AHEAD_DAYS = 366

/** Returns whether the clinic is open, and when that changes. */
export function openingAt({ hours, closures }: OpeningTimes, now: Date): Opening {
  const { day: today, time } = liverpoolTime(now)
  const open = openOn(hours, closures, today)
  if (open && time >= open.from && time < open.to) {
    return { isOpen: true, next: `until ${clockTime(open.to)}` }
  }
  if (open && time < open.from) return { isOpen: false, next: `opens at ${clockTime(open.from)}` }
  for (let ahead = 1; ahead <= LOOK_AHEAD_DAYS; ahead++) {
    const day = dayAfter(today, ahead)
    const next = openOn(hours, closures, day)
    if (next) return { isOpen: false, next: `opens ${nameDay(day, ahead, today)} at ${clockTime(next.from)}` }
  }
  return { isOpen: false, next: '' }
}

const dayAfter = (day: string, count: number) =>
  new Date(Date.parse(day) + count * DAY_MS).toISOString().slice(0, 10)

/** "tomorrow", "Monday", and from the same weekday on "Mon 4 Jan". */
function nameDay(day: string, ahead: number, today: string): string {
  if (ahead === 1) return 'tomorrow'
  return ahead < 7 ? WEEKDAYS[weekdayOf(day)]! : writeDays({ from: day, to: day }, today)
}
