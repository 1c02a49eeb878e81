import { type RawBuilder, sql } from 'kysely'

/** Whether a column that is kept in lower case has these words somewhere, letter for letter. */
export const contains = (column: string, words: string): RawBuilder<boolean> =>
  sql`${sql.ref(column)} like ${`%${words.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`}`
