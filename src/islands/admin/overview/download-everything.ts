import { clinic } from '#clinic/clinic-facts.ts'
import { londonDay } from '#contract/base/send-date.ts'
import { exportFiles } from '#contract/reports/exports.ts'
import { DownloadError, downloadFile } from '#islands/admin/shared/DownloadButton.tsx'
import { errorMessage } from '#islands/admin/shared/error-message.ts'
import { printedDay } from '#islands/checkout/voucher-facts.ts'
import { fieldErrorsOf } from '#lib/api.ts'
import { loadPart } from '#ui/load-part.ts'

/** Only vouchers that were brought in, and their people, are older. */
const FIRST_YEAR = 2025
const OLDER = `before-${FIRST_YEAR}`

type Files = Record<string, Uint8Array>

/**
 * Returns a ZIP of all four exports with a read-me. A table with too many rows for one file is split by year, and a year
 * by month. Throws `DownloadError` with the name of the file if one is missing, because a part would pass for everything.
 */
export async function downloadEverything(): Promise<Blob> {
  const { strToU8, zipSync } = await loadPart(() => import('fflate'))
  const today = londonDay(new Date())
  const files: Files = {}
  for (const file of exportFiles) Object.assign(files, await downloadTable(file, today))
  const readMe = { 'read-me.txt': strToU8(readMeOf(Object.keys(files), today)) }
  return new Blob([zipSync({ ...readMe, ...files })], { type: 'application/zip' })
}

/** `period`: `OLDER`, a year, a year and month, or nothing for all. */
async function downloadTable(file: string, today: string, period = ''): Promise<Files> {
  const name = period ? file.replace('.csv', `-${period}.csv`) : file
  try {
    const csv = await downloadFile(`/api/admin/export/${file}${period && `?${daysOf(period)}`}`)
    return { [name]: new Uint8Array(await csv.arrayBuffer()) }
  } catch (error) {
    const hasTooManyRows = fieldErrorsOf(error)['from'] !== undefined
    if (!hasTooManyRows || period.length > 4)
      throw new DownloadError(`We could not download ${name}. ${errorMessage(error, 'Please try again.')}`)
    const files: Files = {}
    for (const part of partsOf(period, today)) Object.assign(files, await downloadTable(file, today, part))
    return files
  }
}

function partsOf(period: string, today: string): string[] {
  if (period) return Array.from({ length: 12 }, (_, at) => `${period}-${String(at + 1).padStart(2, '0')}`)
  const years = Number(today.slice(0, 4)) - FIRST_YEAR + 1
  return [OLDER, ...Array.from({ length: years }, (_, at) => String(FIRST_YEAR + at))]
}

function daysOf(period: string): string {
  if (period === OLDER) return `to=${FIRST_YEAR - 1}-12-31`
  const [year, month] = period.split('-').map(Number)
  const last = new Date(Date.UTC(year!, month ?? 12, 0)).toISOString().slice(0, 10)
  return new URLSearchParams({ from: `${period}${month ? '' : '-01'}-01`, to: last }).toString()
}

const CONTENTS: Record<(typeof exportFiles)[number], string> = {
  'vouchers.csv': 'gift vouchers, showing only the end of each code',
  'orders.csv': 'orders from the shop',
  'customers.csv': 'everyone who has bought something, received a voucher or written to you',
  'activity.csv': 'what was done, when and by whom',
}

function readMeOf(names: string[], today: string): string {
  const lines = [
    `${clinic.name}, ${printedDay(today)}`,
    '',
    ...Object.entries(CONTENTS).map(([file, content]) => `${file}: ${content}`),
    ...(names.length > exportFiles.length
      ? ['Any table that was too long for one file has been split by year or month.']
      : []),
    '',
    'You can open these files in Excel, LibreOffice or Google Sheets. If you are asked how to open them, please choose UTF-8 and commas. Amounts are in pounds, and times are in London time.',
    'An apostrophe at the start of a cell is not part of the text. It stops a spreadsheet from treating the text as a number, date or formula.',
    'The files contain personal data. Please delete them when you no longer need them.',
    '',
  ]
  return lines.join('\r\n')
}
