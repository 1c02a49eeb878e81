import * as v from 'valibot'
import { DaysSchema } from '#contract/reports/exports.ts'

interface TypedDays {
  from?: string | undefined
  to?: string | undefined
}

/** Returns the range that was typed, empty while it is none, and what is wrong at which field. */
export function checkDays({ from, to }: TypedDays): {
  days: v.InferOutput<typeof DaysSchema>
  errors: TypedDays
} {
  const { success, output, issues } = v.safeParse(DaysSchema, { ...(from && { from }), ...(to && { to }) })
  if (success) return { days: output, errors: {} }
  const { nested } = v.flatten<typeof DaysSchema>(issues)
  return { days: {}, errors: { from: nested?.from?.[0], to: nested?.to?.[0] } }
}
