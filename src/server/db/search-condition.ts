import { sql, type RawBuilder } from 'kysely'
import { safeParse } from 'valibot'
import { parsePurchaseNumber, type Purchase } from '#contract/purchase-number.ts'
import { EmailSchema, PhoneSchema } from '#contract/text.ts'
import { PAGE_LIMIT } from '#server/db/cursor.ts'

/** Returns the search as an email address if it is a complete one, which an index finds faster than its words. */
export function parseEmail(search: string): string | undefined {
  const address = safeParse(EmailSchema(), search)
  return address.success ? address.output : undefined
}

/** Returns the digits as in `phone_digits(…)` if the search is a phone number, or the beginning or end of one. */
function parsePhone(search: string): string | undefined {
  const { success, output } = safeParse(PhoneSchema(), search)
  // As in phone_digits (migrations/schema.sql).
  const digits = success ? output.replace(/\D/g, '').replace(/^0*(44)?0*/, '') : ''
  return digits === '' ? undefined : digits
}

/** Condition: a phone number of the row begins or ends with the digits. Each half has an index. */
export const hasPhoneDigits = (digits: string): RawBuilder<boolean> =>
  sql<boolean>`(phone_digits(phone) like ${`${digits}%`} or reverse(phone_digits(phone)) like ${`${digits.split('').toReversed().join('')}%`})`

/**
 * SQL condition: each word of the search begins a word in the column `words`, or the row has the identifier. `search_query`
 * folds the search as `search_words` folds the row.
 */
export const matches = (search: string, identifier?: string): RawBuilder<boolean> =>
  sql<boolean>`words @@ ${orIdentifier(sql`search_query(${search}, 1)`, identifier)}`

/** Returns a condition for the index that more rows meet: without very short words and domains, which many rows have. */
function matchesRareWords(search: string, identifier?: string): RawBuilder<boolean> {
  const rare = sql`coalesce(search_query(${search.replace(/@.*/, '')}, 3), search_query(${search}, 1))`
  return sql<boolean>`words @@ ${orIdentifier(rare, identifier)}`
}

const orIdentifier = (query: RawBuilder<unknown>, identifier: string | undefined) =>
  identifier === undefined ? query : sql`(${query} || ${`'${identifier}':*`}::tsquery)`

/** A list sorted by time, and the condition on its rows. */
interface SearchableList {
  table: string
  /** Alias of the table in the conditions. */
  as?: string
  /** Column of the row's time. */
  at: string
  /** Column by which rows of the same time are sorted. Default: id. */
  tie?: string
  /** Default: newest. */
  first?: 'newest' | 'oldest'
  /** Rows to find. Default: one page. */
  limit?: number
  /** Condition that an index covers, in the list's order. */
  where: RawBuilder<unknown>
  /** Further condition, which excludes few rows. */
  and?: RawBuilder<unknown>
  /** Rows have a purchase number of this kind. */
  numbered?: Purchase
  /** Returns the beginning of an entry in `words` that stands for a code or reference, if the search may be one. */
  identify?: (search: string) => string | undefined
  /** Condition: the row has this email address. */
  hasAddress: (address: string) => RawBuilder<unknown>
  /** Condition: the row has a phone number that begins or ends with the digits. */
  hasPhone?: (digits: string) => RawBuilder<unknown>
}

/** Rows scanned in the list's order, per row to find, before falling back to the index of words. */
const SCANNED_PER_ROW = 120

/** Returns the condition on the rows of a page, for a statement that orders and limits. */
export function searchCondition(search: string | undefined, list: SearchableList): RawBuilder<unknown> {
  const { table, as = table, where, and = sql`true`, hasAddress } = list
  if (search === undefined) return sql`${where} and ${and}`
  const address = parseEmail(search)
  if (address !== undefined) return sql`${where} and ${and} and ${hasAddress(address)}`
  return sql`${sql.ref(`${as}.id`)} = any(array(${selectFirstMatching(search, list)}))`
}

/**
 * Selects the ids of the first matching rows. Frequent words fill the page within a short scan of the first rows; rare
 * words are found through the index of words. The planner's own choice can take a hundred times as long, so the limits
 * and `offset 0` force this plan.
 */
function selectFirstMatching(search: string, list: SearchableList): RawBuilder<unknown> {
  const { table, as = table, at, tie = 'id', first = 'newest', limit = PAGE_LIMIT } = list
  const { where, and = sql`true` } = list
  const [from, name] = [sql`${sql.table(table)} ${sql.ref(as)}`, sql.ref(as)]
  const identifier = list.identify?.(search)
  const found = matches(search, identifier)
  const number = list.numbered && parsePurchaseNumber(list.numbered, search)
  const phone = list.hasPhone && parsePhone(search)
  const direction = first === 'newest' ? sql`desc` : sql`asc`
  const order = sql`order by ${sql.ref(at)} ${direction}, ${sql.ref(tie)} ${direction}`
  return sql`
    with scanned as materialized (
      select id from (select * from ${from} where ${where} ${order} limit ${limit * SCANNED_PER_ROW}) ${name} where ${and} and ${found}
      ${order} limit ${limit}
    )
    select id from scanned where (select count(*) from scanned) = ${limit}
    union all
    (select id from (select * from ${from} where ${matchesRareWords(search, identifier)} offset 0) ${name}
      where (select count(*) from scanned) < ${limit} and ${found} and ${where} and ${and} ${order} limit ${limit})
    ${number === undefined ? sql`` : sql`union all select id from ${from} where number = ${number} and ${where} and ${and}`}
    ${phone === undefined ? sql`` : sql`union all (select id from ${from} where ${list.hasPhone?.(phone)} and ${where} and ${and} ${order} limit ${limit})`}`
}
