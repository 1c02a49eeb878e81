import { sql } from 'kysely'
import { PAGE_SIZE } from '#contract/listing.ts'
import { DomainError } from '#server/domain-error.ts'

/** Position of a page's last row, in a list that is sorted by time. */
export interface CursorPosition {
  at: Date
  id: string
}

/** One row more than a page, to find out whether there is a next page. */
export const PAGE_LIMIT = PAGE_SIZE + 1

/** Returns the rows of one page and the cursor of the next page, undefined on the last. */
export function toPage<Row>(
  rows: Row[],
  cursorOf: (row: Row) => string,
): { page: Row[]; cursor: string | undefined } {
  const page = rows.slice(0, PAGE_SIZE)
  const last = rows.length > PAGE_SIZE ? page.at(-1) : undefined
  return { page, cursor: last && cursorOf(last) }
}

export const writeCursor = ({ at, id }: CursorPosition): string =>
  Buffer.from(`${at.toISOString()} ${id}`).toString('base64url')

/** SQL condition: a row comes after the position in a list; true without a position. */
export const isAfter = (
  position: CursorPosition | undefined,
  at: string,
  id: string,
  first: 'newest' | 'oldest' = 'newest',
) =>
  position
    ? sql<boolean>`(${sql.ref(at)}, ${sql.ref(id)}) ${first === 'newest' ? sql`<` : sql`>`} (${position.at}, ${position.id}::uuid)`
    : sql<boolean>`true`

const CURSOR = /^([12]\d{3}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z) ([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})$/

export function readCursor(cursor: string | undefined): CursorPosition | undefined {
  if (cursor === undefined) return undefined
  const [, time = '', id = ''] = CURSOR.exec(Buffer.from(cursor, 'base64url').toString()) ?? []
  const at = new Date(time)
  if (Number.isNaN(at.getTime())) throw pageNotFoundError()
  return { at, id }
}

export const pageNotFoundError = () =>
  new DomainError('invalid_request', 'This part of the list is out of date. Please refresh the list.')
