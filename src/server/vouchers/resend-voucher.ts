import { sql } from 'kysely'
import type { VoucherDetail } from '#contract/admin-vouchers.ts'
import type { Body } from '#contract/endpoint.ts'
import { londonDay, sendOnProblem } from '#contract/send-date.ts'
import type { resendVoucherEndpoint } from '#contract/voucher-changes.ts'
import { recordActivity } from '#server/activity/record-activity.ts'
import type { Services } from '#server/clients/services.ts'
import { countRequest, requireWithinLimit, type RateLimitResult } from '#server/db/rate-limit.ts'
import { DomainError } from '#server/domain-error.ts'
import { RATE_LIMITS } from '#server/rate-limits.ts'
import type { VoucherChange } from '#server/vouchers/change-balance.ts'
import {
  dayAhead,
  GIFT_ADDRESS,
  IS_DELIVERED,
  IS_GIFT_EMAIL,
  isBeingSent,
  lockUnsentGiftEmail,
} from '#server/vouchers/gift-email.ts'
import { beingSentError, sendGiftEmail, tellBuyer } from '#server/vouchers/send-gift-email.ts'
import { getVoucher, readDetail, selectDetail } from '#server/vouchers/voucher-detail.ts'
import { lockVoucher } from '#server/vouchers/voucher-rows.ts'

type Deps = Pick<Services, 'db' | 'clock'>

/** Whether the voucher would go to an address that its code has not reached, although it has reached another. */
interface Refusal {
  isElsewhere: boolean
  /** It is on paper and names no address. */
  hasNoAddress: boolean
  isBeingSent: boolean
}

/**
 * Emails an active voucher to its recipient again, at once or on a day. An email that is still unsent is changed instead
 * of a second one; unless told otherwise, it keeps its day. Until one has left that did not come back, it goes to the
 * corrected address if there is one; then another address needs a new code, and `already_sent` is thrown. A voucher that
 * goes to the buyer goes there again, unless an address is given. One on paper is emailed from then on.
 *
 * Locks: `gift_voucher`, `outbox`. Writes: both. Emits: `outbox`, `activity`.
 */
export async function resendVoucher(
  { db, clock }: Deps,
  { voucherId, actor }: VoucherChange,
  { recipientEmail, sendOn }: Body<typeof resendVoucherEndpoint> = {},
): Promise<VoucherDetail> {
  if (sendOn) await requirePossibleDay({ db, clock }, voucherId, sendOn)
  const now = clock.now()
  const isChanged = recipientEmail !== undefined || typeof sendOn === 'string'
  const address = sql`${recipientEmail ?? null}::text`
  const refusal = sql`
    coalesce(${address} <> ${GIFT_ADDRESS}, false) and ${IS_DELIVERED} as is_elsewhere,
    voucher.deliver_to = 'print' and coalesce(${address}, voucher.recipient_email, '') = '' as has_no_address,
    ${isChanged}::boolean and ${isBeingSent(now)} as is_being_sent`
  const day =
    sendOn === undefined
      ? sql`case when unsent.id is not null then ${dayAhead(sql`voucher.send_on`, now)} end`
      : sql`${sendOn}::date`
  const results = await db.batch({
    lock: lockVoucher(voucherId),
    emailLock: lockUnsentGiftEmail(sql`voucher.id = ${voucherId}`),
    // Before the change: another address is refused, and is the present one after it.
    refusal: sql<Refusal>`select ${refusal} from gift_voucher voucher where id = ${voucherId}`,
    sent: sql<RateLimitResult>`
      with throttled as (${countRequest({ ...RATE_LIMITS.resendVoucher, key: voucherId }, now)}),
      present as (
        select voucher.id, unsent.id as email_id, ${day} as send_on, voucher.send_on as former_day,
          ${GIFT_ADDRESS} as former_address, ${refusal}
        from throttled cross join gift_voucher voucher left join lateral (
          select outbox.id from outbox
          -- One that left at this time was enqueued by this statement, sent before.
          where ${IS_GIFT_EMAIL} and (outbox.sent_at is null or outbox.due_at = ${now})
          order by outbox.created_at desc limit 1
        ) unsent on true
        where admitted and voucher.id = ${voucherId} and voucher.status = 'active' and voucher.expires_at > ${now}
      ),
      voucher as (
        update gift_voucher set recipient_email = coalesce(${address}, recipient_email), send_on = present.send_on,
          deliver_to = case when ${address} is null and deliver_to = 'buyer' then deliver_to else 'recipient' end
        from present where gift_voucher.id = present.id and not is_elsewhere and not has_no_address and not is_being_sent
        returning gift_voucher.*, email_id, former_address, former_day
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
    ...selectDetail(voucherId, now),
  })
  const detail = readDetail(results)
  requireWithinLimit(results.sent[0], now)
  if (detail.voucher.status !== 'active') {
    throw new DomainError('not_active', 'Only an active voucher can be emailed.')
  }
  const [refused] = results.refusal
  if (refused?.hasNoAddress) throw noAddressError()
  if (refused?.isElsewhere) throw alreadySentError()
  if (refused?.isBeingSent) throw beingSentError()
  return detail
}

const alreadySentError = () =>
  new DomainError(
    'already_sent',
    'This voucher has already been emailed, so someone may already have its code. Please press “Reissue” instead, and we will send it to the new address with a new code.',
  )

function noAddressError(): DomainError {
  const sentence = 'This voucher is on paper. To email it, please enter an email address'
  return new DomainError('invalid_request', `${sentence}.`, { fields: { recipientEmail: sentence } })
}

/** Throws `invalid_request` unless the voucher can be emailed on a day. */
async function requirePossibleDay({ db, clock }: Deps, voucherId: string, sendOn: string): Promise<void> {
  const { voucher } = await getVoucher({ db, clock }, voucherId)
  const { state, since } = voucher.giftEmail ?? {}
  // It may keep its day on the morning of that day.
  if (voucher.sendOn === sendOn && state === 'waiting' && since === undefined) return
  const problem = sendOnProblem(sendOn, { today: londonDay(clock.now()), lastDay: voucher.expiryDate })
  if (problem) throw new DomainError('invalid_request', `${problem}.`, { fields: { sendOn: problem } })
}
