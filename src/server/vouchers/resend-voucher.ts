import { sql } from 'kysely'
import type { VoucherDetail } from '#contract/admin-vouchers.ts'
import type { Body } from '#contract/endpoint.ts'
import { londonDay, sendOnProblem } from '#contract/send-date.ts'
import type { resendVoucherEndpoint } from '#contract/voucher-changes.ts'
import { recordActivity } from '#server/activity/record-activity.ts'
import type { Services } from '#server/clients/services.ts'
import { countRequest, requireWithinLimit, type RateLimitResult } from '#server/db/rate-limit.ts'
import { DomainError } from '#server/domain-error.ts'
import { enqueueEmail } from '#server/email/outbox.ts'
import { RATE_LIMITS } from '#server/rate-limits.ts'
import type { VoucherChange } from '#server/vouchers/change-balance.ts'
import { dueAt, GIFT_ADDRESS, IS_GIFT_EMAIL, sendingTime } from '#server/vouchers/gift-email.ts'
import { voucherEmailData } from '#server/vouchers/issue-voucher.ts'
import { getVoucher, readDetail, selectDetail } from '#server/vouchers/voucher-detail.ts'
import { lockVoucher } from '#server/vouchers/voucher-rows.ts'

type Deps = Pick<Services, 'db' | 'clock'>

/**
 * Emails an active voucher to its recipient again, to the corrected address if there is one, at once or on a day. An
 * email that is still unsent is changed instead of a second one; unless told otherwise, it keeps its day. A voucher that
 * went to the buyer goes there again, unless an address is given.
 *
 * Locks: `gift_voucher`, `outbox`. Writes: both. Emits: `activity`.
 */
export async function resendVoucher(
  { db, clock }: Deps,
  { voucherId, actor }: VoucherChange,
  { recipientEmail, sendOn }: Body<typeof resendVoucherEndpoint> = {},
): Promise<VoucherDetail> {
  if (sendOn) await requirePossibleDay({ db, clock }, voucherId, sendOn)
  const now = clock.now()
  const isChanged = recipientEmail !== undefined || typeof sendOn === 'string'
  const day =
    sendOn === undefined
      ? sql`case when unsent.id is not null and ${sendingTime(sql`voucher.send_on`)} > ${now} then voucher.send_on end`
      : sql`${sendOn}::date`
  const results = await db.batch({
    lock: lockVoucher(voucherId),
    // A sender that has claimed an email is done with its row, so the change sees its claim.
    emailLock: sql`
      select outbox.id from gift_voucher voucher join outbox on ${IS_GIFT_EMAIL} and outbox.sent_at is null
      where voucher.id = ${voucherId} for update of outbox`,
    sent: sql<RateLimitResult>`
      with throttled as (${countRequest({ ...RATE_LIMITS.resendVoucher, key: voucherId }, now)}),
      present as (
        select voucher.id, unsent.id as email_id, ${day} as send_on
        from throttled cross join gift_voucher voucher left join lateral (
          select outbox.id from outbox
          -- One that left at this time was enqueued by this statement, sent before.
          where ${IS_GIFT_EMAIL} and (outbox.sent_at is null or outbox.due_at = ${now})
            and (not ${isChanged}::boolean or outbox.claimed_until is null or outbox.claimed_until <= ${now})
          order by outbox.created_at desc limit 1
        ) unsent on true
        where admitted and voucher.id = ${voucherId} and voucher.status = 'active' and voucher.expires_at > ${now}
      ),
      voucher as (
        update gift_voucher set recipient_email = coalesce(${recipientEmail ?? null}, recipient_email), send_on = present.send_on,
          deliver_to = case when ${recipientEmail ?? null}::text is null then deliver_to else 'recipient' end
        from present where gift_voucher.id = present.id
        returning gift_voucher.*, present.email_id
      ),
      changed as (
        update outbox set due_at = ${dueAt(sql`voucher.send_on`, now)}, failed_at = null, last_error = null, attempts = 0
        from voucher where outbox.id = voucher.email_id
      ),
      email as (${enqueueEmail(
        {
          key: `voucher:${voucherId}:voucher-gift:${now.getTime()}`,
          template: 'voucher-gift',
          recipient: GIFT_ADDRESS,
          data: voucherEmailData,
          at: now,
          dueAt: dueAt(sql`voucher.send_on`, now),
          sendBefore: sql`voucher.expires_at`,
        },
        sql`
          from voucher left join payment on payment.id = voucher.payment_id
          where voucher.email_id is null and ${GIFT_ADDRESS} <> ''`,
      )}),
      activity_entry as (${recordActivity(
        {
          at: now,
          actor,
          action: 'voucher_resent',
          voucherId: sql`id`,
          after: { corrected: recipientEmail !== undefined, ...(sendOn && { sendOn }) },
        },
        sql`from voucher`,
      )})
      select * from throttled`,
    ...selectDetail(voucherId, now),
  })
  const detail = readDetail(results)
  requireWithinLimit(results.sent[0], now)
  if (detail.voucher.status !== 'active') {
    throw new DomainError('not_active', 'Only an active voucher can be emailed.')
  }
  return detail
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
