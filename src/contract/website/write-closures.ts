import type { Closure } from '#contract/website/opening-days.ts'

/** How many are shown ahead. */
const AHEAD = 6

/** Returns the next closures that have not ended, in order. `closures` are merged. */
export const closuresAhead = (closures: readonly Closure[], today: string): Closure[] =>
  closures.filter(({ to }) => to >= today).slice(0, AHEAD)

/** Writes merged closures in one line: "Thu 24 Dec 9–13, Fri 25 closed". */
export function writeClosures(closures: readonly Closure[], today: string): string {
  let month = ''
  const parts = closures.map((closure) => {
    const days = writeDays(closure, today, month)
    month = monthOf(closure.to)
    return `${days} ${closure.open ? `${shortTime(closure.open.from)}–${shortTime(closure.open.to)}` : 'closed'}`
  })
  return parts.join(', ')
}

/**
 * Writes days: "Thu 24 Dec", "Fri 25 Dec–Sat 2 Jan". The month is left out if it is `month` (YYYY-MM), and the year unless
 * it is almost a year ahead.
 */
export function writeDays({ from, to }: Pick<Closure, 'from' | 'to'>, today: string, month = ''): string {
  if (from === to) return writeDay(from, today, month)
  const first = writeDay(from, today, monthOf(from) === monthOf(to) ? monthOf(to) : month)
  return `${first}–${writeDay(to, today, month)}`
}

function writeDay(day: string, today: string, month: string): string {
  const isKnown = monthOf(day) === month
  return new Intl.DateTimeFormat('en-GB', {
    timeZone: 'UTC',
    weekday: 'short',
    day: 'numeric',
    month: isKnown ? undefined : 'short',
    year: isKnown || monthsBetween(today, day) < 11 ? undefined : 'numeric',
  })
    .format(new Date(day))
    .replace(',', '')
}

const monthOf = (day: string) => day.slice(0, 7)

function monthsBetween(day: string, later: string): number {
  const [from, to] = [new Date(day), new Date(later)]
  return (to.getUTCFullYear() - from.getUTCFullYear()) * 12 + to.getUTCMonth() - from.getUTCMonth()
}

/** "9", "13:30" */
const shortTime = (time: string) => time.replace(/^0(?=\d)/, '').replace(/:00$/, '')
