import * as v from 'valibot'
import { plainDigits } from '#contract/base/digits.ts'

/** Whole pence. */
export type Pence = number

const POUNDS = /^(-?)£?\s*(?=\.?\d)(\d{0,6})(?:\.(\d{1,2}))?$/

/** Error message for an amount that could mean two things, such as "50,00" and "1,000". */
export const AMOUNT_FORM = 'Please enter an amount such as 50 or 50.00'

/**
 * Parses "50", "£50", ".50" or "-3.20" to whole pence, without floating point; returns undefined for anything else. The
 * invisible marks that copying brings along do not count.
 */
export function parsePence(text: string): Pence | undefined {
  const match = POUNDS.exec(
    plainDigits(text.normalize('NFKC'))
      .replace(/\p{Cf}/gu, '')
      .trim(),
  )
  if (!match) return undefined
  const [, sign, pounds, pence = ''] = match
  const value = Number(pounds) * 100 + Number(pence.padEnd(2, '0'))
  return sign ? -value || 0 : value
}

/** Returns a pasted amount as a number input can hold it; undefined if it is none. */
export function readPounds(pasted: string): string | undefined {
  const amount = parsePence(pasted)
  return amount === undefined ? undefined : formatPounds(amount)
}

/** Formats 5000 as "50.00", as in the API. */
export function formatPounds(pence: Pence): string {
  const digits = String(Math.abs(pence)).padStart(3, '0')
  return `${pence < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`
}

/** Formats 100000 as "£1,000.00" and -500 as "-£5.00", for sentences. */
export const longPounds = (pence: Pence): string =>
  `${pence < 0 ? '-' : ''}£${formatPounds(Math.abs(pence)).replace(/\B(?=(\d{3})+\.)/g, ',')}`

/** Formats 5000 as "£50" and 1250 as "£12.50", for headings and cards. */
export const shortPounds = (pence: Pence): string => longPounds(pence).replace(/\.00$/, '')

/**
 * Formats an amount at Stripe, in the smallest unit of its currency (ISO 4217, in lower case), for sentences. Only a
 * payment that bought nothing can be in another currency than pounds.
 */
export function formatCurrency(smallest: number, currency: string): string {
  if (currency === 'gbp') return longPounds(smallest)
  const format = new Intl.NumberFormat('en-GB', { style: 'currency', currency })
  return format.format(smallest / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2))
}

/** Transforms pounds, a string or number, to whole pence. `invalid`: error message for a text without digits, or for 0. */
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
      addIssue({ message: /\p{Nd}/u.test(String(dataset.value)) ? AMOUNT_FORM : bounds.invalid })
      return NEVER
    }),
    v.check((pence) => pence > 0 || bounds.min <= 0, bounds.invalid),
    v.minValue(bounds.min, bounds.tooSmall),
    v.maxValue(bounds.max, bounds.tooLarge),
  )
}

/** An amount of a form that must not be left empty. Its error messages name both bounds. */
export function RequiredPoundsSchema(min: Pence, max: Pence) {
  const sentence = `Please enter an amount from ${longPounds(min)} to ${longPounds(max)}`
  return v.pipe(
    v.optional(v.unknown(), ''),
    v.check((amount) => typeof amount !== 'string' || amount.trim() !== '', 'Amount is required'),
    PoundsSchema({ min, max, invalid: sentence, tooSmall: sentence, tooLarge: sentence }),
  )
}
