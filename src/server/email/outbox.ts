import { sql, type RawBuilder, type Selectable } from 'kysely'
import { clinic } from '#clinic/current-clinic.ts'
import { recordActivity } from '#server/activity/record-activity.ts'
import type { Random } from '#server/clients/services.ts'
import type { Outbox } from '#server/db/database.types.ts'
import { query, type Statement } from '#server/db/db.ts'
import { insertRows } from '#server/db/insert-rows.ts'
import { jsonObject } from '#server/db/json-object.ts'
import type { EmailLoad } from '#server/email/email-layout.ts'
import type { TemplateData, TemplateName } from '#server/email/templates.ts'

type Sql = RawBuilder<unknown>

/** Outbox data of a template: JSON values or SQL expressions. */
export type EmailData<Name extends TemplateName> = {
  [Field in keyof TemplateData<Name>]: TemplateData<Name>[Field] | Sql
}

interface NewEmail<Name extends TemplateName> {
  /** Identifies the email: a second one with the same key is not enqueued. */
  key: string | Sql
  template: Name | RawBuilder<Name>
  /** Missing if the template loads it. */
  recipient?: string | Sql
  data: EmailData<Name>
  at: Date
  /** Default: `at`. */
  dueAt?: Sql
  /** Not sent from then on. Default: never. */
  sendBefore?: Sql
}

/** Enqueues an email for each row of `rows`, such as `from begun`. */
export const enqueueEmail = <Name extends TemplateName>(
  {
    key,
    template,
    recipient = '',
    data,
    at,
    dueAt = sql`${at}`,
    sendBefore = sql`null::timestamptz`,
  }: NewEmail<Name>,
  rows: Sql,
) =>
  insertRows(
    'outbox',
    {
      id: sql`gen_random_uuid()`,
      key,
      template,
      recipient,
      data: jsonObject(data),
      createdAt: at,
      dueAt,
      sendBefore,
    },
    rows,
  ).onConflict((conflict) => conflict.column('key').doNothing())

/**
 * SQL table `owner`: the addresses of the clinic and of all owners, each once, with the suffix of its email's key: empty,
 * or the admin's id as the third part.
 */
export const OWNER_ADDRESSES = sql`(
  select distinct on (lower(address)) address, suffix
  from (
    select ${clinic.email}::text, ''
    union all select email, ':' || id from admin_user where role = 'owner' and email is not null
  ) every (address, suffix)
  order by lower(address), suffix
) owner`

/**
 * SQL condition: the email is one to the holder of a voucher, which says what was true on its day and has the code, or for a
 * former address alone. It is not sent again, nor to another address.
 */
export const IS_SENT_ONCE = sql<boolean>`
  outbox.template in ('voucher-used', 'voucher-reminder', 'voucher-extended', 'address-changed')`

/** `attempts` counts failed ones. */
export type OutboxEmail = Pick<Selectable<Outbox>, 'id' | 'template' | 'recipient' | 'data' | 'attempts'>

/**
 * Withdraws emails that have not left. One that a sender has claimed, too, in case it has died: if it succeeds, the email
 * counts as sent.
 */
export const cancelEmails = (where: Sql, now: Date) =>
  query
    .updateTable('outbox')
    .set({ withdrawnAt: now })
    .where('sentAt', 'is', null)
    .where('withdrawnAt', 'is', null)
    .where(sql<boolean>`(${where})`)

/** SQL condition on `outbox`: no sender holds it. */
export const isUnclaimed = (now: Date) => sql`(claimed_until is null or claimed_until <= ${now})`

const CLAIM_MS = 120_000

const MICROSECONDS = 1_000_000

/**
 * Claims due emails for one sender, but none that was withdrawn, in the order in which they are due. The claim expires,
 * in case the sender crashes. A statement that is sent again finds its own claim by its end, a random microsecond.
 */
export function claimDueEmails({ now, random }: { now: Date; random: Random }, limit: number) {
  const micros = Buffer.from(random.bytes(4)).readUInt32LE() % MICROSECONDS
  const until = sql<Date>`${new Date(now.getTime() + CLAIM_MS)}::timestamptz + ${micros} * interval '1 microsecond'`
  const due = query
    .selectFrom('outbox')
    .select('id')
    .where('sentAt', 'is', null)
    .where('failedAt', 'is', null)
    .where('withdrawnAt', 'is', null)
    .where('dueAt', '<=', now)
    .where((email) => email.or([email('sendBefore', 'is', null), email('sendBefore', '>', now)]))
    .where((email) =>
      email.or([
        email('claimedUntil', 'is', null),
        email('claimedUntil', '<=', now),
        email('claimedUntil', '=', until),
      ]),
    )
    .orderBy('dueAt')
    .orderBy('key')
    .limit(limit)
    .forUpdate()
    .skipLocked()
  return query
    .with('claimed', (database) =>
      database
        .updateTable('outbox')
        // A sender that crashed may have sent it. Sent again, this statement finds its own claim.
        .set({
          claimedUntil: until,
          unansweredAt: sql<Date>`coalesce(unanswered_at, nullif(claimed_until, ${until}))`,
        })
        .where('id', 'in', due)
        .returning(['id', 'key', 'template', 'recipient', 'data', 'attempts', 'dueAt']),
    )
    .selectFrom('claimed')
    .select(['id', 'template', 'recipient', 'data', 'attempts'])
    .orderBy('dueAt')
    .orderBy('key')
}

/** SQL table on `outbox`: what an email says at this moment, if it is true. */
const factsOf = ({ recipient, data, from, waits = sql`false` }: EmailLoad<string>, now: Date) => sql`(
  select facts.* from (select ${now}::timestamptz as at) present cross join lateral (
    select ${recipient} as recipient, ${jsonObject(data)} as data, ${waits} as waits ${from}
  ) facts
  where facts.recipient <> ''
)`

/** SQL condition on `outbox`: what the email says is true, and may be said now. */
export const isStillTrue = (load: EmailLoad<string> | undefined, now: Date) =>
  load ? sql`exists (select from ${factsOf(load, now)} facts where not waits)` : sql`true`

/**
 * Statements that read what a claimed email says at this moment, and put it off or withdraw it if it is not true. Locks what
 * it is about: a change that has not committed yet finds in the row what was read.
 */
export const loadEmail = (id: string, load: EmailLoad<string>, now: Date) => {
  const about = sql`(select about from outbox where id = ${id})`
  const payment = sql`(select payment_id from refund where id = ${about})`
  return {
    voucherLock: sql`select from gift_voucher where id = ${about} or payment_id = ${payment} for share`,
    orderLock: sql`select from orders where id = ${about} or payment_id = ${payment} for share`,
    loaded: sql<OutboxEmail>`
      with email as (select * from outbox where id = ${id} and claimed_until is not null and withdrawn_at is null),
      facts as (select facts.* from email outbox cross join lateral ${factsOf(load, now)} facts),
      loaded as (
        update outbox set recipient = facts.recipient, data = coalesce(outbox.data, '{}') || facts.data
        from facts where outbox.id = ${id} and not waits returning outbox.*
      ),
      put_off as (
        update outbox set claimed_until = null, attempts = 0, due_at = ${now}::timestamptz + interval '50 minutes'
        from facts where outbox.id = ${id} and waits
      ),
      withdrawn as (
        update outbox set withdrawn_at = ${now}, claimed_until = null, last_error = 'not true any more'
        where id in (select id from email) and not exists (select from facts)
      )
      select id, template, recipient, data, attempts from loaded`,
  }
}

/**
 * Records that Postmark took an email, which may have been withdrawn since it was claimed. What Postmark has reported of it by
 * now stays.
 */
export const markSent = (id: string, messageId: string, now: Date) =>
  query
    .updateTable('outbox')
    .set({ messageId, claimedUntil: null, lastError: null, failedAt: null, withdrawnAt: null })
    .set((email) => ({ sentAt: email.fn.coalesce('sentAt', sql<Date>`${now}`) }))
    .where('id', '=', id)

/**
 * Enqueues emails once more, and selects them. `emails`: SQL `from …` with rows of the outbox as `last`. A template whose
 * data is blank must load all of it. `recipient`: of those that do not load theirs. Default: the same.
 */
export const enqueueAgain = (emails: Sql, now: Date, recipient?: string) =>
  insertRows(
    'outbox',
    {
      id: sql`gen_random_uuid()`,
      key: sql`last.key || ${`:again:${now.getTime()}`}::text`,
      template: sql`last.template`,
      recipient: sql`coalesce(${recipient ?? null}::text, last.recipient)`,
      data: sql`coalesce(last.data, '{}')`,
      createdAt: now,
      // One that has not been tried waits for its turn.
      dueAt: sql`case when last.sent_at is null and last.attempts = 0 then greatest(last.due_at, ${now}) else ${now} end`,
      sendBefore: sql`last.send_before`,
    },
    emails,
  )
    .onConflict((conflict) => conflict.column('key').doNothing())
    .returning(['id', 'template'])

interface FailedAttempt {
  reason: string
  /** The provider may have taken the email all the same. */
  mayHaveLeft: boolean
  /** When it is tried again. */
  dueAt: Date | undefined
}

/**
 * Records a failed attempt to send a claimed email. Without `dueAt` the email has failed permanently, which is logged in the
 * activity.
 */
export function markRefused(id: string, { reason, mayHaveLeft, dueAt }: FailedAttempt, now: Date): Statement {
  return sql`
    with refused as (
      update outbox set claimed_until = null, attempts = attempts + 1, last_error = ${reason},
        unanswered_at = case when ${mayHaveLeft} then coalesce(unanswered_at, ${now}::timestamptz) else unanswered_at end,
        first_due_at = case when attempts = 0 then due_at else first_due_at end,
        due_at = coalesce(${dueAt ?? null}::timestamptz, due_at), failed_at = ${dueAt ? null : now}::timestamptz,
        dismissed_at = case when ${dueAt !== undefined} then dismissed_at end
      where id = ${id} and claimed_until is not null
      returning id, template, failed_at, withdrawn_at
    )
    ${recordActivity(
      {
        at: now,
        actor: 'system',
        action: 'mail_failed',
        after: { outbox: sql`id`, template: sql`template` },
      },
      sql`from refused where failed_at is not null and withdrawn_at is null`,
    )}`
}
