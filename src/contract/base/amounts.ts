// Amounts in responses. Apart from money.ts, so that a page that only shows prices stays small.

import * as v from 'valibot'

/** An amount in a response: pounds with two decimals. */
export const AmountSchema = v.pipe(v.string(), v.regex(/^-?\d{1,6}\.\d{2}$/))

/** A total of many amounts, which may have more digits. */
export const SumSchema = v.pipe(v.string(), v.regex(/^-?\d{1,12}\.\d{2}$/))
