import { sql } from 'kysely'
import type { Statement } from '../db/db.ts'

export interface OutboxMail {
  id: string
  template: string
  recipient: string
  data: Record<string, unknown>
  /** How often it could not be sent. */
  attempts: number
}

const CLAIM = "interval '2 minutes'"

/** Takes due mails for this sender alone; a claim lapses, so that a sender that died does not keep them. */
export function claimDue(now: Date, limit: number): Statement<OutboxMail> {
  return sql<OutboxMail>`
    update outbox set claimed_until = ${now}::timestamptz + ${sql.raw(CLAIM)}
    where id in (
      select id from outbox
      where sent_at is null and failed_at is null and due_at <= ${now} and (claimed_until is null or claimed_until <= ${now})
      order by due_at limit ${limit} for update skip locked
    )
    returning id, template, recipient, data, attempts`
}

export function markSent(id: string, now: Date): Statement {
  return sql`update outbox set sent_at = ${now}, claimed_until = null, last_error = null where id = ${id}`
}

/** `dueAt` undefined: it has failed for good, which stands in the activity. */
export function markRefused(id: string, reason: string, dueAt: Date | undefined, now: Date): Statement {
  return sql`
    with refused as (
      update outbox set claimed_until = null, attempts = attempts + 1, last_error = ${reason},
        due_at = coalesce(${dueAt ?? null}::timestamptz, due_at), failed_at = ${dueAt ? null : now}::timestamptz
      where id = ${id}
      returning id, template, failed_at
    )
    insert into activity (at, actor, action, after)
    select ${now}, 'system', 'mail_failed', jsonb_build_object('outbox', id, 'template', template)
    from refused where failed_at is not null`
}

/** Takes up a mail that was given up on, to another address if one is given. */
export function requeueMail(
  id: string,
  recipient: string | undefined,
  actor: string,
  now: Date,
): Statement<{ id: string }> {
  return sql<{ id: string }>`
    with taken as (
      update outbox set failed_at = null, last_error = null, attempts = 0, due_at = ${now},
        recipient = coalesce(${recipient ?? null}::text, recipient)
      where id = ${id} and failed_at is not null and data is not null
      returning id, template
    ),
    noted as (
      insert into activity (at, actor, action, after)
      select ${now}, ${actor}, 'mail_resent', jsonb_build_object('outbox', id, 'template', template) from taken
    )
    select id from taken`
}
