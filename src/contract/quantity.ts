import * as v from 'valibot'

/** A whole number from 1, as a number or a string of digits; each bound has its error message. */
export const CountSchema = ({
  max,
  tooSmall,
  tooLarge,
}: {
  max: number
  tooSmall: string
  tooLarge: string
}) =>
  v.pipe(
    v.union([v.number(), v.string()], tooSmall),
    v.transform((given) =>
      typeof given === 'string' && !/^\d{1,6}$/.test(given) ? Number.NaN : Number(given),
    ),
    v.number(tooSmall),
    v.integer(tooSmall),
    v.minValue(1, tooSmall),
    v.maxValue(max, tooLarge),
  )
