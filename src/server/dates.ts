const LONDON = 'Europe/London'
const DAY_MS = 86_400_000

/** Returns "21 November 2026" for a calendar day, or for a moment in London time. */
export function longDay(day: string | Date): string {
  const timeZone = typeof day === 'string' ? 'UTC' : LONDON
  return new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone }).format(new Date(day))
}

/** Returns "21/11/2026, 14:32:08" in London time. */
export function londonTime(moment: Date): string {
  const format = { dateStyle: 'short', timeStyle: 'medium', timeZone: LONDON } as const
  return new Intl.DateTimeFormat('en-GB', format).format(moment)
}

/** Returns the calendar day (YYYY-MM-DD) `days` after a moment, in London time. */
export function daysAfter(moment: Date, days: number): string {
  const day = new Intl.DateTimeFormat('sv-SE', { timeZone: LONDON }).format(moment)
  return new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10)
}
