import { parsePurchaseNumber, type Purchase } from '#contract/purchase-number'
import { EmailSchema } from '#contract/text'
import { type RawBuilder, sql } from 'kysely'
import { safeParse } from 'valibot'
import { PAGE_LIMIT } from './cursor.ts'

/** SQL condition: a lower-case column contains the text literally. */
export const contains = (column: string, words: string): RawBuilder<boolean> =>
  sql`${sql.ref(column)} like ${`%${words.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`}`

/** Returns the search as an email address if it is a complete one, which an index finds faster than its text. */
export function parseEmail(words: string): string | undefined {
  const address = safeParse(EmailSchema(), words)
  return address.success ? address.output : undefined
}

/** A list that is newest first, and the condition on its rows. */
interface SearchableList {
  table: string
  /** Alias of the table in the conditions. */
  as?: string
  /** Column of the row's time. */
  at: string
  /** Condition that an index covers, in the list's order. */
  where: RawBuilder<unknown>
  /** Further condition, which excludes few rows. */
  and?: RawBuilder<unknown>
  /** Whether the text must start at a word, or may be anywhere, which costs the index more. */
  matchesAt: 'words' | 'anywhere'
  /** Rows have a purchase number of this kind. */
  numbered?: Purchase
  /** Condition: the row has this email address. */
  hasAddress: (address: string) => RawBuilder<unknown>
}

/** Rows scanned newest-first before falling back to the text index. */
const SCAN_LIMIT = 6000

/** Returns the condition on the rows of a page, for a statement that orders and limits. */
export function searchCondition(words: string | undefined, list: SearchableList): RawBuilder<unknown> {
  const { table, as = table, where, and = sql`true`, hasAddress } = list
  if (words === undefined) return sql`${where} and ${and}`
  const address = parseEmail(words)
  if (address !== undefined) return sql`${where} and ${and} and ${hasAddress(address)}`
  return sql`${sql.ref(`${as}.id`)} = any(array(${selectNewestMatching(words, list)}))`
}

/** Characters that separate words, as in `words_of` of migrations/0016_search_by_words.sql. */
const WORD_BREAKS = '\\n !-/:-@\\[-`{-~'

/** SQL condition: a row contains the text literally. */
function matches(words: string, begins: SearchableList['matchesAt']): RawBuilder<boolean> {
  const text = words.toLowerCase()
  const somewhere = contains('search', text)
  if (begins === 'anywhere' || new RegExp(`^[${WORD_BREAKS}]`).test(text)) return somewhere
  const literal = text.replace(/[\\^$.|?*+()[\]{}]/g, String.raw`\$&`)
  return sql`${somewhere} and search ~ ${`(^|[${WORD_BREAKS}])${literal}`}`
}

/** Returns the condition for the text index, and the one to check on the rows it finds. */
function indexLookup(words: string, begins: SearchableList['matchesAt']) {
  if (begins === 'anywhere') return { index: matches(words, begins), rest: sql`true` }
  const each = words.toLowerCase().split(new RegExp(`[${WORD_BREAKS}]+`))
  const query = each.filter((word) => word !== '').map((word) => `'${word}':*`)
  const index = query.length === 0 ? sql`false` : sql`words_of(search) @@ ${query.join(' & ')}::tsquery`
  // The index ignores the order of several words and the characters between them.
  return { index, rest: each.length === 1 ? sql`true` : matches(words, begins) }
}

/**
 * Selects the ids of the newest matching rows, one page. Frequent words fill the page within a short scan of the newest
 * rows; rare words are found through the text index. The planner's own choice can take a hundred times as long, so the
 * limits and `offset 0` force this plan.
 */
function selectNewestMatching(
  words: string,
  { table, as = table, at, where, and = sql`true`, matchesAt: begins, numbered }: SearchableList,
): RawBuilder<unknown> {
  const [from, name] = [sql`${sql.table(table)} ${sql.ref(as)}`, sql.ref(as)]
  const { index, rest } = indexLookup(words, begins)
  const number = numbered && parsePurchaseNumber(numbered, words)
  const order = sql`order by ${sql.ref(at)} desc, id desc`
  return sql`
    with scanned as materialized (
      select id from (select * from ${from} where ${where} ${order} limit ${SCAN_LIMIT}) ${name} where ${and} and ${matches(words, begins)}
      ${order} limit ${PAGE_LIMIT}
    )
    select id from scanned where (select count(*) from scanned) = ${PAGE_LIMIT}
    union all
    (select id from (select * from ${from} where ${index} offset 0) ${name}
      where (select count(*) from scanned) < ${PAGE_LIMIT} and ${rest} and ${where} and ${and} ${order} limit ${PAGE_LIMIT})
    ${number === undefined ? sql`` : sql`union all select id from ${from} where number = ${number} and ${where} and ${and}`}`
}
