import { sql, type RawBuilder } from 'kysely'
import { PAGE_SIZE } from '#contract/base/listing.ts'
import type { Pence } from '#contract/base/money.ts'
import { DomainError } from '#server/domain-error.ts'

/** Position of a page's last row: the value by which the list is sorted, and its id. */
export interface CursorPosition<At = Date> {
  at: At
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

export const writeCursor = ({ at, id }: CursorPosition<Date | number | string>): string =>
  Buffer.from(`${at instanceof Date ? at.toISOString() : at} ${id}`).toString('base64url')

/** SQL of a direction of sorting. */
export const DIRECTIONS = { asc: sql`asc`, desc: sql`desc` }

/**
 * SQL condition: a row comes after the position in a list; true without a position. Rows with the same `at` are sorted by
 * `tie`: their id, or what `tieOf` selects for an id.
 */
export const isAfter = (
  position: CursorPosition<Date | number | string> | undefined,
  at: string | RawBuilder<unknown>,
  tie: string,
  direction: 'asc' | 'desc' = 'desc',
  tieOf = (id: string): RawBuilder<unknown> => sql`${id}::uuid`,
) =>
  position
    ? sql<boolean>`(${typeof at === 'string' ? sql.ref(at) : at}, ${sql.ref(tie)}) ${direction === 'desc' ? sql`<` : sql`>`} (${position.at}, ${tieOf(position.id)})`
    : sql<boolean>`true`

const CURSOR = /^(.*) ([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})$/
const TIME = /^[12]\d{3}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/

/** Reads a cursor of a list that is sorted by values that `read` understands. */
function readPosition<At>(
  cursor: string | undefined,
  read: (text: string) => At | undefined,
): CursorPosition<At> | undefined {
  if (cursor === undefined) return undefined
  const [, text = '', id] = CURSOR.exec(Buffer.from(cursor, 'base64url').toString()) ?? []
  const at = id === undefined ? undefined : read(text)
  if (at === undefined || id === undefined) throw pageNotFoundError()
  return { at, id }
}

/** Reads a cursor of a list that is sorted by time. */
export const readCursor = (cursor: string | undefined): CursorPosition | undefined =>
  readPosition(cursor, (text) => {
    const time = new Date(TIME.test(text) ? text : Number.NaN)
    return Number.isNaN(time.getTime()) ? undefined : time
  })

/** Reads a cursor of a list that is sorted by amount. */
export const readPenceCursor = (cursor: string | undefined): CursorPosition<Pence> | undefined =>
  readPosition(cursor, (text) => (/^\d{1,9}$/.test(text) ? Number(text) : undefined))

/** Reads a cursor of a list that is sorted by name. */
export const readTextCursor = (cursor: string | undefined): CursorPosition<string> | undefined =>
  readPosition(cursor, (text) => (/^\P{Cc}*$/u.test(text) ? text : undefined))

export const pageNotFoundError = () =>
  new DomainError('invalid_request', 'This part of the list is out of date. Please refresh the list.')
