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
  /** Whether what was typed begins where a word begins, or stands anywhere, which costs the index more. */
  begins: 'words' | 'anywhere'
  /** Whether an e-mail address is that of a row. */
  hasAddress: (address: string) => RawBuilder<unknown>
}

/** How many rows are looked through before the words are looked up. */
const WALK = 6000

/** Which rows stand on a page of the newest: their condition, in a statement that orders and limits. */
export function onPage(words: string | undefined, list: Newest): RawBuilder<unknown> {
  const { table, as = table, where, and = sql`true`, hasAddress } = list
  if (words === undefined) return sql`${where} and ${and}`
  const address = addressIn(words)
  if (address !== undefined) return sql`${where} and ${and} and ${hasAddress(address)}`
  return sql`${sql.ref(`${as}.id`)} = any(array(${selectNewestWith(words, list)}))`
}

/** What words end at, as `words_of` in migrations/0016_search_by_words.sql has it. */
const SIGNS = '\\n !-/:-@\\[-`{-~'

/** Whether a row has these words, letter for letter. */
function found(words: string, begins: Newest['begins']): RawBuilder<boolean> {
  const text = words.toLowerCase()
  const somewhere = contains('search', text)
  if (begins === 'anywhere' || new RegExp(`^[${SIGNS}]`).test(text)) return somewhere
  const literal = text.replace(/[\\^$.|?*+()[\]{}]/g, String.raw`\$&`)
  return sql`${somewhere} and search ~ ${`(^|[${SIGNS}])${literal}`}`
}

/** What an index is asked, and what is then left to ask of the rows that it finds. */
function lookUp(words: string, begins: Newest['begins']) {
  if (begins === 'anywhere') return { index: found(words, begins), rest: sql`true` }
  const each = words.toLowerCase().split(new RegExp(`[${SIGNS}]+`))
  const query = each.filter((word) => word !== '').map((word) => `'${word}':*`)
  const index = query.length === 0 ? sql`false` : sql`words_of(search) @@ ${query.join(' & ')}::tsquery`
  // Of several words it knows neither the order nor what stands between them.
  return { index, rest: each.length === 1 ? sql`true` : found(words, begins) }
}

/**
 * The ids of the newest rows with these words, a page of them. Words that many rows have fill it on a short walk back in
 * time; all others are looked up in the index. The database would have to guess which they are, and may take a
 * hundred times as long where it guesses wrong: the limits and the `offset 0` leave it no choice.
 */
function selectNewestWith(
  words: string,
  { table, as = table, at, where, and = sql`true`, begins }: Newest,
): RawBuilder<unknown> {
  const [from, name] = [sql`${sql.table(table)} ${sql.ref(as)}`, sql.ref(as)]
  const { index, rest } = lookUp(words, begins)
  const order = sql`order by ${sql.ref(at)} desc, id desc`
  return sql`
    with met as materialized (
      select id from (select * from ${from} where ${where} ${order} limit ${WALK}) ${name} where ${and} and ${found(words, begins)}
      ${order} limit ${PAGE_LIMIT}
    )
    select id from met where (select count(*) from met) = ${PAGE_LIMIT}
    union all
    (select id from (select * from ${from} where ${index} offset 0) ${name}
      where (select count(*) from met) < ${PAGE_LIMIT} and ${rest} and ${where} and ${and} ${order} limit ${PAGE_LIMIT})`
}
