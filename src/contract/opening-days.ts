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

const DAY_MS = 86_400_000

export const dayAfter = (day: string) => new Date(Date.parse(day) + DAY_MS).toISOString().slice(0, 10)

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

/**
 * Returns closures sorted and without overlaps. A closed day wins over other hours, and of two with other hours the
 * later in the list. Those with the same hours that overlap, or touch and have the same reason, become one.
 */
export function mergeClosures(closures: readonly Closure[]): Closure[] {
  const ranked = [
    ...closures.filter(({ open }) => open === null),
    ...closures.filter(({ open }) => open !== null).toReversed(),
  ]
  const merged: Closure[] = []
  for (const closure of ranked) {
    const rest = merged.filter(({ open }) => !isSame(open, closure.open))
    for (const part of without(closure, rest)) insert(merged, part)
  }
  return merged.toSorted((a, b) => (a.from < b.from ? -1 : 1))
}

const isSame = (a: Open, b: Open) => a?.from === b?.from && a?.to === b?.to

/** Returns the parts of a closure outside the days of others. */
function without(closure: Closure, others: readonly Closure[]): Closure[] {
  let parts = [closure]
  for (const { from, to } of others) {
    parts = parts.flatMap((part) => {
      if (part.to < from || to < part.from) return [part]
      return [
        { ...part, to: dayBefore(from) },
        { ...part, from: dayAfter(to) },
      ].filter((left) => left.from <= left.to)
    })
  }
  return parts
}

const dayBefore = (day: string) => new Date(Date.parse(day) - DAY_MS).toISOString().slice(0, 10)

/** Adds a closure to a list without overlaps, joined with those of the same hours that it meets. */
function insert(merged: Closure[], closure: Closure): void {
  let joined = closure
  for (let at = 0; at < merged.length; at++) {
    const other = merged[at]!
    if (!isSame(other.open, joined.open) || !meets(other, joined)) continue
    joined = join(other, joined)
    merged.splice(at, 1)
    at = -1
  }
  merged.push(joined)
}

const meets = (a: Closure, b: Closure) =>
  (a.from <= b.to && b.from <= a.to) ||
  (a.reason === b.reason && (dayAfter(a.to) === b.from || dayAfter(b.to) === a.from))

function join(a: Closure, b: Closure): Closure {
  const [first, second] = a.from <= b.from ? [a, b] : [b, a]
  const reasons = [...new Set([first.reason, second.reason])].filter(Boolean)
  const both = reasons.join(', ')
  return {
    from: first.from,
    to: first.to > second.to ? first.to : second.to,
    open: a.open,
    reason: both.length <= CLOSURE_REASON_MAX ? both : reasons[0]!,
  }
}

const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']
const MONDAY_FIRST = [1, 2, 3, 4, 5, 6, 0]

/** Groups a week's hours, Sunday first, into rows as printed: "Monday to Thursday". */
export function groupWeek(week: readonly Open[]): { days: string; weekdays: number[]; open: Open }[] {
  const rows: { weekdays: number[]; open: Open }[] = []
  for (const weekday of MONDAY_FIRST) {
    const open = week[weekday] ?? null
    const last = rows.at(-1)
    if (last && isSame(last.open, open)) last.weekdays.push(weekday)
    else rows.push({ weekdays: [weekday], open })
  }
  return rows.map(({ weekdays, open }) => ({ days: nameDays(weekdays), weekdays, open }))
}

function nameDays(weekdays: readonly number[]): string {
  const first = WEEKDAYS[weekdays[0]!]!
  const last = WEEKDAYS[weekdays.at(-1)!]!
  if (weekdays.length === 1) return first
  return `${first} ${weekdays.length === 2 ? 'and' : 'to'} ${last}`
}
