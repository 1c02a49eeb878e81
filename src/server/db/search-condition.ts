import { sql, type RawBuilder } from 'kysely'
import { safeParse } from 'valibot'
import { isSearchable } from '#contract/base/listing.ts'
import { EmailSchema, normalizeToken } from '#contract/base/text.ts'
import { parsePurchaseNumber, type Purchase } from '#contract/purchases/purchase-number.ts'

/** How the rows of a list are searched. Its table has the column `words`. */
interface Searchable {
  /** Rows have a purchase number of this kind. */
  numbered?: Purchase
  /** Returns an entry in `words` that stands for a code or reference, if the search may be one: whole, or its beginning with ":*". */
  identify?: (search: string) => string | undefined
  /** Condition: the row has this email address. */
  hasAddress?: (address: string) => RawBuilder<boolean>
  /** Condition: the row has a phone number of which `words` has such an entry. By default, the row's own `words` have it. */
  hasPhone?: (phone: RawBuilder<unknown>) => RawBuilder<unknown>
}

/**
 * Returns the condition on the rows that a search finds: all without a search, none if it is too short. Each word of the
 * search begins a word in the column `words`, or the row has the number, code, reference or phone number.
 */
export function searchCondition(
  search: string | undefined,
  { numbered, identify, hasAddress, hasPhone }: Searchable = {},
): RawBuilder<boolean> {
  if (search === undefined) return sql<boolean>`true`
  if (!isSearchable(search)) return sql<boolean>`false`
  const address = hasAddress && safeParse(EmailSchema(), search)
  // An index finds a whole address faster than its words.
  if (address?.success) return hasAddress!(address.output)
  const number = numbered && parsePurchaseNumber(numbered, search)
  const identifier = identify?.(search)
  const phone = parsePhone(search)
  const ways = [
    // It folds the search as `search_words` folds the row.
    sql`words @@ search_query(${search}, 1)`,
    ...(identifier === undefined ? [] : [sql`words @@ ${identifier}::tsquery`]),
    ...(number === undefined ? [] : [sql`number = ${number}`]),
    ...(phone === undefined ? [] : [(hasPhone ?? hasWord)(sql`${phone}::tsquery`)]),
  ]
  return sql<boolean>`(${sql.join(ways, sql` or `)})`
}

const hasWord = (word: RawBuilder<unknown>) => sql`words @@ ${word}`

/** 7 to 15 digits, without words. */
const PHONE = /^\+?(?:[ ()./-]*\d){7,15}$/

/**
 * Returns a query for the entries of `phone_words` (migrations/schema.sql) if the search is a phone number, or the
 * beginning or end of one.
 */
function parsePhone(search: string): string | undefined {
  const phone = normalizeToken(search)
  // As in phone_digits.
  const digits = PHONE.test(phone) ? phone.replace(/\D/g, '').replace(/^0*(44)?0*/, '') : ''
  return digits === '' ? undefined : `'+${digits}':* | '-${digits.split('').toReversed().join('')}':*`
}
