import { sql } from 'kysely'
import type { adminEnquiriesEndpoint, Enquiry } from '#contract/admin-enquiries.ts'
import type { Query } from '#contract/endpoint.ts'
import { enquiryKinds } from '#contract/enquiry-choices.ts'
import { isAfter, PAGE_LIMIT, readCursor, toPage, writeCursor } from '#server/db/cursor.ts'
import type { Db } from '#server/db/db.ts'
import { searchCondition } from '#server/db/search-condition.ts'
import {
  ENQUIRY_TABLES,
  selectEnquiries,
  selectEnquiry,
  toEnquiry,
  toFoundEnquiry,
  type EnquiryKind,
  type EnquiryRow,
} from '#server/enquiries/enquiry-rows.ts'

export const STATES = {
  unanswered: sql`answered_at is null`,
  answered: sql`answered_at is not null`,
}

/** Returns one page of enquiries, newest first, and the cursor of the next page. */
export async function listEnquiries(
  db: Db,
  { search, kind, state, cursor }: Query<typeof adminEnquiriesEndpoint>,
): Promise<{ enquiries: Enquiry[]; cursor: string | undefined }> {
  const newestFirst = sql`order by created_at desc, id desc limit ${PAGE_LIMIT}`
  const where = sql`${state ? STATES[state] : sql`true`} and ${isAfter(readCursor(cursor), 'created_at', 'id')}`
  const pageOf = (kind: EnquiryKind) => {
    const found = searchCondition(search, { ...SEARCHABLE_ENQUIRIES, table: ENQUIRY_TABLES[kind], where })
    return sql`where ${found} ${newestFirst}`
  }
  const kinds = kind ? [kind] : enquiryKinds
  const rows = await db.run(
    sql<EnquiryRow>`select * from (${selectEnquiries(kinds, pageOf)}) pages ${newestFirst}`,
  )
  const { page: shown, cursor: next } = toPage(rows, ({ createdAt, id }) =>
    writeCursor({ at: createdAt, id }),
  )
  return { enquiries: shown.map(toEnquiry), cursor: next }
}

/** How enquiries of each kind are searched. */
const SEARCHABLE_ENQUIRIES = {
  at: 'created_at',
  hasAddress: (address: string) => sql`email = ${address}`,
  hasPhone: (pattern: string) => sql`phone_digits(phone) like ${pattern}`,
} as const

export const getEnquiry = async (db: Db, id: string): Promise<Enquiry> =>
  toFoundEnquiry(await db.run(selectEnquiry(id)))
