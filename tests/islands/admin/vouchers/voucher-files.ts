/** The last day of all of them. */
export const LAST_YEAR = new Date().getFullYear() + 1

/** Vouchers of earlier years, as a spreadsheet holds them. */
const ROWS = Array.from({ length: 60 }, (_, at) => ({
  code: `GV/${String(at + 1).padStart(4, '0')}`,
  balance: `£${20 + at}.50`,
  sold: '14/02/2024',
  lastDay: `31/12/${LAST_YEAR}`,
  name: at === 0 ? 'Zoë O’Brien' : `Guest ${at + 1}`,
  note: at === 0 ? 'Two lines:\nhalf used; "in May", she says' : '',
}))

const HEADINGS = ['Voucher No.', 'Balance (£)', 'Date sold', 'Valid until', 'Name', 'Notes']

const rows = () =>
  ROWS.map(({ code, balance, sold, lastDay, name, note }) => [code, balance, sold, lastDay, name, note])

/** Quotes a cell only where it must be, as spreadsheets do. */
const write = (table: readonly string[][], separator: string, lineEnd: string) =>
  table
    .map((cells) =>
      cells
        .map((cell) =>
          cell.includes(separator) || /["\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell,
        )
        .join(separator),
    )
    .map((line) => line + lineEnd)
    .join('')

/** The characters of Windows-1252 that have other numbers in Unicode. */
const WINDOWS_1252: Record<string, number> = { '’': 0x92, '“': 0x93, '”': 0x94, '–': 0x96, '€': 0x80 }

const inWindows1252 = (text: string) =>
  Uint8Array.from(text, (letter) => WINDOWS_1252[letter] ?? letter.codePointAt(0)!)

const inUtf16 = (text: string) => new Uint8Array(Buffer.from(`\ufeff${text}`, 'utf16le'))

type Parts = (string | Uint8Array<ArrayBuffer>)[]

/** A list of 60 vouchers as each program writes it. A line break within a cell is always a single line feed. */
export const VOUCHER_FILES: Record<string, Parts> = {
  'Excel, CSV UTF-8': ['\ufeff', write([HEADINGS, ...rows()], ',', '\r\n')],
  'Excel, CSV, where lists are separated by semicolons': [
    inWindows1252(write([HEADINGS, ...rows()], ';', '\r\n')),
  ],
  'Excel, Unicode text': [inUtf16(write([HEADINGS, ...rows()], '\t', '\r\n'))],
  'Excel, CSV with the separator in the first line': [
    inWindows1252(`sep=;\r\n${write([HEADINGS, ...rows()], ';', '\r\n')}`),
  ],
  'LibreOffice on Linux': [write([HEADINGS, ...rows()], ',', '\n')],
  'LibreOffice on Windows, with tabs': [write([HEADINGS, ...rows()], '\t', '\r\n')],
  'Numbers, with the name of the table': [
    write([['Vouchers 2025', '', '', '', '', ''], HEADINGS, ...rows()], ',', '\r\n'),
  ],
  'Numbers, where lists are separated by semicolons': [write([HEADINGS, ...rows()], ';', '\n')],
}
