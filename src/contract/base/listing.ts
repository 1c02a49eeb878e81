import * as v from 'valibot'
import { isDay, normalizeLine } from '#contract/base/text.ts'

/** Rows per page of a list. */
export const PAGE_SIZE = 50
/** Fewest letters and digits of a search. */
export const SEARCH_MIN = 2
/** Most characters of a search. */
export const SEARCH_MAX = 100

/** Opaque position of the next page of a list. */
export const CursorSchema = v.optional(
  v.pipe(
    v.string(),
    // It may hold a name.
    v.regex(/^[\w-]{1,1000}$/, 'This part of the list is out of date. Please refresh the list'),
  ),
)

/** One letter of these may be a whole name. */
const SHORT_NAMED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u

/** Returns whether a search is long enough, and not too long. Any other finds nothing. */
export const isSearchable = (search: string): boolean =>
  search.length <= SEARCH_MAX &&
  (SHORT_NAMED.test(search) || (search.match(/[\p{L}\p{N}]/gu) ?? []).length >= SEARCH_MIN)

/** A search text; undefined if it is empty. */
export const SearchSchema = v.pipe(
  v.optional(v.string(), ''),
  v.transform(normalizeLine),
  v.maxLength(SEARCH_MAX, `Please use at most ${SEARCH_MAX} characters for your search`),
  v.transform((text) => text || undefined),
)

const DaySchema = v.pipe(
  v.string(),
  v.check((text) => text.startsWith('20') && isDay(text), 'Please choose a day'),
)

/** The first and the last day of a range, in London time, both inclusive. */
export const dayEntries = { from: v.optional(DaySchema), to: v.optional(DaySchema) }
