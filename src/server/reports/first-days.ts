import { addDays } from '#contract/base/send-date.ts'
import { QUARTER_WEEKS, type StatRange } from '#contract/reports/reports.ts'

/** The first day (YYYY-MM-DD) of each range but all time, which begins with the first sale. */
export type FirstDays = Record<Exclude<StatRange, 'all'>, string>

export const firstDays = (today: string): FirstDays => ({
  week: addDays(today, -6),
  month: firstOfMonth(today),
  quarter: addDays(mondayOf(today), -7 * (QUARTER_WEEKS - 1)),
  year: firstOfYear(today),
})

export const firstOfMonth = (day: string): string => `${day.slice(0, 7)}-01`
export const firstOfYear = (day: string): string => `${day.slice(0, 4)}-01-01`

export const mondayOf = (day: string): string => addDays(day, -((new Date(day).getUTCDay() + 6) % 7))

/** Returns the first day of a month some months after that of `day`. */
export function addMonths(day: string, months: number): string {
  const date = new Date(firstOfMonth(day))
  date.setUTCMonth(date.getUTCMonth() + months)
  return date.toISOString().slice(0, 10)
}
