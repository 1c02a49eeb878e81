import { formatCurrency, parsePence } from '#contract/base/money.ts'
import { addDays, londonDay } from '#contract/base/send-date.ts'
import type { RefundState } from '#contract/money/refunds.ts'

/** Formats "1234.50" as "£1,234.50", with U+2212 as minus. */
export function pounds(amount: string): string {
  const digits = amount.replace('-', '').replace(/\B(?=(\d{3})+\.)/g, ',')
  return `${amount.startsWith('-') ? '−' : ''}£${digits}`
}

/** Like `pounds`, for a payment that may be in another currency. */
export const inCurrency = (amount: string, currency: string): string =>
  currency === 'gbp' ? pounds(amount) : formatCurrency(parsePence(amount)!, currency)

/** Formats with a sign, as in a voucher's history: "+£150.00". */
export function signedPounds(amount: string): string {
  return amount.startsWith('-') ? pounds(amount) : `+${pounds(amount)}`
}

const inLondon = (options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat('en-GB', { timeZone: 'Europe/London', ...options })

const DAY = { day: 'numeric', month: 'short', year: 'numeric' } as const
const LONG_DAY = { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' } as const
const TIME = { hour: '2-digit', minute: '2-digit' } as const

/** Formats a date or time of the API as "21 Nov 2026", London time. */
export function shortDate(date: string): string {
  return inLondon(DAY).format(parseDate(date))
}

/** "Tuesday 3 March 2026" */
export function longDate(date: string): string {
  return inLondon(LONG_DAY).format(parseDate(date)).replace(',', '')
}

/** "9 December" */
export function dayAndMonth(date: string): string {
  return inLondon({ day: 'numeric', month: 'long' }).format(parseDate(date))
}

/** "December 2026" */
export function monthAndYear(date: string): string {
  return inLondon({ month: 'long', year: 'numeric' }).format(parseDate(date))
}

/** "December" or "Dec" */
export function monthName(date: string, length: 'long' | 'short' = 'long'): string {
  return inLondon({ month: length }).format(parseDate(date))
}

/** "21 Nov 2026, 11:48" */
export function dateTime(time: string): string {
  return `${shortDate(time)}, ${timeOfDay(time)}`
}

/** "Saturday 21 November 2026, 14:40" */
export function weekdayAndTime(time: string): string {
  return `${longDate(time)}, ${timeOfDay(time)}`
}

/** "14:32" for today, "Yesterday", or the date. */
export function relativeTime(time: string, now = new Date()): string {
  const today = londonDay(now)
  const day = londonDay(parseDate(time))
  if (day === today) return timeOfDay(time)
  return day === addDays(today, -1) ? 'Yesterday' : shortDate(time)
}

/** "14:32", London time */
export function timeOfDay(time: string): string {
  return inLondon(TIME).format(parseDate(time))
}

/** Parses a date without a time as noon UTC, which is the same day in London. */
function parseDate(text: string): Date {
  return new Date(/^\d{4}-\d\d-\d\d$/.test(text) ? `${text}T12:00:00Z` : text)
}

const REFUND_STATES: Record<RefundState, string> = {
  succeeded: 'is being returned the way it was paid.',
  pending: 'is on its way back. Our card provider is still processing the refund.',
  due: 'will be returned. We could not reach our card provider, so we will try again every hour.',
}

/** "£40.00 is being returned the way it was paid." */
export const describeRefund = (amount: string, state: RefundState, currency = 'gbp'): string =>
  `${inCurrency(amount, currency)} ${REFUND_STATES[state]}`
