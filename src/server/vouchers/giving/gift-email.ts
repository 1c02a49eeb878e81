import { sql, type RawBuilder } from 'kysely'
import { GIFT_ADDRESS, sendingTime } from '#server/vouchers/rules/voucher-facts.ts'

/** SQL condition: `outbox` is an email with the voucher. */
export const IS_GIFT_EMAIL = sql`outbox.template = 'voucher-gift' and outbox.about = voucher.id`

/**
 * Joins the last email with the voucher to its present address, one that was not withdrawn if there is any. Retention blanks addresses; the last email of all went to
 * the present one. Of two changes at the same moment, each withdraws what it finds.
 */
export const JOIN_GIFT_EMAIL = sql`left join lateral (
  select * from outbox where ${IS_GIFT_EMAIL} and outbox.recipient in (${GIFT_ADDRESS}, '')
  order by outbox.withdrawn_at is null desc, outbox.created_at desc limit 1
) gift on true`

/** SQL condition: `outbox` has the present code of `voucher`. One whose text is no longer kept counts. */
export const HAS_PRESENT_CODE = sql<boolean>`(outbox.data is null or outbox.data ->> 'voucherCode' = voucher.code)`

/** SQL condition: Postmark took the email, or did not say that it would not, and it has not come back. */
const MAY_HAVE_ARRIVED = sql<boolean>`(
  coalesce(outbox.sent_at, outbox.unanswered_at, outbox.claimed_until) is not null and outbox.bounced_at is null)`

/**
 * SQL condition: the present code may lie in a mailbox of whoever uses the voucher. Then only a new code goes to another
 * address.
 */
export const MAY_BE_DELIVERED = sql<boolean>`exists (
  select from outbox where ${IS_GIFT_EMAIL} and ${MAY_HAVE_ARRIVED} and ${HAS_PRESENT_CODE})`

/** SQL condition: the present code has left for certain, and the email did not come back. */
export const HAS_LEFT = sql<boolean>`exists (
  select from outbox where ${IS_GIFT_EMAIL} and outbox.sent_at is not null and outbox.bounced_at is null and ${HAS_PRESENT_CODE})`

/**
 * SQL condition: the whole present code may lie in a mailbox of the buyer, in the voucher itself, its copy or its receipt.
 * While it goes to its recipient, the last two show only its end.
 */
export const MAY_BE_WITH_BUYER = sql<boolean>`exists (
  select from outbox
  where outbox.about = voucher.id
    and outbox.template in ('voucher-gift', 'voucher-copy', 'voucher-receipt')
    and coalesce(outbox.data ->> 'deliverTo', voucher.deliver_to) <> 'recipient' and ${MAY_HAVE_ARRIVED} and ${HAS_PRESENT_CODE})`

/** SQL condition: the recipient's mail server has taken an email with the present code, and it did not come back later. */
export const IS_ACCEPTED = sql<boolean>`exists (
  select from outbox where ${IS_GIFT_EMAIL} and outbox.recipient in (${GIFT_ADDRESS}, '') and outbox.accepted_at is not null
    and outbox.bounced_at is null and ${HAS_PRESENT_CODE}
)`

/** SQL expression: when a gift email is due, at once or on the chosen day. */
export const dueAt = (sendOn: RawBuilder<unknown>, now: Date) =>
  sql`greatest(${now}::timestamptz, ${sendingTime(sendOn)})`

/** SQL condition: a sender holds the email with the voucher at this moment, even if it was withdrawn since. */
export const isBeingSent = (now: Date) => sql<boolean>`exists (
  select from outbox where ${IS_GIFT_EMAIL} and outbox.sent_at is null and outbox.claimed_until > ${now}
)`

/** Locks the unsent email of a voucher: a sender that has claimed it is done with its row, so a change sees the claim. */
export const lockUnsentGiftEmail = (where: RawBuilder<unknown>) => sql`
  select outbox.id from gift_voucher voucher join outbox on ${IS_GIFT_EMAIL} and outbox.sent_at is null
  where ${where} for update of outbox`
