import { sql, type RawBuilder } from 'kysely'
import { linkIdOf } from '#server/db/link-id.ts'
import { DomainError } from '#server/domain-error.ts'
import { enqueueEmail } from '#server/email/outbox.ts'
import { dayAhead, dueAt, GIFT_ADDRESS, HOLDER_OF } from '#server/vouchers/gift-email.ts'
import { voucherEmailData } from '#server/vouchers/issue-voucher.ts'

// CTEs of a statement that changes where or when a voucher goes. They follow its CTE `voucher`: the changed
// `gift_voucher`, with `email_id`, its unsent email or null, and `former_address`, where it went before.

const isStillReplaced = sql`
  voucher.former_address = ${GIFT_ADDRESS} and coalesce((data ->> 'replaces')::boolean, false)`

const hasMoved = (formerDay: RawBuilder<unknown>, now: Date) => sql`
  voucher.former_address is distinct from ${GIFT_ADDRESS}
  or ${dayAhead(formerDay, now)} is distinct from ${dayAhead(sql`voucher.send_on`, now)}`

/** A new key: two changes of one millisecond are two emails. The changes themselves are safe to repeat. */
const newKey = (template: string) =>
  sql`'voucher:' || voucher.id || ${`:${template}:`}::text || gen_random_uuid()`

/**
 * Emails the voucher, on its day if it has one: an unsent email is changed, which the trigger `follow_voucher` completes,
 * else one is enqueued. `replaces`: it has a new code; SQL condition, the address has had it with the former one. Then the
 * row gets another id: the former code may have left under its own unrecorded, and Postmark reports on that email.
 */
export const sendGiftEmail = (now: Date, replaces?: RawBuilder<unknown>) => sql`
  requeued as (
    update outbox set
      ${replaces ? sql`id = gen_random_uuid(), unanswered_at = null, claimed_until = null,` : sql``}
      due_at = ${dueAt(sql`voucher.send_on`, now)}, failed_at = null, last_error = null, attempts = 0,
      data = coalesce(data, '{}') || jsonb_build_object('replaces', ${replaces ?? isStillReplaced}, 'holderOf', ${HOLDER_OF})
    from voucher where outbox.id = voucher.email_id
  ),
  gift_email as (${enqueueEmail(
    {
      key: newKey('voucher-gift'),
      template: 'voucher-gift',
      recipient: GIFT_ADDRESS,
      data: { ...voucherEmailData, replaces: replaces ?? sql`false` },
      at: now,
      dueAt: dueAt(sql`voucher.send_on`, now),
      sendBefore: sql`voucher.expires_at`,
    },
    sql`
      from voucher left join payment on payment.id = voucher.payment_id
      where voucher.email_id is null and ${GIFT_ADDRESS} <> ''`,
  )})`

/**
 * Tells the buyer that the voucher goes to another address or on another day, or has another code, unless it is emailed to
 * the buyer. `formerDay`: SQL expression, its day before, if it keeps its code.
 */
export const tellBuyer = (now: Date, formerDay?: RawBuilder<unknown>) => sql`
  buyer_email as (${enqueueEmail(
    {
      key: newKey('gift-changed'),
      template: 'gift-changed',
      recipient: sql`voucher.buyer_email`,
      data: {
        buyerName: sql`voucher.buyer_name`,
        recipientName: sql`voucher.recipient_name`,
        recipientEmail: sql`voucher.recipient_email`,
        isReissued: formerDay === undefined,
        isSameAddress: sql`voucher.former_address is not distinct from ${GIFT_ADDRESS}`,
        sendOn: dayAhead(sql`voucher.send_on`, now),
        linkId: linkIdOf(sql`voucher.payment_id`),
        number: sql`voucher.number`,
      },
      at: now,
    },
    sql`
      from voucher where voucher.buyer_email is distinct from ${GIFT_ADDRESS} and voucher.buyer_email <> ''
        and (${formerDay ? hasMoved(formerDay, now) : true})`,
  )})`

/**
 * Tells the former recipient, if their mail server had taken the email, that its code does not work any more. A buyer who
 * had it is told by `tellBuyer`.
 */
export const tellFormerRecipient = (now: Date) => sql`
  former_email as (${enqueueEmail(
    {
      key: newKey('gift-replaced'),
      template: 'gift-replaced',
      recipient: sql`voucher.former_address`,
      data: { codeEnd: sql`voucher.former_code_end` },
      at: now,
    },
    sql`
      from voucher where was_accepted and voucher.former_address <> ${GIFT_ADDRESS}
        and voucher.former_address is distinct from voucher.buyer_email`,
  )})`

export const beingSentError = () =>
  new DomainError(
    'changed_meanwhile',
    'We are emailing this voucher right now. Please try again in two minutes.',
  )
