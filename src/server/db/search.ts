import { EmailSchema } from '#contract/text'
import { type RawBuilder, sql } from 'kysely'
import { safeParse } from 'valibot'
import { PAGE_LIMIT } from './cursor.ts'

/** Whether a column that is kept in lower case has these words somewhere, letter for letter. */
export const contains = (column: string, words: string): RawBuilder<boolean> =>
  sql`${sql.ref(column)} like ${`%${words.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`}`

/** A whole address is looked up as one: its letters alone, which most addresses share, would take longer. */
export function addressIn(words: string): string | undefined {
  const address = safeParse(EmailSchema(), words)
  return address.success ? address.output : undefined
}

/** A list that is newest first, and which of its rows are meant. */
interface Newest {
  table: string
  /** What the conditions call the table. */
  as?: string
  /** When a row was new. */
  at: string
  /** What an index finds, in the list's order. */
  where: RawBuilder<unknown>
  /** What more must be so; few of the rows are left out by it. */
  and?: RawBuilder<unknown>
  /** Whether an e-mail address is that of a row. */
  hasAddress: (address: string) => RawBuilder<unknown>
}

/** How many rows are looked through before the words are looked up. */
const WALK = 6000

/** From how many letters on one word is rare enough to look up all of them by it. */
const RARE = 5

/** Which rows stand on a page of the newest: their condition, in a statement that orders and limits. */
export function onPage(words: string | undefined, list: Newest): RawBuilder<unknown> {
  const { table, as = table, where, and = sql`true`, hasAddress } = list
  if (words === undefined) return sql`${where} and ${and}`
  const address = addressIn(words)
  if (address !== undefined) return sql`${where} and ${and} and ${hasAddress(address)}`
  return sql`${sql.ref(`${as}.id`)} = any(array(${selectNewestWith(words, list)}))`
}

/** What the index is asked for: every further word would cost it more than the rows that it leaves out. */
function longestWord(words: string): string {
  const [longest = ''] = words.split(/[^\p{L}\p{N}]+/u).toSorted((a, b) => b.length - a.length)
  return longest.length < RARE ? words : longest
}

/**
 * The ids of the newest rows with these words, a page of them. Words that many rows have fill it on a short walk back in
 * time; all others are looked up by their letters. The database would have to guess which they are, and may take a
 * hundred times as long where it guesses wrong: the limits and the `offset 0` leave it no choice.
 */
function selectNewestWith(
  words: string,
  { table, as = table, at, where, and = sql`true` }: Newest,
): RawBuilder<unknown> {
  const [from, name] = [sql`${sql.table(table)} ${sql.ref(as)}`, sql.ref(as)]
  const found = contains('search', words)
  const order = sql`order by ${sql.ref(at)} desc, id desc`
  return sql`
    with met as materialized (
      select id from (select * from ${from} where ${where} ${order} limit ${WALK}) ${name} where ${and} and ${found}
      ${order} limit ${PAGE_LIMIT}
    )
    select id from met where (select count(*) from met) = ${PAGE_LIMIT}
    union all
    (select id from (select * from ${from} where ${contains('search', longestWord(words))} offset 0) ${name}
      where (select count(*) from met) < ${PAGE_LIMIT} and ${found} and ${where} and ${and} ${order} limit ${PAGE_LIMIT})`
}
