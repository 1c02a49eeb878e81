import { clockTime } from '#clinic/opening-times.ts'
import type { dayParts } from '#contract/enquiries/enquiry-choices.ts'
import { closureOn, openOn, weekdayOf, WEEKDAYS, type OpeningTimes } from '#contract/website/opening-days.ts'
import { writeDays } from '#contract/website/write-closures.ts'

type DayPart = (typeof dayParts)[number]

/** The parts of a day that a visitor can prefer, with the times at which they begin and end. */
const DAY_PARTS = [
  { part: 'morning', name: 'Morning', from: '00:00', to: '12:00' },
  { part: 'midday', name: 'Midday', from: '12:00', to: '16:00' },
  { part: 'evening', name: 'Evening', from: '16:00', to: '24:00' },
] as const satisfies { part: DayPart; name: string; from: string; to: string }[]

/** Returns the parts of a day (YYYY-MM-DD) within its hours; all without hours if there is no day, none if it is closed. */
export function dayPartsOn(
  { hours, closures }: OpeningTimes,
  day: string,
): { part: DayPart; label: string }[] {
  if (day === '') return DAY_PARTS.map(({ part, name }) => ({ part, label: name }))
  const open = openOn(hours, closures, day)
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

/** Returns a sentence about a day (YYYY-MM-DD) on which the clinic is closed or has other hours than usual. */
export function describeDay({ hours, closures }: OpeningTimes, day: string): string | undefined {
  if (day === '') return undefined
  const closure = closureOn(closures, day)
  const open = openOn(hours, closures, day)
  const date = closure && writeDays({ from: day, to: day }, day)
  const because = closure?.reason ? ` (${closure.reason})` : ''
  if (!open) {
    return `We are closed on ${date ?? `${WEEKDAYS[weekdayOf(day)]}s`}${because}, so we will suggest another day.`
  }
  return date && `On ${date} we are open from ${clockTime(open.from)} to ${clockTime(open.to)}${because}.`
}
