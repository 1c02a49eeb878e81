import { sql, type RawBuilder } from 'kysely'

/** Days in London time, both inclusive. */
export interface DayRange {
  from?: string | undefined
  to?: string | undefined
}

/** SQL expression: the beginning of a day in London, so many days later. */
const midnight = (day: string, later: number) =>
  sql`((${day}::date + ${later}::int)::timestamp at time zone 'Europe/London')`

/** SQL condition: the time is within the range. */
export const isWithinDays = (at: string, { from, to }: DayRange): RawBuilder<boolean> => sql<boolean>`
  ${from ? sql`${sql.ref(at)} >= ${midnight(from, 0)}` : sql`true`} and ${to ? sql`${sql.ref(at)} < ${midnight(to, 1)}` : sql`true`}`
