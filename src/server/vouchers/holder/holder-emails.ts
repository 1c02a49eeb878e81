import { sql, type RawBuilder } from 'kysely'
import { REMINDER_DAYS } from '#contract/vouchers/voucher-page.ts'
import type { Services } from '#server/clients/services.ts'
import type { Statement } from '#server/db/db.ts'
import { inLondon, londonDayOf, startOfDay } from '#server/db/london-days.ts'
import { cancelEmails, enqueueEmail, isUnclaimed } from '#server/email/outbox.ts'
import { problemWith } from '#server/env.ts'
import { HOLDER_ADDRESS, LAST_DAY } from '#server/vouchers/rules/voucher-facts.ts'

// Emails to the holder: after each use, before the last day, and when that is moved.

/**
 * SQL condition: the last email with or about the voucher that left to its holder did not come back. One on paper, or
 * brought in, may have had none.
 */
const IS_REACHABLE = sql<boolean>`(${HOLDER_ADDRESS} <> '' and coalesce((
  select outbox.bounced_at is null from outbox
  where outbox.about = voucher.id
    and outbox.template in ('voucher-gift', 'voucher-used', 'voucher-reminder', 'voucher-extended')
    and outbox.recipient in (${HOLDER_ADDRESS}, '') and outbox.sent_at is not null
  order by outbox.created_at desc limit 1
), voucher.deliver_to = 'print'))`

/** How long a use can be undone before its email leaves (minutes). */
const USED_DELAY_MINUTES = 10

/**
 * Tells the recipient of a use, by its ledger entry. An email that waits is replaced: one tells of all uses from its first one
 * to the next email. Not the buyer, who must not learn when somebody visits the clinic.
 */
export const tellOfUse = (entryId: string, now: Date): Statement => sql`
  with voucher as (
    select voucher.id, entry.id as entry_id from voucher_entry entry join gift_voucher voucher on voucher.id = entry.voucher_id
    where entry.id = ${entryId} and entry.kind = 'redeem' and voucher.tell_holder and voucher.recipient_email <> ''
      and ${IS_REACHABLE} and not exists (select from outbox where key = ${usedKey(sql`voucher.id`, sql`entry.id`)})
  ),
  waiting as (
    ${cancelEmails(
      sql`about in (select id from voucher) and template = 'voucher-used' and failed_at is null and ${isUnclaimed(now)}`,
      now,
    )}
    returning coalesce(data ->> 'first', data -> 'entries' ->> 0) as first
  )
  ${enqueueEmail(
    {
      key: usedKey(sql`voucher.id`, sql`entry_id`),
      template: 'voucher-used',
      data: {
        first: sql`coalesce((
        select first from waiting join voucher_entry entry on entry.id = first::uuid order by position limit 1
      ), entry_id::text)`,
      },
      at: now,
      dueAt: sql`${now}::timestamptz + ${USED_DELAY_MINUTES} * interval '1 minute'`,
    },
    sql`from voucher`,
  )}`

/** CTE: tells the holder of each `voucher` of a statement that its last day has moved. */
export const tellOfNewDay = (now: Date): RawBuilder<unknown> => sql`
  told as (${enqueueEmail(
    {
      key: sql`'voucher:' || voucher.id || ':voucher-extended:' || ${LAST_DAY}`,
      template: 'voucher-extended',
      data: { lastDay: LAST_DAY },
      at: now,
      sendBefore: sql`voucher.expires_at`,
    },
    sql`
      from voucher where voucher.status = 'active' and voucher.reminders and voucher.buyer_name is distinct from ''
        and ${IS_REACHABLE}`,
  )})`

/** The hour in London from which reminders are sent. */
const REMINDER_TIME = '09:00'
/** A voucher that is younger has no reminder yet. */
const REMINDED_AFTER = sql`interval '60 days'`

const usedKey = (voucherId: RawBuilder<unknown>, entryId: RawBuilder<unknown>) =>
  sql`'voucher:' || ${voucherId} || ':voucher-used:' || ${entryId}`

const reminderKey = (days: RawBuilder<unknown>) =>
  sql`'voucher:' || voucher.id || ':voucher-reminder:' || ${days} || '-' || ${LAST_DAY}`

/**
 * Enqueues today's reminders, from nine o'clock in London on, and at once those of days on which the job could not run,
 * unless the day of the next one has come. Each is sent once, also for the last day after an extension.
 */
export async function remindHolders({ db, clock }: Pick<Services, 'db' | 'clock'>): Promise<void> {
  // Without the link that ends them there are none.
  if (problemWith('LINK_KEY')) return
  for (const [nth, days] of REMINDER_DAYS.entries())
    await db.run(enqueueReminders(days, REMINDER_DAYS[nth + 1] ?? -1, clock.now()))
}

/** SQL expression: the day of the last evening email, before which the same job has sent the reminders. */
const SINCE = sql`(select ${londonDayOf(sql`summarised_until`)} from settings)`

/** SQL expression: the end of validity of a voucher whose reminder so many days before the last one is due on a day. */
const endOf = (day: RawBuilder<unknown>, days: number) => startOfDay(day, days + 1)

/** SQL expression: when the reminder so many days before the last one is due. */
const dueOn = (days: RawBuilder<unknown>) => inLondon(sql`(${LAST_DAY} - ${days} + ${REMINDER_TIME}::time)`)

/** `nextDays`: how many days before the last one the next reminder is due. */
const enqueueReminders = (days: number, nextDays: number, now: Date): Statement =>
  enqueueEmail(
    {
      key: reminderKey(sql`${days}::int`),
      template: 'voucher-reminder',
      data: { lastDay: LAST_DAY },
      at: now,
      sendBefore: sql`voucher.expires_at`,
    },
    sql`
      from gift_voucher voucher
      where voucher.status = 'active' and voucher.expires_at <= ${endOf(londonDayOf(now), days)}
        and voucher.expires_at >= least(${endOf(SINCE, days)}, ${endOf(londonDayOf(now), days)})
        and voucher.expires_at > ${endOf(londonDayOf(now), nextDays)}
        and ${dueOn(sql`${days}::int`)} <= ${now} and voucher.issued_at <= ${dueOn(sql`${days}::int`)} - ${REMINDED_AFTER} and may_remind(voucher) and ${IS_REACHABLE}`,
  )

/** SQL expression on `gift_voucher voucher`: the day of the next reminder; null if there is none to come. */
export const nextReminderOn = (now: Date) =>
  sql<
    string | null
  >`case when ${!problemWith('LINK_KEY')}::boolean and may_remind(voucher) and ${IS_REACHABLE} then (
    select min(${LAST_DAY} - days) from unnest(${[...REMINDER_DAYS]}::int[]) days
    where ${LAST_DAY} - days >= ${londonDayOf(now)}
      and voucher.issued_at <= ${dueOn(sql`days`)} - ${REMINDED_AFTER}
      and not exists (select from outbox where key = ${reminderKey(sql`days`)})
  ) end`
