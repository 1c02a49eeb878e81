import { isSameOpen, WEEKDAYS, type Open } from '#contract/website/opening-days.ts'

const MONDAY_FIRST = [1, 2, 3, 4, 5, 6, 0]

/** Groups a week's hours, Sunday first, into rows as printed: "Monday to Thursday". */
export function groupWeek(week: readonly Open[]): { days: string; weekdays: number[]; open: Open }[] {
  const rows: { weekdays: number[]; open: Open }[] = []
  for (const weekday of MONDAY_FIRST) {
    const open = week[weekday] ?? null
    const last = rows.at(-1)
    if (last && isSameOpen(last.open, open)) last.weekdays.push(weekday)
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
