import { PAGE_SIZE } from '#contract/listing'
import { DomainError } from '../domain-error.ts'

/** The last thing of a page, in a list that is newest first. */
export interface Position {
  at: Date
  id: string
}

/** A statement asks for one more than a page holds; whether it is there says whether the list goes on. */
export const PAGE_LIMIT = PAGE_SIZE + 1

/** The rows of one page, and the cursor behind which the list goes on. */
export function pageOf<Row extends { id: string }>(
  rows: Row[],
  timeOf: (row: Row) => Date,
): { page: Row[]; cursor: string | undefined } {
  const page = rows.slice(0, PAGE_SIZE)
  const last = rows.length > PAGE_SIZE ? page.at(-1) : undefined
  return { page, cursor: last && writeCursor({ at: timeOf(last), id: last.id }) }
}

/** A place in a list, as a link carries it. */
export const writeCursor = ({ at, id }: Position): string =>
  Buffer.from(`${at.toISOString()} ${id}`).toString('base64url')

const WRITTEN = /^([12]\d{3}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z) ([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})$/

export function readCursor(cursor: string | undefined): Position | undefined {
  if (cursor === undefined) return undefined
  const [, time = '', id = ''] = WRITTEN.exec(Buffer.from(cursor, 'base64url').toString()) ?? []
  const at = new Date(time)
  if (Number.isNaN(at.getTime())) throw new DomainError('invalid_request', 'This list cannot go on here.')
  return { at, id }
}
