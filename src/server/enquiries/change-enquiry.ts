import { sql, type RawBuilder } from 'kysely'
import type { Enquiry } from '#contract/enquiries/admin-enquiries.ts'
import { enquiryKinds } from '#contract/enquiries/enquiry-choices.ts'
import { recordActivity } from '#server/activity/record-activity.ts'
import type { Services } from '#server/clients/services.ts'
import { DomainError } from '#server/domain-error.ts'
import { ENQUIRY_TABLES, selectEnquiry, toFoundEnquiry } from '#server/enquiries/enquiry-rows.ts'

type Deps = Pick<Services, 'db' | 'clock'>
type Sql = RawBuilder<unknown>

/** Marks an enquiry as answered. The first time counts: a repeat changes nothing. */
export async function answerEnquiry({ db, clock }: Deps, id: string, actor: string): Promise<Enquiry> {
  const now = clock.now()
  const { enquiry } = await db.batch({
    answered: sql`
      with ${updateEnquiry(id, sql`answered_at = ${now}`, sql`answered_at is null`)}
      ${recordActivity({ at: now, actor, action: 'request_answered', after: ABOUT }, sql`from changed`)}`,
    enquiry: selectEnquiry(id),
  })
  return toFoundEnquiry(enquiry)
}

/** Makes an answered enquiry unanswered. A repeat changes nothing. */
export async function reopenEnquiry({ db, clock }: Deps, id: string, actor: string): Promise<Enquiry> {
  const { enquiry } = await db.batch({
    reopened: sql`
      with ${updateEnquiry(id, sql`answered_at = null`, sql`answered_at is not null`)}
      ${recordActivity(
        { at: clock.now(), actor, action: 'request_reopened', after: ABOUT },
        sql`from changed`,
      )}`,
    enquiry: selectEnquiry(id),
  })
  return toFoundEnquiry(enquiry)
}

interface NoteChange {
  note: string | undefined
  /** If present, the change applies only to this note; null stands for none. */
  from?: string | null | undefined
}

/** Writes or deletes the private note. Throws `changed_meanwhile` if another one was written since `from` was shown. */
export async function changeEnquiryNote(
  { db }: Pick<Services, 'db'>,
  id: string,
  { note, from }: NoteChange,
): Promise<Enquiry> {
  const isShown = from === undefined ? sql`true` : sql`note is not distinct from ${from}::text`
  const { enquiry: rows } = await db.batch({
    changed: sql`with ${updateEnquiry(id, sql`note = ${note ?? null}`, isShown)} select from changed`,
    enquiry: selectEnquiry(id),
  })
  const enquiry = toFoundEnquiry(rows)
  if (enquiry.note !== (note ?? null)) {
    throw new DomainError(
      'changed_meanwhile',
      'This note has just been changed somewhere else. Please copy your version, then refresh the page to see the new one.',
    )
  }
  return enquiry
}

const ABOUT = { kind: sql`changed.kind`, request: sql`changed.id` }

/** CTEs that update the enquiry with this id in whichever table it is; `changed` has its kind and id. */
const updateEnquiry = (id: string, set: Sql, where: Sql): Sql => sql`
  ${sql.join(
    enquiryKinds.map(
      (kind) =>
        sql`${sql.ref(kind)} as (update ${sql.table(ENQUIRY_TABLES[kind])} set ${set} where id = ${id} and ${where} returning id)`,
    ),
  )},
  changed as (${sql.join(
    enquiryKinds.map((kind) => sql`select ${kind}::text as kind, id from ${sql.ref(kind)}`),
    sql` union all `,
  )})`
