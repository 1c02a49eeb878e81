import * as v from 'valibot'
import { plainDigits } from '#contract/base/digits.ts'

export const NAME_MAX = 100
export const EMAIL_MAX = 254

// Postgres cannot store NUL, nor jsonb a lone surrogate; other control characters only occur in attacks.
const CONTROL = /[^\P{Cc}\t\n]/gu

const normalizeCharacters = (text: string) => text.toWellFormed().replace(/\r\n?/g, '\n').replace(CONTROL, '')

// Not toLocaleString: the first use of Intl adds 10 ms to a cold start.
export const withCommas = (count: number) => String(count).replace(/\B(?=(\d{3})+$)/g, ',')

/** "0 of 1,000 characters", counted as the schemas count. */
export const characterCount = (text: string, max: number) =>
  `${withCommas(text.length)} of ${withCommas(max)} characters`

// A missing key counts as empty, so that it gets the field's error message.
const optionalText = (message: string) => v.optional(v.string(message), '')

/** Minimum length in code points, as Postgres counts, not in UTF-16 units. */
export const atLeast = (min: number, sentence: string) =>
  v.check((text: string) => Array.from(text).length >= min, sentence)

/** Marks of direction, spaces without width and soft hyphens: what copying brings along, and nobody sees. */
const INVISIBLE = /[\u00ad\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f\ufeff]/g
/** Joiners that join nothing. After a letter or an emoji they are part of a name (Persian, Hindi, Malayalam). */
const STRAY_JOINERS = /(?<![\p{L}\p{M}\p{Extended_Pictographic}\p{Emoji_Modifier}])[\u200c\u200d]+/gu
/** Some letters and symbols look like nothing, such as U+3164 and U+2800, and a mark needs a letter. */
const VISIBLE = /[^\p{Cc}\p{Cf}\p{Z}\p{M}\p{Default_Ignorable_Code_Point}\u2800\ufffc\u{1d159}]/u

/** Removes invisible characters, and replaces each run of whitespace by one space. Returns '' if nothing is visible. */
export function normalizeLine(text: string): string {
  const visible = normalizeCharacters(text).replace(INVISIBLE, '').replace(STRAY_JOINERS, '')
  return VISIBLE.test(visible) ? visible.replace(/\s+/g, ' ').trim() : ''
}

/** More characters than anything that is no prose has, with all that it may be copied with. */
const TOKEN_MAX = 2000

/** Leaves a text alone that is much too long: a pattern could take minutes to find nothing in it. */
export const boundedBy = (normalize: (text: string) => string) => (text: string) =>
  text.length > TOKEN_MAX ? text : normalize(text)

/**
 * Normalises what is no prose: an email address, a phone number, a postcode or a code. No format character belongs to
 * one, and spaces, hyphens, digits and letters of other widths are written the plain way.
 */
export function normalizeToken(text: string): string {
  const token = plainDigits(normalizeCharacters(text).normalize('NFKC'))
    .replace(/\p{Default_Ignorable_Code_Point}|\p{Cf}/gu, '')
    .replace(/[\p{Pd}\u2043\u2212]/gu, '-')
    .replace(/\s+/g, ' ')
    .trim()
  return VISIBLE.test(token) ? token : ''
}

/** A required single-line text. */
export function LineSchema(options: {
  min?: number
  max?: number
  tooShort: string
  normalize?: (text: string) => string
}) {
  const max = options.max ?? NAME_MAX
  return v.pipe(
    optionalText(options.tooShort),
    v.transform(options.normalize ?? normalizeLine),
    atLeast(options.min ?? 2, options.tooShort),
    v.maxLength(max, `Please use at most ${max} characters`),
  )
}

/** An optional single-line text; undefined if nothing of it is visible. */
export function OptionalLineSchema(max: number, normalize = normalizeLine) {
  return v.pipe(
    v.nullish(v.string(), ''),
    v.transform(normalize),
    v.maxLength(max, `Please use at most ${max} characters`),
    v.transform((text) => text || undefined),
  )
}

const PHONE_MAX = 40
const PHONE_SENTENCE = 'Please enter a phone number, such as 07700 900123'

/** Removes "tel:" and the full stop of a sentence, and writes the points between groups as spaces. */
const normalizePhone = boundedBy((text) =>
  normalizeToken(text)
    .replace(/^tel\b[.:]* */i, '')
    .replace(/ *[\u00b7\u2022\u2219\u22c5\u30fb] */g, ' ')
    .replace(/[ .,;]+$/, ''),
)

/** A note for a person to ring: a line with a phone number, or several, and words such as "after 6 pm". */
export const OptionalPhoneSchema = () =>
  v.pipe(
    OptionalLineSchema(PHONE_MAX, normalizePhone),
    v.check((text) => text === undefined || /(?:\d\D*){7}/.test(text), PHONE_SENTENCE),
  )

export const PhoneSchema = () => v.pipe(OptionalPhoneSchema(), v.string(PHONE_SENTENCE))

/** Keeps line breaks, except at the start and end. */
export const normalizeText = (text: string) => normalizeCharacters(text).trim()

/** An optional multi-line text; undefined if nothing of it is visible. */
export function MessageSchema(max: number) {
  return v.pipe(
    v.nullish(v.string(), ''),
    v.transform(normalizeText),
    v.maxLength(max, `Please use at most ${withCommas(max)} characters`),
    v.transform((text) => (VISIBLE.test(text) ? text : undefined)),
  )
}

// What valibot's rfcEmail leaves open: dots at an end of the local part or in a row, and a domain without an ending.
const DELIVERABLE = /^[^.@]+(\.[^.@]+)*@.+\.([a-z]{2,}|xn--[a-z0-9-]+)$/

/** An international domain as it is typed, without what has a meaning in a URL. */
const UNICODE_DOMAIN = /^(?=.*[^\p{ASCII}])[\p{L}\p{M}\p{N}.-]+$/u

/** An apostrophe as phones, Word and foreign keyboards write it, between letters. */
const OTHER_APOSTROPHE = /(?<=[a-z\d])[\u2018\u2019\u02bc\u00b4\u2032](?=[a-z\d])/gi

/** Quotation marks, brackets and what ends a sentence or an entry of a list. */
const AROUND_EMAIL = /^[\s"'\u2018\u2019\u201c\u201d(]+|[\s"'\u2018\u2019\u201c\u201d),;.:/]+$/g

/** Returns the address in "A Name <name@…>" and "mailto:name@…", as address books and links copy it. */
function withoutAddressBook(text: string): string {
  const [, before = '', inside, after = ''] = /^([^<>]*)<([^<>@]+@[^<>]+)>([^<>]*)$/.exec(text) ?? []
  const others = `${before} ${after}`.split(/[\s,;()"]+/).filter((part) => part.includes('@'))
  const isOne = others.every((other) => other.toLowerCase() === inside?.toLowerCase())
  const address = inside !== undefined && isOne ? inside : text
  return address
    .replace(/\s*\([^()@]*\)\s*$/, '')
    .replace(AROUND_EMAIL, '')
    .replace(/^mailto:([^?]*).*$/i, '$1')
}

/** Lower-cases, so that one person has one address, and writes an international domain as email servers do: xn--… */
const normalizeEmail = boundedBy((text) => {
  // First the apostrophe: NFKC makes a space and a mark of U+00B4.
  const token = normalizeToken(text.replace(OTHER_APOSTROPHE, "'"))
  const email = withoutAddressBook(token).toLowerCase().replaceAll('\u3002', '.')
  const [, name, domain = ''] = /^([^@]*)@([^@]*)$/.exec(email) ?? []
  const url = `http://${domain}`
  return UNICODE_DOMAIN.test(domain) && URL.canParse(url) ? `${name}@${new URL(url).hostname}` : email
})

/** Whether a text that is not too long has several addresses. */
const hasSeveralEmails = (text: string) =>
  text.length <= TOKEN_MAX && text.split(/[\s,;<>]+/).filter((part) => /[^@]@[^@]/.test(part)).length > 1

export function EmailSchema(message = 'Please enter a valid email address') {
  return v.pipe(
    optionalText(message),
    v.transform(normalizeEmail),
    v.check((text) => !hasSeveralEmails(text), 'Please enter one email address only'),
    v.maxLength(EMAIL_MAX, message),
    v.rfcEmail(message),
    v.regex(DELIVERABLE, message),
  )
}

/** An optional email address; undefined if empty. */
export const OptionalEmailSchema = (message: string) =>
  v.pipe(
    v.nullish(v.string(message), ''),
    v.transform((text) => normalizeToken(text) || undefined),
    v.optional(EmailSchema(message)),
  )

export const HONEYPOT_SENTENCE =
  'This was not sent, because your browser may have filled in a box you cannot see. We have cleared it, so please send it again'

/** A hidden field that only bots fill in. Its name is none that browsers and password managers fill in. */
export const HoneypotSchema = v.optional(v.literal('', HONEYPOT_SENTENCE))

/** Returns whether a text is a calendar day, YYYY-MM-DD. `Date` alone reads 31 February as a day in March. */
export const isDay = (text: string): boolean =>
  v.is(v.pipe(v.string(), v.isoDate()), text) && new Date(text).getUTCDate() === Number(text.slice(8))

export interface Envelope {
  line1: string
  line2?: string | undefined
  city: string
  postcode: string
  country: string
}

/** Returns the address as on an envelope, one part per line. */
export const addressLines = ({ line1, line2, city, postcode, country }: Envelope): string =>
  [line1, line2, city, postcode, country].filter(Boolean).join('\n')
