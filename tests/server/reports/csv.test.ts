import { describe, expect, it } from 'vitest'
import { csvLine, type Cell } from '#server/reports/csv.ts'

const write = (cell: Cell) => csvLine([cell]).replace(/\r\n$/, '')

/**
 * Text by the rule that changes it in Excel, LibreOffice or Google Sheets:
 * https://support.microsoft.com/en-us/office/keeping-leading-zeros-and-large-numbers-1bf7b935-36e1-4985-842f-5dfa51f85fe7
 * https://support.microsoft.com/en-us/office/stop-automatically-changing-numbers-to-dates-452bd2db-cc96-47d1-81e4-72cec11c4ed8
 * https://help.libreoffice.org/latest/en-US/text/shared/00/00000208.html
 * https://support.google.com/docs/answer/56470
 */
const CHANGED = {
  'drops leading zeros': ['0012', '00', '007.50', '01514960123'],
  'keeps 15 digits of a number': ['1234567890123456', '12345678901234567890'],
  'reads digits around an E as an exponent': ['12E4', '1e10', '0503E000', '1.5E-3', '12E+4', '1D2'],
  'reads a month beside a number as a date': [
    'JAN1',
    'MAR-1',
    'Sept2',
    '1May',
    '2 June 2026',
    'December 25th',
  ],
  'reads a date': ['1/2', '3-4', '1/12/2026', '2026-12-01', '01.12.2026', 'Mon 1 Jan 2026'],
  'reads a time': [
    '10:30',
    '9:05:00',
    '10 am',
    '7:15PM',
    '2026-12-01 10:30',
    '2026-11-26T10:00:00',
    '2026-11-26T10:00Z',
    '20261126T10:00:00.5+01:00',
  ],
  'reads a fraction': ['1 1/2', '0 3/4', '½'],
  'reads a percentage': ['50%', '12.5 %'],
  'reads an amount': ['£50', '$1,200.00', '50 €', '50 GBP', 'EUR 12', '1,234', '(50)'],
  'reads digits of other scripts': ['１２', '٣٤'],
  'ignores spaces': [' 12', '12 ', '\u00a012'],
}

const FORMULAS = ['=1+1', '+1+A1', '-2+3', '@SUM(A1)', '＝1', '＋a', '－a', '＠a', '\ta', '\ra', '\na']

/** Text that begins a formula for some spreadsheet, and where the apostrophe goes. */
const HIDDEN_FORMULAS = {
  '\u200b=1+1': "'\u200b=1+1",
  '\u2060\u00ad=A1': "'\u2060\u00ad=A1",
  '\u202e@SUM(A1)': "'\u202e@SUM(A1)",
  '  =A1': "'  =A1",
  ';=A1': ";'=A1",
  'Ann;=A1': "Ann;'=A1",
  '1;=1+1': "'1;'=1+1",
  'Ann; \u200b=A1': "Ann;' \u200b=A1",
  'Ann\t=A1': "Ann\t'=A1",
}

const KEPT = [
  'Anna',
  "O'Brien",
  'True',
  'June',
  'May',
  'Jan',
  'E',
  'Nan',
  'Mat 2',
  'App 2',
  'Marmalade 2',
  '2 June Street',
  '12-inch mat',
  'Vitamin B12',
  '100 % linen',
  '針灸 2',
  'Jean-Luc',
  'a=b',
  'pi_3Q0012E4',
  'anna+tom@example.com',
  'Order: 1 × Acupressure mat, £32.00',
]

describe('a cell of an export', () => {
  it.each(Object.entries(CHANGED).flatMap(([rule, texts]) => texts.map((text) => [text, rule])))(
    'keeps the text %j by an apostrophe, because a spreadsheet %s',
    (text) => {
      expect(write(text).replace(/^"(.*)"$/, '$1')).toBe(`'${text}`)
    },
  )

  // ASVS 1.2.10
  it.each(FORMULAS)('escapes %j', (text) => {
    expect(write(text)).toMatch(/^"?'/)
  })

  it.each(Object.entries(HIDDEN_FORMULAS))('escapes %j as %j', (text, escaped) => {
    expect(write(text).replace(/^"(.*)"$/, '$1')).toBe(escaped)
  })

  it.each(KEPT)('leaves %j as it is', (text) => {
    expect(write(text).replace(/^"(.*)"$/, '$1')).toBe(text)
  })

  it.each([
    ['07700900123', '07700 900123'],
    ['07700 900123', '07700 900123'],
    ['+447700900123', '07700 900123'],
    ['+44 (0)7700 900123', '07700 900123'],
    ['0044 7700-900-123', '07700 900123'],
    ['(+44) 151 496 0123', '0151 496 0123'],
    ['0151 496 0123', '0151 496 0123'],
    ['01164960123', '0116 496 0123'],
    ['02079460123', '020 7946 0123'],
    ['0800 1111', '08001 111'],
    ['0808 157 0123', '0808 157 0123'],
    ['01-12-2026', '01122 026'],
    ['+353 87 123 4567', '00353 871234567'],
    ['1234567', '12345 67'],
  ])('writes the telephone number %s as %s', (phone, written) => {
    expect(write({ phone })).toBe(written)
  })

  it.each(['0012', '12E4', '1E10', 'JAN1', 'TRUE', '1/2'])(
    'writes the end %s of a code after an ellipsis',
    (codeEnd) => {
      expect(write({ codeEnd })).toBe(`…${codeEnd}`)
    },
  )

  it('leaves numbers, amounts, dates and nothing bare', () => {
    const cells: Cell[] = [
      1042,
      { pounds: -123_450 },
      { date: '2026-11-21 14:32' },
      { date: null },
      { phone: null },
      null,
    ]
    expect(csvLine(cells)).toBe('1042,-1234.50,2026-11-21 14:32,,,\r\n')
  })
})
