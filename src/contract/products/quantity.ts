import * as v from 'valibot'

/** Parses digits, without the invisible marks that copying brings along; NaN if it is anything else. */
export const parseCount = (text: string): number => {
  const digits = text.replace(/\p{Cf}/gu, '').trim()
  return /^\d+$/.test(digits) ? Number(digits) : Number.NaN
}

/** A whole number, as a number or a string of digits; each bound has its error message. */
export const CountSchema = ({
  min = 1,
  max,
  tooSmall,
  tooLarge,
}: {
  min?: number
  max: number
  tooSmall: string
  tooLarge: string
}) =>
  v.pipe(
    v.union([v.number(), v.string()], tooSmall),
    v.transform((given) => (typeof given === 'string' ? parseCount(given) : given)),
    v.number(tooSmall),
    // First, because a long number is read as Infinity, which is not an integer.
    v.maxValue(max, tooLarge),
    v.integer(tooSmall),
    v.minValue(min, tooSmall),
  )
