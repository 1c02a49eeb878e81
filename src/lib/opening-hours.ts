import { clockTime } from '#content/opening-times.ts'
import type { dayParts } from '#contract/enquiries.ts'

/** A clinic's hours of some weekdays; 0 is Sunday. */
export interface OpeningHours {
  weekdays: readonly number[]
  open: { from: string; to: string } | null
}

type DayPart = (typeof dayParts)[number]

interface Opening {
  isOpen: boolean
  /** "until 6:00 PM", "opens at 9:00 AM", "opens tomorrow at 9:00 AM" */
  next: string
}

const DAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']

/** Returns weekday and time in Liverpool, for a visitor in any time zone. */
export function liverpoolTime(now: Date): { weekday: number; time: string } {
  const parts = new Intl.DateTimeFormat('en-GB', {
    timeZone: 'Europe/London',
    weekday: 'long',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  }).formatToParts(now)
  const part = (type: string) => parts.find((candidate) => candidate.type === type)?.value ?? ''
  return { weekday: DAYS.indexOf(part('weekday')), time: `${part('hour')}:${part('minute')}` }
}

/** Returns whether the clinic is open, and when that changes. */
export function openingAt(hours: readonly OpeningHours[], now: Date): Opening {
  const { weekday, time } = liverpoolTime(now)
  const hoursOn = (day: number) => hours.find(({ weekdays }) => weekdays.includes(day % 7))?.open
  const today = hoursOn(weekday)
  if (today && time >= today.from && time < today.to) {
    return { isOpen: true, next: `until ${clockTime(today.to)}` }
  }
  if (today && time < today.from) return { isOpen: false, next: `opens at ${clockTime(today.from)}` }
  for (let ahead = 1; ahead <= 7; ahead++) {
    const open = hoursOn(weekday + ahead)
    if (!open) continue
    const day = ahead === 1 ? 'tomorrow' : DAYS[(weekday + ahead) % 7]
    return { isOpen: false, next: `opens ${day} at ${clockTime(open.from)}` }
  }
  return { isOpen: false, next: '' }
}

/** The parts of a day that a visitor can prefer, with the times at which they begin and end. */
const DAY_PARTS = [
  { part: 'morning', name: 'Morning', from: '00:00', to: '12:00' },
  { part: 'midday', name: 'Midday', from: '12:00', to: '16:00' },
  { part: 'evening', name: 'Evening', from: '16:00', to: '24:00' },
] as const satisfies { part: DayPart; name: string; from: string; to: string }[]

/** Returns the parts of a day (YYYY-MM-DD) within its hours; all without hours if there is no day, none if it is closed. */
export function dayPartsOn(hours: readonly OpeningHours[], day: string): { part: DayPart; label: string }[] {
  if (day === '') return DAY_PARTS.map(({ part, name }) => ({ part, label: name }))
  const open = hoursOfDay(hours, day)
  if (!open) return []
  return DAY_PARTS.map(({ part, name, from, to }) => ({
    part,
    name,
    from: from > open.from ? from : open.from,
    to: to < open.to ? to : open.to,
  }))
    .filter(({ from, to }) => from < to)
    .map(({ part, name, from, to }) => ({ part, label: `${name}, ${clockTime(from)} to ${clockTime(to)}` }))
}

/** Returns a sentence if the clinic is closed on a day (YYYY-MM-DD). */
export const closedOn = (hours: readonly OpeningHours[], day: string): string | undefined =>
  day === '' || hoursOfDay(hours, day)
    ? undefined
    : `We are closed on ${DAYS[weekdayOf(day)]}s, so we will suggest another day.`

const weekdayOf = (day: string) => new Date(day).getUTCDay()

const hoursOfDay = (hours: readonly OpeningHours[], day: string) =>
  hours.find(({ weekdays }) => weekdays.includes(weekdayOf(day)))?.open
