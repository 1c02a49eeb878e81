import { sql, type RawBuilder } from 'kysely'
import { dayAhead, GIFT_ADDRESS } from '#server/db/voucher-facts.ts'
import { DomainError } from '#server/domain-error.ts'
import { enqueueEmail } from '#server/email/outbox.ts'
import { dueAt, IS_GIFT_EMAIL, isBeingSent } from '#server/vouchers/gift-email.ts'

// CTEs of a statement that changes where or when a voucher goes. They follow its CTE `voucher`: the changed
// `gift_voucher`, with `former_address`, where it went before.

const hasMoved = (formerDay: RawBuilder<unknown>, now: Date) => sql`
  voucher.former_address is distinct from ${GIFT_ADDRESS}
  or ${dayAhead(formerDay, now)} is distinct from ${dayAhead(sql`voucher.send_on`, now)}`

/** A new key: two changes of one millisecond are two emails. The changes themselves are safe to repeat. */
const newKey = (template: string) =>
  sql`'voucher:' || voucher.id || ${`:${template}:`}::text || gen_random_uuid()`

/** Of all changes in one millisecond, one email tells. */
const giftKey = (now: Date) => sql`'voucher:' || voucher.id || ${`:voucher-gift:${now.getTime()}`}::text`

const IS_UNSENT = sql`${IS_GIFT_EMAIL} and outbox.sent_at is null and outbox.withdrawn_at is null`

/**
 * Emails the voucher, on its day if it has one, instead of an email that waits, unless a sender holds that. `replaces`: it has a
 * new code; SQL condition, the address has had it with the former one.
 */
export const sendGiftEmail = (now: Date, replaces?: RawBuilder<unknown>) => sql`
  cancelled as (
    update outbox set withdrawn_at = ${now} from voucher
    where ${IS_UNSENT} and outbox.key <> ${giftKey(now)} and (outbox.claimed_until is null or outbox.claimed_until <= ${now})
  ),
  gift_email as (${enqueueEmail(
    {
      key: giftKey(now),
      template: 'voucher-gift',
      data: {
        replaces:
          replaces ??
          sql`voucher.former_address = ${GIFT_ADDRESS} and exists (
            select from outbox where ${IS_UNSENT} and (outbox.data ->> 'replaces')::boolean)`,
      },
      at: now,
      dueAt: dueAt(sql`voucher.send_on`, now),
    },
    sql`from voucher where ${GIFT_ADDRESS} <> '' and not ${isBeingSent(now)}`,
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
      data: {
        isReissued: formerDay === undefined,
        isSameAddress: sql`voucher.former_address is not distinct from ${GIFT_ADDRESS}`,
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
