import { EmailSchema } from '#contract/text'
import { type RawBuilder, sql } from 'kysely'
import { safeParse } from 'valibot'

/** Whether a column that is kept in lower case has these words somewhere, letter for letter. */
export const contains = (column: string, words: string): RawBuilder<boolean> =>
  sql`${sql.ref(column)} like ${`%${words.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`}`

/** A whole address is looked up as one: its letters alone, which most addresses share, would take longer. */
export function addressIn(words: string): string | undefined {
  const address = safeParse(EmailSchema(), words)
  return address.success ? address.output : undefined
}

/** Rows whose e-mail address or searched words these are; all rows where nothing is searched for. */
export function matches(words: string | undefined): RawBuilder<boolean> {
  if (words === undefined) return sql`true`
  const address = addressIn(words)
  return address === undefined ? contains('search', words) : sql`email = ${address}`
}
