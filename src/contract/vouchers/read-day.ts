import { isDay, normalizeToken } from '#contract/base/text.ts'

/** What comes first in a date such as 03/04/2027. */
export type DayOrder = 'day' | 'month'

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
/** A time may follow: other systems export it. */
const TIME = String.raw`(?:[T, ]+\d{1,2}[:.]\d\d.*)?$`
const WEEKDAY = String.raw`^(?:[a-z]{3,9},? )?`
const BETWEEN = String.raw`(?: ?[-/.] ?|,? )`
const YEAR_FIRST = new RegExp(String.raw`^(?<year>\d{4})[-/.](?<month>\d{1,2})[-/.](?<day>\d{1,2})${TIME}`)
const DAY_FIRST = new RegExp(
  String.raw`${WEEKDAY}(?<day>\d{1,2})(?:st|nd|rd|th)?${BETWEEN}(?<month>\d{1,2}|[a-z]{3,9})\.?${BETWEEN}(?<year>\d{4}|\d\d)${TIME}`,
  'i',
)
const MONTH_FIRST = new RegExp(
  String.raw`${WEEKDAY}(?<month>\d{1,2})${BETWEEN}(?<day>\d{1,2})${BETWEEN}(?<year>\d{4}|\d\d)${TIME}`,
  'i',
)
const MONTH_IN_LETTERS_FIRST = new RegExp(
  String.raw`${WEEKDAY}(?<month>[a-z]{3,9})\.?${BETWEEN}(?<day>\d{1,2})(?:st|nd|rd|th)?${BETWEEN}(?<year>\d{4}|\d\d)${TIME}`,
  'i',
)

/**
 * Reads British and ISO dates, such as 31/12/2026, 31.12.26, 31 December 2026, December 31, 2026 and 2026-12-31, to
 * YYYY-MM-DD. With `order` 'month', dates in digits are American ones: 12/31/2026.
 */
export function readDay(text: string, order: DayOrder = 'day'): string | undefined {
  const token = normalizeToken(text)
  const inDigits = order === 'month' ? MONTH_FIRST.exec(token) : null
  const found = YEAR_FIRST.exec(token) ?? inDigits ?? DAY_FIRST.exec(token)
  const { year, month, day } = (found ?? MONTH_IN_LETTERS_FIRST.exec(token))?.groups ?? {}
  if (!year || !month || !day) return undefined
  const nth = /\d/.test(month) ? month : String(MONTHS.indexOf(month.slice(0, 3).toLowerCase()) + 1)
  const read = `${year.padStart(4, '20')}-${nth.padStart(2, '0')}-${day.padStart(2, '0')}`
  return isDay(read) && read > '1980' && read < '2100' ? read : undefined
}

const whole = (...alternatives: string[]) => new RegExp(`^(?:${alternatives.join('|')})$`, 'i')

/** How lists say that there is no date. */
const NO_DAY = whole(
  String.raw`-+|n ?[/.]? ?a\.?|none|nil|null|blank|empty|no date|not applicable|not set|unset`,
  '(?:0000-00-00|00[/.-]00[/.-]0000).*',
)

/** How lists say that a voucher has no last day. */
const NO_LAST_DAY = whole(
  String.raw`never\b.*`,
  String.raw`(?:no|non|not|without)(?: an?| any)?[ -](?:expir\w*|end\w*|last|limit\w*|date limit|time limit)\b.*`,
  String.raw`(?:does not|doesnt|do not|dont|will not|wont|cannot|cant)(?: ever)? (?:expire|end|lapse)\b.*`,
  String.raw`unlimited\b.*|indefinite(?:ly)?|infinite|forever|for ever|perpetual|permanent|always`,
  'open|open[ -]ended|(?:for |valid for )?life(?:[ -]?time)?|∞',
  '(?:9999-12-31|31[/.-]12[/.-]9999|12[/.-]31[/.-]9999).*',
)

/** Returns whether a text says that there is no date. */
export const isNoDay = (text: string): boolean => NO_DAY.test(normalizeToken(text))

/** Returns whether a text says that a voucher has no last day. */
export const isNoLastDay = (text: string): boolean =>
  isNoDay(text) || NO_LAST_DAY.test(normalizeToken(text).replace(/['’.!]/g, ''))
