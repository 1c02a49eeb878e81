import * as v from 'valibot'
import { isDay } from '#contract/base/text.ts'

/** How far ahead a gift email may be timed, in days from today. */
export const SEND_DAYS_MAX = 180

const DAY_MS = 86_400_000

/** Returns the calendar day (YYYY-MM-DD) some days after another one. */
export const addDays = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10)

/** A day from a form, YYYY-MM-DD in London. Of one on which a gift email is sent, `sendOnProblem` has the bounds. */
export const ChosenDaySchema = v.pipe(
  v.string('Please choose a day'),
  v.regex(/^\d{4}-\d\d-\d\d$/, 'Please choose a day, such as 25/12/2026'),
  v.check(isDay, 'That day does not exist. Please choose another one'),
)

const emptyToUndefined = (text: string) => text.trim() || undefined

/** The same from a form: undefined if it is empty. */
export const OptionalSendOnSchema = v.optional(
  v.pipe(v.string('Please choose a day'), v.transform(emptyToUndefined), v.optional(ChosenDaySchema)),
)

/** Days in London, YYYY-MM-DD. */
interface SendOnBounds {
  today: string
  /** The voucher's last valid day. */
  lastDay: string
}

/** Returns why a gift email cannot be sent on a day, for the field's error message; undefined if it can. */
export function sendOnProblem(day: string, { today, lastDay }: SendOnBounds): string | undefined {
  if (day < today) return 'That day has passed. Please choose tomorrow or a later day'
  if (day === today) return 'Please choose tomorrow or a later day, or send it now'
  if (day > lastDay) return 'Please choose a day before the voucher expires'
  return day > addDays(today, SEND_DAYS_MAX)
    ? `Please choose a day in the next ${SEND_DAYS_MAX} days`
    : undefined
}

/** Returns the first and the last day on which a gift email can be sent, for a date field. */
export function sendDays({ today, lastDay }: SendOnBounds): { min: string; max: string } {
  const latest = addDays(today, SEND_DAYS_MAX)
  return { min: addDays(today, 1), max: latest < lastDay ? latest : lastDay }
}

/** Returns the calendar day (YYYY-MM-DD) of a moment, in London time. */
export const londonDay = (moment: Date): string =>
  new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/London' }).format(moment)

/** Returns the last valid day of a voucher bought on a day; 29 February becomes 28 February in other years. */
export function lastValidDay(boughtOn: string, validMonths: number): string {
  const day = new Date(boughtOn)
  const last = new Date(Date.UTC(day.getUTCFullYear(), day.getUTCMonth() + validMonths + 1, 0))
  last.setUTCDate(Math.min(day.getUTCDate(), last.getUTCDate()))
  return last.toISOString().slice(0, 10)
}
