import Papa from 'papaparse'
import { decodeText } from '#islands/admin/vouchers/import/decode-text.ts'

export interface TableRow {
  /** Its number in a spreadsheet, from 1. */
  number: number
  cells: string[]
}

/** Its message is for the owner. */
export class TableError extends Error {
  override name = 'TableError'
}

/** Larger than any list of 5,000 vouchers with notes (bytes). */
const FILE_MAX = 20 * 1024 * 1024

const SAVE_AS_CSV =
  'Please open it in Excel, LibreOffice or Numbers and save it as CSV (“Save As” or “Export To”), then choose that file.'
const PICTURE =
  'This is a picture, so we cannot read any vouchers from it. Please type the list into Excel, LibreOffice or Numbers, save it as CSV, and then choose that file.'
const WORKBOOK = `This looks like a spreadsheet, but it is not a CSV file. ${SAVE_AS_CSV}`

/** The first bytes of files that people choose instead, and what to say of them. */
const SIGNATURES: readonly [at: number, bytes: string, problem: string][] = [
  [0, '\xff\xd8\xff', PICTURE], // JPEG
  [0, '\x89PNG', PICTURE],
  [0, 'GIF8', PICTURE],
  [8, 'WEBP', PICTURE],
  [4, 'ftyp', PICTURE], // HEIC
  [0, 'PK\x03\x04', WORKBOOK], // .xlsx, .ods and .numbers
  [0, '\xd0\xcf\x11\xe0', WORKBOOK], // .xls
  [
    0,
    '%PDF',
    'This is a PDF, so we cannot read any vouchers from it. Please export the list as a CSV file instead, or type it into Excel, LibreOffice or Numbers and save it as CSV.',
  ],
]

/**
 * Reads a CSV file as spreadsheets write it: separated by commas, semicolons or tabs, in any usual encoding.
 * Returns its rows without empty ones. Throws `TableError` if it is something else.
 */
export async function readTable(file: Blob): Promise<TableRow[]> {
  if (file.size === 0) throw new TableError('This file is empty. Please choose another one.')
  if (file.size > FILE_MAX)
    throw new TableError('This file is too large to be a list of vouchers. Please choose another one.')
  const bytes = new Uint8Array(await file.arrayBuffer())
  const start = String.fromCharCode(...bytes.subarray(0, 16))
  const [, , problem] = SIGNATURES.find(([at, signature]) => start.startsWith(signature, at)) ?? []
  if (problem !== undefined) throw new TableError(problem)
  return parseTable(decode(bytes))
}

/** Characters that only occur in files that are no text. */
// eslint-disable-next-line no-control-regex -- They are what is looked for.
const BINARY = /[\0-\x08\x0e-\x1a\x1c-\x1f]/

function decode(bytes: Uint8Array): string {
  const text = decodeText(bytes)
  if (BINARY.test(text)) throw new TableError(`This is not a CSV file. ${SAVE_AS_CSV}`)
  return text
}

/** The first line by which some programs tell Excel the separator: "sep=;". */
const SEPARATOR_LINE = /^sep=(.)\r?\n/i

function parseTable(text: string): TableRow[] {
  const [line = '', separator = ''] = SEPARATOR_LINE.exec(text) ?? []
  const { data, errors } = Papa.parse<string[]>(text.slice(line.length), {
    delimiter: separator,
    delimitersToGuess: [',', ';', '\t', '|'],
  })
  const shift = line === '' ? 1 : 2
  const unclosed = errors.find(({ code }) => code === 'MissingQuotes')?.row
  if (unclosed !== undefined)
    throw new TableError(
      `Row ${unclosed + shift} of the file has an opening quotation mark without a closing one. Please correct that row and choose the file again.`,
    )
  const rows = data.map((cells, at) => ({ number: at + shift, cells: cells.map((cell) => cell.trim()) }))
  return rows.filter(({ cells }) => cells.some((cell) => cell !== ''))
}
