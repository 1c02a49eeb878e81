import * as v from 'valibot'
import { PoundsSchema } from './money.ts'

// Apart from money.ts, so that the public pages do not load it.

/** `due` until the card provider could be asked, `pending` until it has finished. */
export const RefundStateSchema = v.picklist(['due', 'pending', 'succeeded'])

export type RefundState = v.InferOutput<typeof RefundStateSchema>

const EXPECTED_SENTENCE = 'Please send the expected amount in pounds'

/** What a refund dialog showed: the refund is made of exactly that, or refused with `changed_meanwhile`. */
export const ExpectedAmountSchema = v.optional(
  PoundsSchema({
    min: 0,
    max: 99_999_999,
    invalid: EXPECTED_SENTENCE,
    tooSmall: EXPECTED_SENTENCE,
    tooLarge: EXPECTED_SENTENCE,
  }),
)
