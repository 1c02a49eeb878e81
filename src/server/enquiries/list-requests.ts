import { sql } from 'kysely'
import type { Query } from '#contract/endpoint.ts'
import { requestKinds, type adminRequestsEndpoint, type VisitorRequest } from '#contract/requests.ts'
import { isAfter, PAGE_LIMIT, readCursor, toPage, writeCursor } from '#server/db/cursor.ts'
import type { Db } from '#server/db/db.ts'
import {
  selectRequest,
  selectRequests,
  toFoundRequest,
  toRequest,
  type RequestRow,
} from '#server/enquiries/request-rows.ts'

const STATES = {
  unanswered: sql`answered_at is null`,
  answered: sql`answered_at is not null`,
}

/** Returns one page of requests, newest first, and the cursor of the next page. */
export async function listRequests(
  db: Db,
  { kind, state, cursor }: Query<typeof adminRequestsEndpoint>,
): Promise<{ requests: VisitorRequest[]; cursor: string | undefined }> {
  const newestFirst = sql`order by created_at desc, id desc limit ${PAGE_LIMIT}`
  const page = sql`
    where ${state ? STATES[state] : sql`true`}
      and ${isAfter(readCursor(cursor), 'created_at', 'id')} ${newestFirst}`
  const kinds = kind ? [kind] : requestKinds
  const rows = await db.run(
    sql<RequestRow>`select * from (${selectRequests(kinds, page)}) pages ${newestFirst}`,
  )
  const { page: shown, cursor: next } = toPage(rows, ({ createdAt, id }) =>
    writeCursor({ at: createdAt, id }),
  )
  return { requests: shown.map(toRequest), cursor: next }
}

export const getRequest = async (db: Db, id: string): Promise<VisitorRequest> =>
  toFoundRequest(await db.run(selectRequest(id)))
