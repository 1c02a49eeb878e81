import * as v from 'valibot'

/** Whole pence. */
export type Pence = number

const POUNDS = /^(-?)(\d{1,6})(?:\.(\d{1,2}))?$/

/** "50", "50.5" or "-3.20" to whole pence, without floating point; undefined for anything else. */
export function parsePence(text: string): Pence | undefined {
  const match = POUNDS.exec(text.trim())
  if (!match) return undefined
  const [, sign, pounds, pence = ''] = match
  const value = Number(pounds) * 100 + Number(pence.padEnd(2, '0'))
  return sign ? -value || 0 : value
}

/** 5000 to "50.00", as the API writes amounts. */
export function formatPounds(pence: Pence): string {
  const digits = String(Math.abs(pence)).padStart(3, '0')
  return `${pence < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`
}

/** "£50", "£12.50": without pence where there are none, for headings and cards. */
export function shortPounds(pence: Pence): string {
  return `£${formatPounds(pence).replace(/\.00$/, '')}`
}

/** A string or number of pounds in, whole pence out; each bound with its sentence. */
export function PoundsSchema(bounds: {
  min: Pence
  max: Pence
  invalid: string
  tooSmall: string
  tooLarge: string
}) {
  return v.pipe(
    v.union([v.string(), v.number()], bounds.invalid),
    v.rawTransform<string | number, Pence>(({ dataset, addIssue, NEVER }) => {
      const pence = parsePence(String(dataset.value))
      if (pence !== undefined) return pence
      addIssue({ message: bounds.invalid })
      return NEVER
    }),
    v.check((pence) => pence > 0 || bounds.min <= 0, bounds.invalid),
    v.minValue(bounds.min, bounds.tooSmall),
    v.maxValue(bounds.max, bounds.tooLarge),
  )
}

/** An amount as answers carry it: pounds with two decimals. */
export const AmountSchema = v.pipe(v.string(), v.regex(/^-?\d{1,6}\.\d{2}$/))

/** A sum of many amounts, which may be longer than one. */
export const SumSchema = v.pipe(v.string(), v.regex(/^-?\d{1,12}\.\d{2}$/))
