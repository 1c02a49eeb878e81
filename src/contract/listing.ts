import * as v from 'valibot'
import { tidyLine } from './text.ts'

/** How many things one page of a list holds. */
export const PAGE_SIZE = 50
/** A search begins at so many characters. */
export const SEARCH_MIN = 3

/** Where the next page of a list begins: made by the server, meaningless to anyone else. */
export const CursorSchema = v.optional(
  v.pipe(v.string(), v.regex(/^[\w-]{1,200}$/, 'This list cannot go on here')),
)

/** What was typed to search by; shorter than `SEARCH_MIN` is no search. */
export const SearchSchema = v.pipe(
  v.optional(v.string(), ''),
  v.transform(tidyLine),
  v.maxLength(100, 'Please search for at most 100 characters'),
  v.transform((text) => (text.length < SEARCH_MIN ? undefined : text)),
)
