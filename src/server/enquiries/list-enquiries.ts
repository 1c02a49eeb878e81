import { sql, type RawBuilder } from 'kysely'
import type { Query } from '#contract/base/endpoint.ts'
import type { adminEnquiriesEndpoint, Enquiry } from '#contract/enquiries/admin-enquiries.ts'
import { enquiryKinds, type enquiryStates } from '#contract/enquiries/enquiry-choices.ts'
import type { Services } from '#server/clients/services.ts'
import { DIRECTIONS, isAfter, PAGE_LIMIT, readCursor, toPage, writeCursor } from '#server/db/cursor.ts'
import type { Db } from '#server/db/db.ts'
import { searchCondition } from '#server/db/search-condition.ts'
import {
  confirmedUntil,
  ENQUIRY_TABLES,
  selectEnquiries,
  selectEnquiry,
  toEnquiry,
  toFoundEnquiry,
  type EnquiryKind,
  type EnquiryRow,
} from '#server/enquiries/enquiry-rows.ts'

type EnquiryState = (typeof enquiryStates)[number]

/** SQL condition: an enquiry, of the table with this alias, is in a state. Only appointments can be booked. */
export function isInState(state: EnquiryState, table: string, now: Date): RawBuilder<boolean> {
  const answeredAt = sql.ref(`${table}.answered_at`)
  switch (state) {
    case 'unanswered':
      return sql<boolean>`${answeredAt} is null`
    case 'booked':
      return sql<boolean>`${confirmedUntil(table)} > ${now}::timestamptz`
    case 'answered':
      return sql<boolean>`${answeredAt} is not null`
  }
}

const NEWEST_FIRST = { column: 'createdAt', direction: 'desc' } as const
const SOONEST_FIRST = { column: 'confirmedFor', direction: 'asc' } as const

/** Returns one page of enquiries, newest first or, of what is booked, soonest first, and the cursor of the next page. */
export async function listEnquiries(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  { search, kind, state, cursor }: Query<typeof adminEnquiriesEndpoint>,
): Promise<{ enquiries: Enquiry[]; cursor: string | undefined }> {
  const kinds = enquiryKinds.filter(
    (each) => (!kind || each === kind) && (state !== 'booked' || each === 'appointment'),
  )
  if (kinds.length === 0) return { enquiries: [], cursor: undefined }
  const { column, direction } = state === 'booked' ? SOONEST_FIRST : NEWEST_FIRST
  const order = sql`order by ${sql.ref(column)} ${DIRECTIONS[direction]}, id ${DIRECTIONS[direction]} limit ${PAGE_LIMIT}`
  const place = isAfter(readCursor(cursor), column, 'id', direction)
  const found = searchCondition(search, { hasAddress: (address) => sql<boolean>`email = ${address}` })
  const pageOf = (each: EnquiryKind) => {
    const isListed = state ? isInState(state, ENQUIRY_TABLES[each], clock.now()) : sql`true`
    return sql`where ${isListed} and ${place} and ${found} ${order}`
  }
  const rows = await db.run(sql<EnquiryRow>`select * from (${selectEnquiries(kinds, pageOf)}) pages ${order}`)
  // What is booked has a time.
  const { page: shown, cursor: next } = toPage(rows, (row) => writeCursor({ at: row[column]!, id: row.id }))
  return { enquiries: shown.map(toEnquiry), cursor: next }
}

export const getEnquiry = async (db: Db, id: string): Promise<Enquiry> =>
  toFoundEnquiry(await db.run(selectEnquiry(id)))
