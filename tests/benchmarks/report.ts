/** Prints progress to standard error, so that `npm run -s bench | tail -1` is the figures alone. */
export function progress(step: string): void {
  process.stderr.write(`${step} …\n`)
}

type Cell = string | number

/** Formats a table: texts are left-aligned, numbers right-aligned. */
export function formatTable(heads: string[], rows: Cell[][]): string {
  const all = [heads, ...rows]
  const widths = heads.map((_, column) => Math.max(...all.map((row) => String(row[column] ?? '').length)))
  const line = (cells: Cell[]) =>
    widths
      .map((width, column) => placed(cells[column] ?? '', width, typeof rows[0]?.[column] === 'number'))
      .join('  ')
      .trimEnd()
  return [line(heads), line(widths.map((width) => '─'.repeat(width))), ...rows.map(line)].join('\n')
}

function placed(cell: Cell, width: number, toTheRight: boolean): string {
  return toTheRight ? String(cell).padStart(width) : String(cell).padEnd(width)
}

/** Rounds to one digit after the point. */
export const rounded = (value: number): number => Math.round(value * 10) / 10

export const kilobytes = (bytes: number): number => rounded(bytes / 1000)
