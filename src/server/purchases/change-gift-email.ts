import { sql, type RawBuilder } from 'kysely'
import type { Body } from '#contract/endpoint.ts'
import type { changeRecipientEndpoint, changeSendDateEndpoint } from '#contract/purchase-changes.ts'
import type { Purchased } from '#contract/purchases.ts'
import { londonDay, sendOnProblem } from '#contract/send-date.ts'
import { recordActivity } from '#server/activity/record-activity.ts'
import type { Services } from '#server/clients/services.ts'
import { query } from '#server/db/db.ts'
import { countRequest, requireWithinLimit, type RateLimitResult } from '#server/db/rate-limit.ts'
import { DomainError } from '#server/domain-error.ts'
import { readPurchaseToken } from '#server/purchase-link.ts'
import {
  findPurchase,
  purchaseRateLimit,
  readPurchase,
  selectPurchase,
} from '#server/purchases/find-purchase.ts'
import { RATE_LIMITS } from '#server/rate-limits.ts'
import { dueAt, IS_GIFT_EMAIL, JOIN_GIFT_EMAIL } from '#server/vouchers/gift-email.ts'

type Deps = Pick<Services, 'db' | 'clock'>

/** Corrects the recipient's address while the gift email is unsent. A repeat changes nothing. */
export async function changeRecipient(
  services: Deps,
  { token, recipientEmail, from }: Body<typeof changeRecipientEndpoint>,
  addressKey: string,
): Promise<Purchased> {
  const { purchase, isDone } = await changeGift(services, token, addressKey, {
    set: sql`recipient_email = ${recipientEmail}`,
    expected: sql`voucher.recipient_email = coalesce(${from ?? null}::text, voucher.recipient_email)`,
    isDone: () => sql`voucher.recipient_email = ${recipientEmail}`,
    sendOn: sql`voucher.send_on`,
    after: { corrected: true },
  })
  const present = purchase.kind === 'voucher' ? purchase.recipientEmail : undefined
  if (isDone || present === recipientEmail) return purchase
  throw refusalOf(purchase, from !== undefined && from !== present)
}

/** Moves an unsent gift email to another day, or sends it now. A repeat changes nothing. */
export async function changeSendDate(
  services: Deps,
  { token, sendOn, from }: Body<typeof changeSendDateEndpoint>,
  addressKey: string,
): Promise<Purchased> {
  const before = await findPurchase(services, token, addressKey)
  const today = londonDay(services.clock.now())
  const problem =
    sendOn && before.kind === 'voucher' && sendOnProblem(sendOn, { today, lastDay: before.expiryDate })
  if (problem) throw new DomainError('invalid_request', `${problem}.`, { fields: { sendOn: problem } })
  const { purchase, isDone } = await changeGift(services, token, addressKey, {
    set: sql`send_on = ${sendOn}::date`,
    expected: from === undefined ? sql`true` : sql`voucher.send_on is not distinct from ${from}::date`,
    isDone: (due) => sql`voucher.send_on is not distinct from ${sendOn}::date and gift.due_at = ${due}`,
    sendOn: sql`${sendOn}::date`,
    after: { sendOn },
  })
  const present = purchase.kind === 'voucher' ? (purchase.sendOn ?? null) : undefined
  if (isDone || (sendOn !== null && present === sendOn)) return purchase
  throw refusalOf(purchase, from !== undefined && from !== present)
}

interface GiftChange {
  /** Assignment to a column of `gift_voucher`. */
  set: RawBuilder<unknown>
  /** Condition on `voucher`, such as that it still is as the page showed it. */
  expected: RawBuilder<unknown>
  /** Condition on `voucher` and `gift`, its email: they are as the change makes them. `due`: when the email leaves then. */
  isDone: (due: RawBuilder<unknown>) => RawBuilder<unknown>
  /** The day on which the email leaves then; null for at once. */
  sendOn: RawBuilder<unknown>
  /** For the activity. */
  after: Record<string, unknown>
}

/**
 * Changes a voucher whose gift email is unsent and not being sent. The trigger `follow_voucher` brings the email in
 * line with it.
 *
 * Locks: `gift_voucher`, `outbox`. Writes: both. Emits: `activity`.
 */
async function changeGift(
  { db, clock }: Deps,
  token: string,
  addressKey: string,
  { set, expected, isDone, sendOn, after }: GiftChange,
): Promise<{ purchase: Purchased; isDone: boolean }> {
  const now = clock.now()
  const due = dueAt(sendOn, now)
  const paymentId = readPurchaseToken(token)
  const results = await db.batch({
    rateLimit: countRequest(purchaseRateLimit(addressKey), now),
    voucherLock: query
      .selectFrom('giftVoucher')
      .select('id')
      .where('paymentId', '=', paymentId)
      .forNoKeyUpdate(),
    // A sender that has claimed the email is done with this row, so the change sees its claim.
    emailLock: sql`
      select outbox.id from gift_voucher voucher join outbox on ${IS_GIFT_EMAIL} and outbox.sent_at is null
      where voucher.payment_id = ${paymentId} for update of outbox`,
    changed: sql<RateLimitResult & { isDone: boolean }>`
      with throttled as (${countRequest({ ...RATE_LIMITS.changeGift, key: paymentId }, now)}),
      present as (
        select voucher.*, gift.id as email_id, ${due} as due_at, (${isDone(due)}) as is_done, (${expected}) as is_expected,
          gift.sent_at is null and gift.withdrawn_at is null and (gift.claimed_until is null or gift.claimed_until <= ${now}) as is_waiting
        from gift_voucher voucher ${JOIN_GIFT_EMAIL}
        where voucher.payment_id = ${paymentId} and voucher.deliver_to = 'recipient' and gift.id is not null
      ),
      changeable as (
        select id, email_id, due_at from present, throttled
        where admitted and buyer_email <> '' and status = 'active' and expires_at > ${now}
          and is_waiting and is_expected and not is_done
      ),
      email as (
        update outbox set due_at = changeable.due_at, failed_at = null, last_error = null, attempts = 0
        from changeable where outbox.id = email_id
      ),
      voucher as (
        update gift_voucher set ${set} from changeable where gift_voucher.id = changeable.id returning gift_voucher.id
      ),
      activity_entry as (${recordActivity(
        { at: now, actor: 'buyer', action: 'gift_changed', voucherId: sql`id`, after },
        sql`from voucher`,
      )})
      select throttled.*, exists (select from voucher) or exists (select from present where is_done) as is_done from throttled`,
    ...selectPurchase(paymentId, now),
  })
  requireWithinLimit(results.rateLimit[0], now)
  const purchase = readPurchase(results)
  requireWithinLimit(results.changed[0], now)
  return { purchase, isDone: results.changed[0]?.isDone === true }
}

/** Says what is true now instead of the change. */
function refusalOf(purchase: Purchased, isStale: boolean): DomainError {
  const { state } = (purchase.kind === 'voucher' && purchase.giftEmail) || {}
  if (state === 'sent' || state === 'sending')
    return new DomainError(
      'changed_meanwhile',
      'The voucher has just been emailed, so it is too late to change this.',
    )
  if (isStale)
    return new DomainError(
      'changed_meanwhile',
      'This has just been changed somewhere else, so we have not changed it again.',
    )
  return new DomainError(
    'not_active',
    'No email is due to go out for this voucher, so there is nothing to change.',
  )
}
