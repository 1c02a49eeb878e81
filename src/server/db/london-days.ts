import { sql, type RawBuilder } from 'kysely'

type Sql = RawBuilder<unknown>

/** SQL expression: what a clock in London shows at a moment, or the moment at which it shows this. */
export const inLondon = (moment: Sql | Date | string) => sql`(${moment} at time zone 'Europe/London')`

/** SQL expression: the day in London of a moment. */
export const londonDayOf = (moment: Sql | Date) =>
  moment instanceof Date
    ? sql`${inLondon(sql`${moment}::timestamptz`)}::date`
    : sql`${inLondon(moment)}::date`

/** SQL expression: the beginning of a day in London, or of one so many days later. */
export const startOfDay = (day: Sql | string, later = 0) =>
  inLondon(sql`(${day}::date + ${later}::int)::timestamp`)
