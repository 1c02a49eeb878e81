import { unzipSync } from 'fflate'
import { expect } from 'vitest'

/** Reads the files of the accountant's ZIP as text. */
export const readZip = (bytes: Uint8Array): Map<string, string> =>
  new Map(
    Object.entries(unzipSync(bytes)).map(([name, content]) => [
      name,
      Buffer.from(content)
        .toString()
        .replace(/^\uFEFF/, ''),
    ]),
  )

/** Reads the rows of a CSV file, quoted cells too, and checks that each has the same number of cells. */
export function csvRows(text: string): string[][] {
  const rows: string[][] = [[]]
  for (const [, written = '', end] of text.matchAll(/("(?:[^"]|"")*"|[^",\r\n]*)(,|\r\n)/g)) {
    rows.at(-1)!.push(written.startsWith('"') ? written.slice(1, -1).replaceAll('""', '"') : written)
    if (end === '\r\n') rows.push([])
  }
  const all = rows.slice(0, -1)
  expect(new Set(all.map(({ length }) => length)).size).toBeLessThanOrEqual(1)
  return all
}

/** Reads a CSV file as rows by heading. */
export function csvTable(text: string): Record<string, string>[] {
  const [headings = [], ...rows] = csvRows(text)
  return rows.map((row) => Object.fromEntries(headings.map((heading, nth) => [heading, row[nth]!])))
}
