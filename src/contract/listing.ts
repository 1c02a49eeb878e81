import * as v from 'valibot'
import { isDay, normalizeLine } from '#contract/text.ts'

/** Rows per page of a list. */
export const PAGE_SIZE = 50
/** Minimum length of a search. */
export const SEARCH_MIN = 3

/** Opaque position of the next page of a list. */
export const CursorSchema = v.optional(
  v.pipe(
    v.string(),
    // It may hold a name.
    v.regex(/^[\w-]{1,1000}$/, 'This part of the list is out of date. Please refresh the list'),
  ),
)

/** A search text; undefined if it is shorter than `SEARCH_MIN`. */
export const SearchSchema = v.pipe(
  v.optional(v.string(), ''),
  v.transform(normalizeLine),
  v.maxLength(100, 'Please use at most 100 characters for your search'),
  v.transform((text) => (text.length < SEARCH_MIN ? undefined : text)),
)

const DaySchema = v.pipe(
  v.string(),
  v.check((text) => text.startsWith('20') && isDay(text), 'Please choose a day'),
)

/** The first and the last day of a range, in London time, both inclusive. */
export const dayEntries = { from: v.optional(DaySchema), to: v.optional(DaySchema) }
