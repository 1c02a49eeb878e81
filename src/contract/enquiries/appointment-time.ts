import * as v from 'valibot'
import { addDays, londonDay } from '#contract/base/send-date.ts'
import { isDay } from '#contract/base/text.ts'
import { closureOn, openOn, weekdayOf, WEEKDAYS, type OpeningTimes } from '#contract/website/opening-days.ts'
import { writeDays } from '#contract/website/write-closures.ts'

/** How far ahead an appointment may be, and be asked for (days). */
export const APPOINTMENT_DAYS_MAX = 730

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

const PAST_DAY = 'This day has passed. Please choose a later one'
const PAST_TIME = 'This time has passed. Please choose a later one'

/** A day and a time on the clinic's clock, which is London's. */
export const AppointmentTimeEntries = {
  date: v.pipe(v.optional(v.string(), ''), v.trim(), v.check(isDay, 'Please choose a day')),
  time: v.pipe(
    v.optional(v.string(), ''),
    v.trim(),
    v.regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, 'Please enter a time such as 14:30'),
  ),
}

interface ClinicClock {
  now: Date
  clinic: OpeningTimes
}

type CheckedTime =
  | { problem: string; field: 'date' | 'time' }
  | {
      problem?: undefined
      at: Date
      /** Sentences about a time that is allowed, but may be a mistake. */
      warnings: string[]
    }

/** Returns why a day (YYYY-MM-DD) is none for an appointment, for the field's error message; undefined if it is one. */
export function appointmentDayProblem(day: string, now: Date): string | undefined {
  const today = londonDay(now)
  if (day < today) return PAST_DAY
  return day > addDays(today, APPOINTMENT_DAYS_MAX) ? 'Please choose a day in the next two years' : undefined
}

/**
 * Returns the moment of a day and time in London, or why it cannot be an appointment. Of a time that occurs twice, when
 * the clocks go back, the first counts.
 */
export function checkAppointmentTime(
  { date, time, minutes }: { date: string; time: string; minutes: number },
  { now, clinic }: ClinicClock,
): CheckedTime {
  const dayProblem = appointmentDayProblem(date, now)
  if (dayProblem !== undefined) return { field: 'date', problem: dayProblem }
  const [at, second] = londonMoments(date, time)
  if (!at) {
    const problem = `The clocks go forward that night, so ${time} does not exist. Please choose another time`
    return { field: 'time', problem }
  }
  if (at <= now) return { field: 'time', problem: PAST_TIME }
  const twice = `The clocks go back that night, so ${time} happens twice. We will use the earlier one, which is still in British Summer Time.`
  const end = londonClock(new Date(at.getTime() + minutes * MINUTE_MS))
  return { at, warnings: [...(second ? [twice] : []), ...hoursWarning(date, { time, end }, clinic)] }
}

/** `end`: day and time in London. */
function hoursWarning(
  date: string,
  { time, end }: { time: string; end: string },
  { hours, closures }: OpeningTimes,
): string[] {
  const open = openOn(hours, closures, date)
  const days = closureOn(closures, date)
    ? writeDays({ from: date, to: date }, date)
    : `${WEEKDAYS[weekdayOf(date)]}s`
  if (!open) return [`The clinic is closed on ${days}.`]
  const whenOpen = `On ${days} the clinic is open from ${open.from} to ${open.to}.`
  if (time < open.from || time >= open.to) return [whenOpen]
  return end > `${date} ${open.to}` ? [`The appointment ends at ${end.slice(11)}. ${whenOpen}`] : []
}

/** Returns the moments at which London's clock shows this: none, one, or two when the clocks go back. */
function londonMoments(date: string, time: string): Date[] {
  const utc = Date.parse(`${date}T${time}Z`)
  return [utc - HOUR_MS, utc]
    .map((moment) => new Date(moment))
    .filter((moment) => londonClock(moment) === `${date} ${time}`)
}

/** Returns "2026-11-24 14:30" in London time. */
export const londonClock = (moment: Date): string =>
  new Intl.DateTimeFormat('sv-SE', {
    timeZone: 'Europe/London',
    dateStyle: 'short',
    timeStyle: 'short',
  }).format(moment)
