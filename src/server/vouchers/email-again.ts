import { sql } from 'kysely'
import type { Body } from '#contract/endpoint.ts'
import type { resendVoucherEndpoint } from '#contract/voucher-changes.ts'
import { recordActivity } from '#server/activity/record-activity.ts'
import { countRequest, requireWithinLimit, type RateLimitResult } from '#server/db/rate-limit.ts'
import { dayAhead, GIFT_ADDRESS } from '#server/db/voucher-facts.ts'
import { DomainError } from '#server/domain-error.ts'
import { RATE_LIMITS } from '#server/rate-limits.ts'
import type { VoucherChange } from '#server/vouchers/change-balance.ts'
import {
  IS_GIFT_EMAIL,
  isBeingSent,
  isUsable,
  lockUnsentGiftEmail,
  MAY_BE_DELIVERED,
  MAY_BE_WITH_BUYER,
} from '#server/vouchers/gift-email.ts'
import { lockVoucher, voucherNotFoundError } from '#server/vouchers/lock-voucher.ts'
import { beingSentError, sendGiftEmail, tellBuyer } from '#server/vouchers/send-gift-email.ts'

/** The voucher before the change. */
interface Refusal {
  isActive: boolean
  /** It would go to another address, although its code may have reached the present one. */
  isElsewhere: boolean
  /** It is on paper and names no address. */
  hasNoAddress: boolean
  /** It would go to its buyer, who has no day. */
  hasNoDay: boolean
  isBeingSent: boolean
}

/**
 * Returns the statements that email an active voucher again. An email that is still unsent is changed instead of a second
 * one; unless told otherwise, it keeps its day. It goes to the corrected address if there is one, until its code may lie in
 * a mailbox: then another address needs a new code. A voucher that goes to the buyer goes there again, unless an
 * address is given. One on paper is emailed from then on.
 *
 * Locks: `gift_voucher`, `outbox`. Writes: both. Emits: `outbox`, `activity`.
 */
export function emailAgain(
  { voucherId, actor }: VoucherChange,
  { recipientEmail, sendOn }: Body<typeof resendVoucherEndpoint>,
  now: Date,
) {
  const isChanged = recipientEmail !== undefined || typeof sendOn === 'string'
  const address = sql`${recipientEmail ?? null}::text`
  const refusal = sql`
    coalesce(${address} <> coalesce(${GIFT_ADDRESS}, voucher.buyer_email), false) and (${MAY_BE_DELIVERED}
      or voucher.deliver_to = 'print' and ${MAY_BE_WITH_BUYER}) as is_elsewhere,
    voucher.deliver_to = 'print' and coalesce(${address}, voucher.recipient_email, '') = '' as has_no_address,
    voucher.deliver_to = 'buyer' and ${address} is null and ${typeof sendOn === 'string'}::boolean as has_no_day,
    ${isChanged}::boolean and ${isBeingSent(now)} as is_being_sent`
  const day =
    sendOn === undefined
      ? sql`case when unsent.id is not null then ${dayAhead(sql`voucher.send_on`, now)} end`
      : sql`${sendOn}::date`
  return {
    lock: lockVoucher(voucherId),
    emailLock: lockUnsentGiftEmail(sql`voucher.id = ${voucherId}`),
    // Before the change: another address is refused, and is the present one after it.
    refusal: sql<Refusal>`
      select ${refusal}, ${isUsable(now)} as is_active from gift_voucher voucher where id = ${voucherId}`,
    sent: sql<RateLimitResult>`
      with throttled as (${countRequest({ ...RATE_LIMITS.resendVoucher, key: voucherId }, now)}),
      present as (
        select voucher.id, ${day} as send_on, voucher.send_on as former_day,
          ${GIFT_ADDRESS} as former_address, ${refusal}
        from throttled cross join gift_voucher voucher left join lateral (
          select outbox.id from outbox where ${IS_GIFT_EMAIL} and outbox.sent_at is null limit 1
        ) unsent on true
        where admitted and voucher.id = ${voucherId} and ${isUsable(now)}
      ),
      voucher as (
        update gift_voucher set recipient_email = coalesce(${address}, recipient_email), send_on = present.send_on,
          deliver_to = case when ${address} is null and deliver_to = 'buyer' then deliver_to else 'recipient' end
        from present where gift_voucher.id = present.id and not (is_elsewhere or has_no_address or has_no_day or is_being_sent)
        returning gift_voucher.*, former_address, former_day
      ),
      ${sendGiftEmail(now)},
      ${tellBuyer(now, sql`voucher.former_day`)},
      activity_entry as (${recordActivity(
        {
          at: now,
          actor,
          action: 'voucher_resent',
          voucherId: sql`id`,
          after: {
            corrected: sql`former_address is distinct from ${GIFT_ADDRESS}`,
            ...(sendOn && { sendOn }),
          },
        },
        // Sent again, this statement finds the address corrected.
        sql`
          from voucher where not exists (
            select from activity where voucher_id = voucher.id and action = 'voucher_resent' and at = ${now}
          )`,
      )})
      select * from throttled`,
  }
}

/** Throws why a voucher was not emailed again: `already_sent` if another address needs a new code. */
export function requireEmailed(
  { refusal: [refused], sent }: { refusal: Refusal[]; sent: RateLimitResult[] },
  now: Date,
): void {
  if (!refused) throw voucherNotFoundError()
  requireWithinLimit(sent[0], now)
  if (!refused.isActive) throw new DomainError('not_active', 'Only an active voucher can be emailed.')
  if (refused.hasNoAddress) throw noAddressError()
  if (refused.hasNoDay) throw noDayError()
  if (refused.isBeingSent) throw beingSentError()
  if (refused.isElsewhere) throw alreadySentError()
}

const alreadySentError = () =>
  new DomainError(
    'already_sent',
    'We have already emailed this voucher, or tried to, so someone may have its code. Please press “Reissue” instead, and we will send it to the new address with a new code.',
  )

function noDayError(): DomainError {
  const sentence = 'The buyer is emailed straight away. To choose a day, please enter the recipient’s address'
  return new DomainError('invalid_request', `${sentence}.`, { fields: { sendOn: sentence } })
}

function noAddressError(): DomainError {
  const sentence = 'This voucher is on paper. To email it, please enter an email address'
  return new DomainError('invalid_request', `${sentence}.`, { fields: { recipientEmail: sentence } })
}
