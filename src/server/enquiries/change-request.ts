import { sql, type RawBuilder } from 'kysely'
import { requestKinds, type VisitorRequest } from '#contract/requests.ts'
import { recordActivity } from '#server/activity/record-activity.ts'
import type { Services } from '#server/clients/services.ts'
import { DomainError } from '#server/domain-error.ts'
import { REQUEST_TABLES, selectRequest, toFoundRequest } from '#server/enquiries/request-rows.ts'

type Deps = Pick<Services, 'db' | 'clock'>
type Sql = RawBuilder<unknown>

/** Marks a request as answered. The first time counts: a repeat changes nothing. */
export async function answerRequest({ db, clock }: Deps, id: string, actor: string): Promise<VisitorRequest> {
  const now = clock.now()
  const { request } = await db.batch({
    answered: sql`
      with ${updateRequest(id, sql`answered_at = ${now}`, sql`answered_at is null`)}
      ${recordActivity({ at: now, actor, action: 'request_answered', after: ABOUT }, sql`from changed`)}`,
    request: selectRequest(id),
  })
  return toFoundRequest(request)
}

/** Makes an answered request unanswered. A repeat changes nothing. */
export async function reopenRequest({ db, clock }: Deps, id: string, actor: string): Promise<VisitorRequest> {
  const { request } = await db.batch({
    reopened: sql`
      with ${updateRequest(id, sql`answered_at = null`, sql`answered_at is not null`)}
      ${recordActivity(
        { at: clock.now(), actor, action: 'request_reopened', after: ABOUT },
        sql`from changed`,
      )}`,
    request: selectRequest(id),
  })
  return toFoundRequest(request)
}

interface NoteChange {
  note: string | undefined
  /** If present, the change applies only to this note; null stands for none. */
  from?: string | null | undefined
}

/** Writes or deletes the private note. Throws `changed_meanwhile` if another one was written since `from` was shown. */
export async function changeRequestNote(
  { db }: Pick<Services, 'db'>,
  id: string,
  { note, from }: NoteChange,
): Promise<VisitorRequest> {
  const isShown = from === undefined ? sql`true` : sql`note is not distinct from ${from}::text`
  const { request: rows } = await db.batch({
    changed: sql`with ${updateRequest(id, sql`note = ${note ?? null}`, isShown)} select from changed`,
    request: selectRequest(id),
  })
  const request = toFoundRequest(rows)
  if (request.note !== (note ?? null)) {
    throw new DomainError(
      'changed_meanwhile',
      'This note was changed in another window meanwhile. Copy yours, then refresh to see the other one.',
    )
  }
  return request
}

const ABOUT = { kind: sql`changed.kind`, request: sql`changed.id` }

/** CTEs that update the request with this id in whichever table it is; `changed` has its kind and id. */
const updateRequest = (id: string, set: Sql, where: Sql): Sql => sql`
  ${sql.join(
    requestKinds.map(
      (kind) =>
        sql`${sql.ref(kind)} as (update ${REQUEST_TABLES[kind]} set ${set} where id = ${id} and ${where} returning id)`,
    ),
  )},
  changed as (${sql.join(
    requestKinds.map((kind) => sql`select ${kind}::text as kind, id from ${sql.ref(kind)}`),
    sql` union all `,
  )})`
