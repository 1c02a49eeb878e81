import { readDay, type DayOrder } from '#contract/vouchers/read-day.ts'

/** What the dates of a file say about their order. */
export interface DateOrder {
  /** Undefined if only the owner knows. */
  order: DayOrder | undefined
  /** A date that may be two days. */
  ambiguous: string | undefined
  /** Dates that can only have the day first, or the month. */
  only: Partial<Record<DayOrder, string>>
}

/** Judges all dates of a file together: one that can only be read in one order settles the others. */
export function findDateOrder(texts: readonly string[]): DateOrder {
  const only: DateOrder['only'] = {}
  let ambiguous: string | undefined
  for (const text of new Set(texts)) {
    const [british, american] = [readDay(text, 'day'), readDay(text, 'month')]
    if (british === american) continue
    if (american === undefined) only.day ??= text
    else if (british === undefined) only.month ??= text
    else ambiguous ??= text
  }
  const isContradiction = only.day !== undefined && only.month !== undefined
  const isOpen = isContradiction || (ambiguous !== undefined && !only.day && !only.month)
  return { order: isOpen ? undefined : only.month === undefined ? 'day' : 'month', ambiguous, only }
}

/** Writes a date of a file as the contract reads it. `order` decides what could be either. */
export function toBritishDate(text: string, order: DayOrder): string {
  const [british, american] = [readDay(text, 'day'), readDay(text, 'month')]
  const day = order === 'month' ? (american ?? british) : (british ?? american)
  return day === undefined || day === british ? text : day.split('-').toReversed().join('/')
}
