import { formatPounds, type Pence } from '#contract/base/money.ts'

/** The value of a cell: text, an integer, money, a date or time, a telephone number, or the end of a code. */
export type Cell =
  | string
  | number
  | null
  | { pounds: Pence }
  | { date: string | null }
  | { phone: string | null }
  | { codeEnd: string }

/** Tells spreadsheets that the file is UTF-8. */
export const BYTE_ORDER_MARK = '\ufeff'

/** One line of RFC 4180: https://www.rfc-editor.org/rfc/rfc4180 */
export const csvLine = (cells: Cell[]): string => `${cells.map(formatCell).join(',')}\r\n`

function formatCell(cell: Cell): string {
  if (cell === null) return ''
  if (typeof cell === 'number') return String(cell)
  if (typeof cell === 'string') return quote(escapeText(cell))
  if ('pounds' in cell) return formatPounds(cell.pounds)
  if ('date' in cell) return cell.date ?? ''
  // An ellipsis makes it text: 0012 would become 12, and 12E4 would become 120000.
  if ('codeEnd' in cell) return quote(`…${cell.codeEnd}`)
  return formatPhone(cell.phone ?? '')
}

const quote = (text: string) => (/[",;\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)

function escapeText(text: string): string {
  const escaped = escapeFormulas(text)
  return isReadAsValue(text) && !escaped.startsWith("'") ? `'${escaped}` : escaped
}

/**
 * Escapes text that a spreadsheet would run as a formula: https://owasp.org/www-community/attacks/CSV_Injection. It may
 * stand after spaces and invisible characters, and after a semicolon or tab, where a spreadsheet may begin a new cell.
 */
const escapeFormulas = (text: string): string =>
  text.replace(/^(?=[\t\r\n])|(?<=^|[;\t\r\n])(?=[\p{Z}\p{C}]*[=+\-@＝＋－＠])/gu, "'")

/** Letters that belong to a number, date, time or amount. */
const VALUE_LETTERS =
  /jan(uary)?|feb(ruary)?|mar(ch)?|apr(il)?|may|june?|july?|aug(ust)?|sept?(ember)?|oct(ober)?|nov(ember)?|dec(ember)?|(mon|tues?|wed(nes)?|thu(rs)?|fri|sat(ur)?|sun)(day)?|gbp|eur|usd|(?<=\d *)[ap]m?\b|(?<=\d)(st|nd|rd|th)|(?<=[\d.])[ed](?=[+-]?\d)|(?<=\d)t(?=\d\d:)|(?<=:\d\d(\.\d+)?)z\b/g

/**
 * Returns whether a spreadsheet would change text into a number, date, time, percentage or amount. Words alone keep
 * their form: a person called True is shown as TRUE, which is a smaller loss than a visible mark at every such name.
 */
function isReadAsValue(text: string): boolean {
  const plain = text.normalize('NFKC').toLowerCase()
  return /\p{Nd}/u.test(plain) && !/\p{L}/u.test(plain.replace(VALUE_LETTERS, ''))
}

/** How numbers of the United Kingdom are grouped. Others get a space after the fifth digit. */
const PHONE_GROUPS = [
  /^(02\d)(\d{4})(\d{4})$/,
  /^(01\d1|011\d|0[389]\d\d)(\d{3})(\d{3,4})$/,
  /^(\d{5})(\d+)$/,
]

/**
 * Writes each telephone number in one way, "07700 900123". The space makes it text, which keeps its leading zero; a plus
 * would begin a formula.
 */
function formatPhone(phone: string): string {
  // A note with several numbers, or with words.
  if (/\p{L}/u.test(phone) || phone.replace(/\D/g, '').length > 15) return phone
  const digits = phone
    .replace(/^\D*\+/, '00')
    .replace(/\D/g, '')
    .replace(/^00440?/, '0')
  const groups = PHONE_GROUPS.map((pattern) => pattern.exec(digits)).find((found) => found)
  return groups ? groups.slice(1).join(' ') : digits
}
