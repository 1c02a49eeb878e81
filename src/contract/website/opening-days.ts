// Opening on a day, from the weekly hours and their exceptions. Without schemas, because public pages load it.

/** 24-hour times; null when closed. */
export type Open = { from: string; to: string } | null

/** Hours of some weekdays; 0 is Sunday. */
export interface WeeklyHours {
  weekdays: readonly number[]
  open: Open
}

/** Closed, or other hours, on days (YYYY-MM-DD, London) from the first to the last inclusive. */
export interface Closure {
  from: string
  to: string
  open: Open
  /** Shown to visitors; may be empty. */
  reason: string
}

/** When a clinic is open, such as `clinic`. */
export interface OpeningTimes {
  hours: readonly WeeklyHours[]
  /** Merged. */
  closures: readonly Closure[]
}

export const CLOSURE_REASON_MAX = 60

/** By their numbers. */
export const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']

export const weekdayOf = (day: string): number => new Date(day).getUTCDay()

/** Returns whether a day is within the days of a closure or notice. */
export const isWithin = ({ from, to }: { from: string; to: string }, day: string): boolean =>
  from <= day && day <= to

/** Returns the closure or other hours of a day. `closures` are merged. */
export const closureOn = (closures: readonly Closure[], day: string): Closure | undefined =>
  closures.find((closure) => isWithin(closure, day))

/** Returns the hours of a day; null when closed. `closures` are merged. */
export function openOn(hours: readonly WeeklyHours[], closures: readonly Closure[], day: string): Open {
  const closure = closureOn(closures, day)
  if (closure) return closure.open
  return hours.find(({ weekdays }) => weekdays.includes(weekdayOf(day)))?.open ?? null
}

export const isSameOpen = (a: Open, b: Open): boolean => a?.from === b?.from && a?.to === b?.to
