import * as v from 'valibot'
import { PoundsSchema } from '#contract/base/money.ts'

// Not in money.ts, so that public pages do not load it.

/** `due`: not sent to Stripe yet; `pending`: Stripe has not finished. */
export const RefundStateSchema = v.picklist(['due', 'pending', 'succeeded'])

export type RefundState = v.InferOutput<typeof RefundStateSchema>

const EXPECTED_SENTENCE = 'Please enter an amount in pounds'

/** The amount a refund dialog showed. If another amount applies now, the refund fails with `changed_meanwhile`. */
export const ExpectedAmountSchema = v.optional(
  PoundsSchema({
    min: 0,
    max: 99_999_999,
    invalid: EXPECTED_SENTENCE,
    tooSmall: EXPECTED_SENTENCE,
    tooLarge: EXPECTED_SENTENCE,
  }),
)
