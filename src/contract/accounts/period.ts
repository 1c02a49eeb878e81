import { addDays } from '#contract/base/send-date.ts'

/** Days in London, YYYY-MM-DD, both inclusive. */
export interface Period {
  from: string
  to: string
}

const PERIOD = /^20(\d\d)(?:-(?:(\d\d)|Q([1-4])))?$/

/**
 * Reads a month (`2026-10`), a quarter (`2026-Q3`), a year (`2026`) or a tax year from 6 April to 5 April (`2026-27`);
 * undefined for anything else.
 */
export function readPeriod(name: string): Period | undefined {
  const [, short, part, quarter] = PERIOD.exec(name) ?? []
  if (short === undefined) return undefined
  const year = 2000 + Number(short)
  if (quarter) return months(year, Number(quarter) * 3 - 2, 3)
  if (part === undefined) return months(year, 1, 12)
  if (Number(part) >= 1 && Number(part) <= 12) return months(year, Number(part), 1)
  return Number(part) === (year + 1) % 100 ? { from: `${year}-04-06`, to: `${year + 1}-04-05` } : undefined
}

/** Of the twelfth year of a century, "2011-12" is its December: nothing was sold then. */
const months = (year: number, first: number, count: number): Period => {
  const start = (month: number) => new Date(Date.UTC(year, month - 1)).toISOString().slice(0, 10)
  return { from: start(first), to: addDays(start(first + count), -1) }
}

/** The name of the month of a day. */
export const monthOf = (day: string): string => day.slice(0, 7)

export const quarterOf = (day: string): string =>
  `${day.slice(0, 4)}-Q${Math.ceil(Number(day.slice(5, 7)) / 3)}`

export function taxYearOf(day: string): string {
  const year = Number(day.slice(0, 4)) - (day.slice(5) < '04-06' ? 1 : 0)
  return `${year}-${String((year + 1) % 100).padStart(2, '0')}`
}

/** Returns the months of a year or tax year, which may be too long for one pack. */
export function monthsOf({ from, to }: Period): string[] {
  const names: string[] = []
  for (let day = from; monthOf(day) <= monthOf(to); day = addDays(`${monthOf(day)}-28`, 4))
    names.push(monthOf(day))
  return names
}

export const PERIOD_INVALID =
  'Please choose a month such as 2026-10, a quarter such as 2026-Q3, a year such as 2026, or a tax year such as 2026-27'
