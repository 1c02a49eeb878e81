import { sql, type RawBuilder } from 'kysely'
import { startOfDay } from '#server/db/london-days.ts'

/** Days in London time, both inclusive. */
export interface DayRange {
  from?: string | undefined
  to?: string | undefined
}

/** SQL condition: the time is within the range. */
export const isWithinDays = (at: string, { from, to }: DayRange): RawBuilder<boolean> => sql<boolean>`
  ${from ? sql`${sql.ref(at)} >= ${startOfDay(from)}` : sql`true`} and ${to ? sql`${sql.ref(at)} < ${startOfDay(to, 1)}` : sql`true`}`
