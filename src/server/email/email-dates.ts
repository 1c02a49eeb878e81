const LONDON = 'Europe/London'
const DAY = 86_400_000

/** "21 November 2026": a calendar day, or the day a moment fell on in London. */
export function longDay(day: string | Date): string {
  const timeZone = typeof day === 'string' ? 'UTC' : LONDON
  return new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone }).format(new Date(day))
}

/** "21/11/2026, 14:32:08", by the clocks of London. */
export function londonTime(moment: Date): string {
  const format = { dateStyle: 'short', timeStyle: 'medium', timeZone: LONDON } as const
  return new Intl.DateTimeFormat('en-GB', format).format(moment)
}

/** The calendar day so many days after a moment, as London counts them. */
export function daysAfter(moment: Date, days: number): string {
  const day = new Intl.DateTimeFormat('sv-SE', { timeZone: LONDON }).format(moment)
  return new Date(Date.parse(day) + days * DAY).toISOString().slice(0, 10)
}
