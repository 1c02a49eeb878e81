import { sql, type RawBuilder } from 'kysely'
import { REMINDER_DAYS } from '#contract/voucher-page.ts'
import type { Services } from '#server/clients/services.ts'
import type { Statement } from '#server/db/db.ts'
import { jsonObject } from '#server/db/json-object.ts'
import { enqueueEmail } from '#server/email/outbox.ts'
import { problemWith } from '#server/env.ts'
import { HOLDER_OF } from '#server/vouchers/gift-email.ts'

// Emails to the holder: after each use, before the last day, and when that is moved. The trigger `follow_holder_emails`
// keeps the unsent ones true, or withdraws them.

/** SQL expression: the recipient, or the buyer if the voucher names no address of the recipient. '' once erased. */
const HOLDER_ADDRESS = sql`coalesce(voucher.recipient_email, voucher.buyer_email)`

/** SQL expression: the last valid day in London. */
const LAST_DAY = sql`((voucher.expires_at at time zone 'Europe/London')::date - 1)`

/**
 * SQL condition: the last email with or about the voucher that left to its holder did not come back. One on paper, or
 * brought in, may have had none.
 */
const IS_REACHABLE = sql<boolean>`(${HOLDER_ADDRESS} <> '' and coalesce((
  select outbox.bounced_at is null from outbox
  where split_part(outbox.key, ':', 2) = voucher.id::text
    and outbox.template in ('voucher-gift', 'voucher-used', 'voucher-reminder', 'voucher-extended')
    and outbox.recipient in (${HOLDER_ADDRESS}, '') and outbox.sent_at is not null
  order by outbox.created_at desc limit 1
), voucher.deliver_to = 'print'))`

/** The data of these emails, as the trigger refreshes it while they stand. */
const holderEmailData = {
  voucherCode: sql`voucher.code`,
  recipientName: sql`voucher.recipient_name`,
  buyerName: sql`voucher.buyer_name`,
  isForBuyer: sql`voucher.recipient_email is null`,
  holderOf: HOLDER_OF,
  pence: sql`voucher.balance_pence`,
  lastDay: LAST_DAY,
}

/** How long a use can be undone before its email leaves (minutes). */
const USED_DELAY_MINUTES = 10

/** Locks the emails that tell of uses and wait: a sender that has claimed one is done with its row. */
export const lockUsedEmails = (voucherId: string) => sql`
  select id from outbox
  where split_part(key, ':', 2) = ${voucherId}::text and template = 'voucher-used' and sent_at is null for update`

/**
 * Tells the recipient of a use, by its ledger entry: by an email of its own, or by one that waits. Not the buyer, who
 * must not learn when somebody visits the clinic.
 */
export const tellOfUse = (entryId: string, now: Date): Statement => {
  const due = sql`${now}::timestamptz + ${USED_DELAY_MINUTES} * interval '1 minute'`
  const entries = sql`coalesce(waiting.entries, '[]') || jsonb_build_array(entry.id)`
  const data = { ...holderEmailData, entries: sql`entries`, uses: sql`uses_of(entries)` }
  return sql`
    with voucher as (
      select voucher.*, entry.id as entry_id, waiting.id as email_id, ${entries} as entries
      from voucher_entry entry join gift_voucher voucher on voucher.id = entry.voucher_id left join lateral (
        select outbox.id, data -> 'entries' as entries from outbox
        where split_part(outbox.key, ':', 2) = voucher.id::text and outbox.template = 'voucher-used' and sent_at is null
          and failed_at is null and data is not null and (claimed_until is null or claimed_until <= ${now})
        order by created_at desc limit 1
      ) waiting on true
      where entry.id = ${entryId} and entry.kind = 'redeem' and voucher.tell_holder and voucher.recipient_email <> ''
        and ${IS_REACHABLE} and not coalesce(waiting.entries, '[]') ? entry.id::text
    ),
    merged as (
      -- One that was withdrawn has not followed the voucher.
      update outbox set due_at = ${due}, withdrawn_at = null, recipient = voucher.recipient_email, data = ${jsonObject(data)}
      from voucher where outbox.id = voucher.email_id
    )
    ${enqueueEmail(
      {
        key: sql`'voucher:' || voucher.id || ':voucher-used:' || entry_id`,
        template: 'voucher-used',
        recipient: sql`voucher.recipient_email`,
        data,
        at: now,
        dueAt: due,
      },
      sql`from voucher where email_id is null`,
    )}`
}

/** CTE: tells the holder of each `voucher` of a statement that its last day has moved. */
export const tellOfNewDay = (now: Date): RawBuilder<unknown> => sql`
  told as (${enqueueEmail(
    {
      key: sql`'voucher:' || voucher.id || ':voucher-extended:' || ${LAST_DAY}`,
      template: 'voucher-extended',
      recipient: HOLDER_ADDRESS,
      data: holderEmailData,
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

const today = (now: Date) => sql`(${now}::timestamptz at time zone 'Europe/London')::date`

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
const SINCE = sql`(select (summarised_until at time zone 'Europe/London')::date from settings)`

/** SQL expression: the end of validity of a voucher whose reminder so many days before the last one is due on a day. */
const endOf = (day: RawBuilder<unknown>, days: number) =>
  sql`((${day} + ${days + 1}::int)::timestamp at time zone 'Europe/London')`

/** SQL expression: when the reminder so many days before the last one is due. */
const dueOn = (days: RawBuilder<unknown>) =>
  sql`((${LAST_DAY} - ${days} + ${REMINDER_TIME}::time) at time zone 'Europe/London')`

/** `nextDays`: how many days before the last one the next reminder is due. */
const enqueueReminders = (days: number, nextDays: number, now: Date): Statement =>
  enqueueEmail(
    {
      key: reminderKey(sql`${days}::int`),
      template: 'voucher-reminder',
      recipient: HOLDER_ADDRESS,
      data: { ...holderEmailData, voucher: sql`voucher.id` },
      at: now,
      sendBefore: sql`voucher.expires_at`,
    },
    sql`
      from gift_voucher voucher
      where voucher.status = 'active' and voucher.expires_at <= ${endOf(today(now), days)}
        and voucher.expires_at >= least(${endOf(SINCE, days)}, ${endOf(today(now), days)})
        and voucher.expires_at > ${endOf(today(now), nextDays)}
        and ${dueOn(sql`${days}::int`)} <= ${now} and voucher.issued_at <= ${dueOn(sql`${days}::int`)} - ${REMINDED_AFTER} and may_remind(voucher) and ${IS_REACHABLE}`,
  )

/** SQL expression on `gift_voucher voucher`: the day of the next reminder; null if there is none to come. */
export const nextReminderOn = (now: Date) =>
  sql<
    string | null
  >`case when ${!problemWith('LINK_KEY')}::boolean and may_remind(voucher) and ${IS_REACHABLE} then (
    select min(${LAST_DAY} - days) from unnest(${[...REMINDER_DAYS]}::int[]) days
    where ${LAST_DAY} - days >= ${today(now)}
      and voucher.issued_at <= ${dueOn(sql`days`)} - ${REMINDED_AFTER}
      and not exists (select from outbox where key = ${reminderKey(sql`days`)})
  ) end`

/** Withdraws the reminders that wait while there are none, and lets them leave again after that: the trigger does both. */
export const followReminderSetting = (now: Date): Statement => sql`
  update gift_voucher set reminders = reminders where id in (
    select split_part(key, ':', 2)::uuid from outbox
    where template = 'voucher-reminder' and sent_at is null and data is not null and send_before > ${now}
  )`
