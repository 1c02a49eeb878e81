import { londonDay } from '#contract/base/send-date.ts'

const LONDON = 'Europe/London'
const DAY_MS = 86_400_000

/** Returns "Saturday 21 November 2026" for a calendar day, or for a moment in London time. */
export function longDay(day: string | Date): string {
  const timeZone = typeof day === 'string' ? 'UTC' : LONDON
  const format = new Intl.DateTimeFormat('en-GB', { dateStyle: 'full', timeZone })
  // Some versions of ICU write a comma after the weekday.
  return format.format(new Date(day)).replace(',', '')
}

/** Returns "Saturday 21 November 2026 at 14:30" in London time. */
export function longDayAndTime(moment: Date): string {
  const time = new Intl.DateTimeFormat('en-GB', { timeStyle: 'short', timeZone: LONDON })
  return `${longDay(moment)} at ${time.format(moment)}`
}

/** Returns "21 November 2026 at 14:32" in London time, as the pages write it. */
export function londonTime(moment: Date): string {
  const format = { dateStyle: 'long', timeStyle: 'short', timeZone: LONDON } as const
  return new Intl.DateTimeFormat('en-GB', format).format(moment)
}

/** Returns "21 November 2026 at 14:32:05" in London time. */
export function timeToTheSecond(moment: Date): string {
  const format = { dateStyle: 'long', timeStyle: 'medium', timeZone: LONDON } as const
  return new Intl.DateTimeFormat('en-GB', format).format(moment)
}

/** Returns the calendar day (YYYY-MM-DD) `days` after a moment, in London time. */
export const daysAfter = (moment: Date, days: number): string =>
  new Date(Date.parse(londonDay(moment)) + days * DAY_MS).toISOString().slice(0, 10)

/** Returns "2026-11-21 14:32" in London time, which sorts and which every spreadsheet reads as a time. */
export function sortableTime(moment: Date): string {
  const format = { dateStyle: 'short', timeStyle: 'short', timeZone: LONDON } as const
  // Made once, because an export formats thousands of times.
  sortable ??= new Intl.DateTimeFormat('sv-SE', format)
  return sortable.format(moment)
}

let sortable: Intl.DateTimeFormat | undefined
