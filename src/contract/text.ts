import * as v from 'valibot'

const NAME_MAX = 100
const EMAIL_MAX = 254

// Postgres cannot keep NUL, nor JSON half a surrogate pair; other control characters only ever come from attacks.
const CONTROL = /[^\P{Cc}\t\n]/gu

const tidy = (text: string) => text.toWellFormed().replace(/\r\n?/g, '\n').replace(CONTROL, '')

// Not toLocaleString: the first use of Intl costs a function 10 ms of its start.
const withCommas = (count: number) => String(count).replace(/\B(?=(\d{3})+$)/g, ',')

// A missing key counts as empty, so that it gets the field's own sentence.
const text = (message: string) => v.optional(v.string(message), '')

/** Counted as people and the database do: a character outside the Basic Multilingual Plane is one, not two. */
export const atLeast = (min: number, sentence: string) =>
  v.check((text: string) => Array.from(text).length >= min, sentence)

/** Line breaks and runs of spaces become one space. */
export const tidyLine = (text: string) => tidy(text).replace(/\s+/g, ' ').trim()

/** One line. */
export function LineSchema(options: { min?: number; max?: number; tooShort: string }) {
  const max = options.max ?? NAME_MAX
  return v.pipe(
    text(options.tooShort),
    v.transform(tidyLine),
    atLeast(options.min ?? 2, options.tooShort),
    v.maxLength(max, `Please use at most ${max} characters`),
  )
}

/** One line that may be left empty, which counts as absent. */
export function OptionalLineSchema(max: number) {
  return v.pipe(
    v.nullish(v.string(), ''),
    v.transform(tidyLine),
    v.maxLength(max, `Please use at most ${max} characters`),
    v.transform((text) => text || undefined),
  )
}

const PHONE_SENTENCE = 'Please enter a phone number, such as 0151 496 0123'

/** As people write it: digits with spaces, brackets, dots, hyphens and a leading plus; 7 to 15 of them. */
export function PhoneSchema({ required }: { required: boolean }) {
  return v.pipe(
    OptionalLineSchema(30),
    v.check((text) => text !== undefined || !required, PHONE_SENTENCE),
    v.check((text) => text === undefined || /^\+?(?:[ ().-]*\d){7,15}$/.test(text), PHONE_SENTENCE),
  )
}

/** Line breaks within stay. */
export const tidyText = (text: string) => tidy(text).trim()

/** Several lines; an empty one counts as absent. */
export function MessageSchema(max: number) {
  return v.pipe(
    v.nullish(v.string(), ''),
    v.transform(tidyText),
    v.maxLength(max, `Please use at most ${withCommas(max)} characters`),
    v.transform((text) => text || undefined),
  )
}

/** Lower case and trimmed, so that one person has one address. */
export function EmailSchema(message = 'Please enter a valid email address') {
  return v.pipe(text(message), v.trim(), v.toLowerCase(), v.maxLength(EMAIL_MAX, message), v.email(message))
}

/** A field no person sees; whoever fills it in is a program. */
export const HoneypotSchema = v.optional(v.literal('', 'Please leave this field empty'))

/** A day of the calendar, YYYY-MM-DD; `Date` takes 31 February for a day in March. */
export const isDay = (text: string): boolean =>
  v.is(v.pipe(v.string(), v.isoDate()), text) && new Date(text).getUTCDate() === Number(text.slice(8))
