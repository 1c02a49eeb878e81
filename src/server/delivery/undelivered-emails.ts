import { sql } from 'kysely'
import type { Reply } from '#contract/base/endpoint.ts'
import type { EmailState } from '#contract/base/statuses.ts'
import type { recordEmailsEndpoint } from '#contract/email/emails.ts'
import { recordActivity } from '#server/activity/record-activity.ts'
import { ownersOnly, type Viewer } from '#server/auth/rules/owners-only.ts'
import type { Services } from '#server/clients/services.ts'
import { DomainError } from '#server/domain-error.ts'
import { IS_SENT_ONCE } from '#server/email/outbox.ts'
import { emailStateColumns, toEmailState, type EmailStateRow } from '#server/email/rules/email-state.ts'
import { problemWith } from '#server/env.ts'

/** Templates whose names the owner would not understand. */
const TITLES: Record<string, string> = {
  'voucher-gift': 'Gift voucher',
  'voucher-receipt': 'Receipt',
  'order-ready': 'Notice that the order is ready or on its way',
  'voucher-copy': 'Copy of the voucher for the buyer',
  'voucher-ended': 'Notice that the voucher cannot be used',
  'voucher-used': 'Notice of the remaining balance',
  'voucher-reminder': 'Reminder before the voucher expires',
  'voucher-extended': 'Notice that the voucher is valid for longer',
  'purchase-cancelled': 'Acknowledgement of the cancellation',
  'voucher-refunded': 'Notice of the refund',
  'voucher-part-refunded': 'Notice of the refund',
  'gift-changed': 'Notice to the buyer about a change',
  'gift-replaced': 'Notice that the old code cannot be used',
  'gift-undelivered': 'Notice to the buyer that the voucher did not arrive',
  'address-changed': 'Notice that the address was changed',
  'contact-confirmation': 'Confirmation that we received the message',
  'appointment-confirmation': 'Confirmation that we received the request',
  'appointment-confirmed': 'Confirmed appointment',
  'product-inquiry-confirmation': 'Confirmation that we received the question',
}

/** Returns what an email is, in words: "Gift voucher", "Order confirmation". */
export const titleOf = (template: string): string =>
  TITLES[template] ?? template.charAt(0).toUpperCase() + template.slice(1).replaceAll('-', ' ')

/** SQL condition: no later email of the same kind about the same thing was enqueued. */
const IS_LATEST = sql<boolean>`not exists (
  select from outbox later where later.about = outbox.about
    and later.template = outbox.template and later.created_at > outbox.created_at
)`

/** Emails to the clinic, and to people about their own sign-in. */
const NOTICES = [
  'account-changed',
  'day-closing',
  'invitation',
  'new-device',
  'password-reset',
  'voucher-notice',
  'order-notice',
  'cancellation-notice',
  'contact-message',
  'appointment-request',
  'product-inquiry',
]

interface RecordEmailRow extends EmailStateRow {
  id: string
  template: string
  recipient: string
  canResend: boolean
}

/** SQL condition: an email with the code of a voucher, which cannot be used. */
const IS_HELD = sql`template in ('voucher-gift', 'voucher-copy') and exists (
  select from gift_voucher where gift_voucher.id = outbox.about and status <> 'active')`

/** Returns the emails to customers about a voucher, an order or an enquiry, newest first, without those replaced in time. */
export async function listRecordEmails(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  id: string,
): Promise<Reply<typeof recordEmailsEndpoint>> {
  const rows = await db.run(sql<RecordEmailRow>`
    select outbox.id, template, recipient, ${emailStateColumns('outbox', clock.now(), IS_HELD)},
      (bounced_at is not null or failed_at is not null and withdrawn_at is null) and data is not null and not ${IS_SENT_ONCE} and not (${IS_HELD}) and ${IS_LATEST} as can_resend
    from outbox where about = ${id} and template <> all(${NOTICES}) and (withdrawn_at is null or recipient <> '')
    order by created_at desc, key limit 50`)
  return {
    emails: rows.map(({ template, ...row }) => ({
      id: row.id,
      what: titleOf(template),
      recipient: row.recipient,
      ...(toEmailState(row) ?? { state: 'waiting' }),
      canResend: row.canResend,
    })),
    isReported: problemWith('POSTMARK_WEBHOOK_PASSWORD') === undefined,
  }
}

/** Throws `forbidden` unless somebody is an owner, or the email is to a customer about a voucher, an order or an enquiry. */
export async function requireCustomerEmail(db: Services['db'], viewer: Viewer, id: string): Promise<void> {
  if (viewer.role === 'owner') return
  const [internal] = await db.run(sql`
    select id from outbox where id = ${id} and (template = any(${NOTICES}) or not exists (
      select from gift_voucher where id = about union all select from orders where id = about
      union all select from appointment where id = about union all select from contact_message where id = about
      union all select from product_inquiry where id = about))`)
  if (internal) throw await ownersOnly(db)
}

/** Takes an email that failed or bounced from Needs attention. A repeat changes nothing. */
export async function dismissEmail(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  id: string,
  actor: string,
): Promise<void> {
  const now = clock.now()
  const [found] = await db.run(sql<{ id: string }>`
    with dismissed as (
      update outbox set dismissed_at = ${now}
      where id = ${id} and dismissed_at is null and coalesce(failed_at, bounced_at, delayed_at, accepted_at) is not null
      returning id, template
    ),
    activity_entry as (${recordActivity(
      { at: now, actor, action: 'mail_dismissed', after: { outbox: sql`id`, template: sql`template` } },
      sql`from dismissed`,
    )})
    select id from outbox where id = ${id} and coalesce(failed_at, bounced_at, delayed_at, accepted_at) is not null`)
  if (!found) throw new DomainError('not_found', 'This email has already been sent again or marked as done.')
}

interface UndeliveredRow {
  id: string
  at: Date
  state: Extract<EmailState['state'], 'failed' | 'bounced' | 'delayed'> | 'elsewhere'
  reason: NonNullable<EmailState['reason']> | null
  recipient: string
  template: string
  isReceipt: boolean
  voucherId: string | null
  orderId: string | null
  requestId: string | null
}

/** The visitor's enquiry that an email is about, unless it is deleted since. */
const ENQUIRY = sql<string | null>`(
  select id from (
    select id from appointment union all select id from contact_message union all select id from product_inquiry
  ) enquiry
  where id = outbox.about)`

/** Selects emails that did not arrive and that nobody has dealt with. A voucher that cannot be used needs none. */
export const selectUndeliveredEmails = (now: Date, limit: number) => sql<UndeliveredRow>`
  select outbox.id, coalesce(bounced_at, failed_at, sent_at) as at, recipient, template, bounce as reason,
    case when bounced_at is not null then 'bounced' when failed_at is not null then 'failed' else 'delayed' end as state,
    template in ('voucher-receipt', 'order-confirmation') as is_receipt,
    voucher.id as voucher_id, orders.id as order_id, ${ENQUIRY} as request_id
  from outbox
    left join gift_voucher voucher on voucher.id = outbox.about
    left join orders on orders.id = outbox.about
  where (bounced_at is not null or failed_at is not null or delayed_at is not null and accepted_at is null)
    and (bounced_at is not null or failed_at is not null or sent_at < ${now}::timestamptz - interval '24 hours')
    and withdrawn_at is null and dismissed_at is null and data is not null
    and (template not in ('voucher-gift', 'voucher-copy') or voucher.status = 'active') and not ${IS_SENT_ONCE} and ${IS_LATEST}
  order by coalesce(bounced_at, failed_at, sent_at) desc limit ${limit}`

/**
 * Selects emails with the present code of a voucher that arrived after all where it is no longer for: they had come back,
 * and the voucher has kept its code.
 */
export const selectArrivedElsewhere = (limit: number) => sql<UndeliveredRow>`
  select distinct outbox.id, accepted_at as at, recipient, template, null as reason, 'elsewhere' as state,
    false as is_receipt, voucher.id as voucher_id, null::uuid as order_id, null::uuid as request_id
  from email_event event
    join outbox on outbox.id = event.outbox_id
    join gift_voucher voucher on voucher.id = outbox.about and template in ('voucher-gift', 'voucher-copy', 'voucher-receipt')
  where event.record_type = 'Bounce' and accepted_at is not null and bounced_at is null and dismissed_at is null
    and recipient not in ('', coalesce(voucher.recipient_email, ''), coalesce(voucher.buyer_email, ''))
    and (template = 'voucher-gift' or data ->> 'deliverTo' <> 'recipient')
    and data ->> 'voucherCode' = voucher.code and voucher.status = 'active'
  order by accepted_at desc limit ${limit}`
