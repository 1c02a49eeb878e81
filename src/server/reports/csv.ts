import { formatPounds, type Pence } from '#contract/money.ts'

/** The value of a cell: text, an integer, or an amount of money. */
export type Cell = string | number | null | { pounds: Pence }

/** Tells spreadsheets that the file is UTF-8. */
export const BYTE_ORDER_MARK = '\ufeff'

/** One line of RFC 4180: https://www.rfc-editor.org/rfc/rfc4180 */
export const csvLine = (cells: Cell[]): string => `${cells.map(formatCell).join(',')}\r\n`

function formatCell(cell: Cell): string {
  if (cell === null) return ''
  if (typeof cell === 'number') return String(cell)
  if (typeof cell === 'object') return formatPounds(cell.pounds)
  const text = escapeFormula(cell)
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** Escapes text that a spreadsheet would run as a formula: https://owasp.org/www-community/attacks/CSV_Injection */
const escapeFormula = (text: string): string => (/^[=+\-@＝＋－＠\t\r\n]/.test(text) ? `'${text}` : text)
