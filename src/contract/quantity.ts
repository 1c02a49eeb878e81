import * as v from 'valibot'

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
    v.transform((given) =>
      typeof given === 'string' && !/^\s*\d+\s*$/.test(given) ? Number.NaN : Number(given),
    ),
    v.number(tooSmall),
    // First, because a long number is read as Infinity, which is not an integer.
    v.maxValue(max, tooLarge),
    v.integer(tooSmall),
    v.minValue(min, tooSmall),
  )
