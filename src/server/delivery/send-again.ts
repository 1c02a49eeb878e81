import { sql, type RawBuilder } from 'kysely'
import { recordActivity } from '#server/activity/record-activity.ts'
import type { Services } from '#server/clients/services.ts'
import type { Statement } from '#server/db/db.ts'
import { changeAddress, type Correctable } from '#server/delivery/change-address.ts'
import { DomainError } from '#server/domain-error.ts'
import { cancelEmails, enqueueAgain, IS_SENT_ONCE, isStillTrue } from '#server/email/outbox.ts'
import { resendVoucher } from '#server/vouchers/giving/give-at-desk.ts'

type Deps = Pick<Services, 'db' | 'clock' | 'random'>

interface StoredEmail {
  template: string
  recipient: string
  /** Whether it has the private link of a purchase, which anyone who gets the email could open. */
  hasLink: boolean
  /** What it is about, if that has an address that can be corrected. */
  kind: Correctable['kind'] | null
  about: string
  isUndelivered: boolean
  wasSentAgain: boolean
}

interface Copying {
  recipient: string | undefined
  /** Whether the email reads its recipient when it leaves, whatever is asked for. */
  isLoaded: boolean
  isTrue: RawBuilder<unknown>
  actor: string
}

/**
 * Sends an email again that failed for good or came back, to a corrected address if one is given: what the email is
 * about then has it, too. An email with a voucher says what is true now. A repeat sends nothing: what comes back again is
 * another email.
 */
export async function sendAgain(
  services: Deps,
  { id, recipient, actor }: { id: string; recipient: string | undefined; actor: string },
): Promise<void> {
  const { db, clock } = services
  const [email] = await db.run(selectEmail(id, clock.now()))
  if (!email || !(email.isUndelivered || email.wasSentAgain)) throw goneError()
  const other = recipient === email.recipient ? undefined : recipient
  if (email.kind && other) {
    await changeAddress(services, { kind: email.kind, id: email.about, email: other, requestId: id }, actor)
  } else if (email.template === 'voucher-gift') {
    const wanted = { recipientEmail: other, requestId: id }
    await resendVoucher(services, { voucherId: email.about, actor }, wanted)
  } else if (email.hasLink && other) {
    throw new DomainError(
      'invalid_request',
      'This email has the buyer’s private link. Please press “Correct email address” on the voucher or order instead.',
      { fields: { recipientEmail: 'Please correct the buyer’s address on the voucher or order instead' } },
    )
  } else {
    const { loadOf } = await import('#server/email/templates.ts')
    const load = loadOf(email.template)
    const isTrue = isStillTrue(load, clock.now())
    const { sent } = await db.batch({
      locked: sql`select from outbox where id = ${id} for update`,
      sent: copyUndelivered(
        id,
        { recipient: other, isLoaded: load !== undefined, isTrue, actor },
        clock.now(),
      ),
    })
    if (sent.length === 0) throw goneError()
  }
}

const goneError = () =>
  new DomainError(
    'not_found',
    'This email cannot be sent again, because it has already been sent again or is no longer needed.',
  )

const IS_UNDELIVERED = sql`(bounced_at is not null or failed_at is not null and withdrawn_at is null) and data is not null`

/** SQL condition: `copy` is a later one of the email. One about nothing has none but that of this moment. */
const isCopy = (now: Date) => sql`(
  copy.about = outbox.about and starts_with(copy.key, outbox.key || ':again:')
  or copy.key = outbox.key || ${`:again:${now.getTime()}`}::text)`

const selectEmail = (id: string, now: Date): Statement<StoredEmail> => sql<StoredEmail>`
  select template, recipient, data ? 'linkId' as has_link, about, coalesce(${IS_UNDELIVERED}, false) as is_undelivered,
    exists (select from outbox copy where ${isCopy(now)}) or exists (
      select from idempotent_result
      where endpoint in ('changeAddress', 'resendVoucher') and target = about and request_id = outbox.id
    ) as was_sent_again,
    case when template in ('voucher-receipt', 'voucher-copy') then 'voucher'
      when template = 'voucher-gift' and (select deliver_to from gift_voucher where id = about) = 'buyer' then 'voucher'
      when template in ('order-confirmation', 'order-ready') then 'order'
      when template in ('appointment-confirmation', 'appointment-confirmed') then 'appointment'
      when template = 'contact-confirmation' then 'message' when template = 'product-inquiry-confirmation' then 'question' end as kind
  from outbox
  where id = ${id} and not ${IS_SENT_ONCE}`

/** Enqueues an email that failed or came back once more. The first one keeps what Postmark reported of it. */
const copyUndelivered = (
  id: string,
  { recipient, isLoaded, isTrue, actor }: Copying,
  now: Date,
): Statement<{ id: string }> => sql<{ id: string }>`
  with sent as (
    select copy.id from outbox copy join outbox on ${isCopy(now)}
    where outbox.id = ${id} and (${isLoaded} or copy.recipient = coalesce(${recipient ?? null}::text, outbox.recipient))
  ),
  undelivered as materialized (
    select outbox.* from outbox
    where id = ${id} and ${IS_UNDELIVERED} and ${isTrue} and not exists (select from sent)
  ),
  cancelled as (${cancelEmails(sql`id in (select id from undelivered)`, now)}),
  copied as (${enqueueAgain(sql`from undelivered last`, now, recipient)}),
  activity_entry as (${recordActivity(
    {
      at: now,
      actor,
      action: 'mail_resent',
      after: { outbox: sql`id`, template: sql`template`, corrected: recipient !== undefined },
    },
    sql`from copied`,
  )})
  select id from copied union select id from sent`
