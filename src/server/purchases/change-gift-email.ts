import { sql, type RawBuilder } from 'kysely'
import { clinic } from '#content/clinic.ts'
import type { Body } from '#contract/endpoint.ts'
import type { changeRecipientEndpoint, changeSendDateEndpoint } from '#contract/purchase-changes.ts'
import type { Purchased } from '#contract/purchases.ts'
import { londonDay, sendOnProblem } from '#contract/send-date.ts'
import { recordActivity } from '#server/activity/record-activity.ts'
import type { Services } from '#server/clients/services.ts'
import { query } from '#server/db/db.ts'
import { paymentOfLink } from '#server/db/link-id.ts'
import { countRequest, isAdmitted, requireWithinLimit } from '#server/db/rate-limit.ts'
import { DomainError } from '#server/domain-error.ts'
import { readPurchaseToken } from '#server/purchase-link.ts'
import {
  findPurchase,
  HAS_ADDRESS_LEFT,
  heldError,
  isHeld,
  purchaseRateLimit,
  readPurchase,
  selectPurchase,
} from '#server/purchases/find-purchase.ts'
import { RATE_LIMITS } from '#server/rate-limits.ts'
import {
  dueAt,
  HAS_LEFT,
  isBeingSent,
  isUsable,
  JOIN_GIFT_EMAIL,
  lockUnsentGiftEmail,
  MAY_BE_DELIVERED,
} from '#server/vouchers/gift-email.ts'
import { generateVoucherCode } from '#server/vouchers/issue-voucher.ts'
import { replaceCode } from '#server/vouchers/replace-code.ts'
import { sendGiftEmail, tellBuyer } from '#server/vouchers/send-gift-email.ts'

type Deps = Pick<Services, 'db' | 'clock'>

/**
 * Corrects the recipient's address while the gift email is unsent, or after it came back: then another one leaves. If it
 * may have left without our knowledge, it leaves with a new code, which is not the one that the buyer may ask for. A repeat
 * changes nothing.
 */
export async function changeRecipient(
  services: Deps & Pick<Services, 'random'>,
  { token, recipientEmail, from }: Body<typeof changeRecipientEndpoint>,
  addressKey: string,
): Promise<Purchased> {
  const isOther = sql`${HAS_ADDRESS_LEFT} and voucher.recipient_email <> ${recipientEmail}`
  const { purchase, isDone } = await changeGift(services, token, addressKey, {
    set: sql`recipient_email = ${recipientEmail}, corrections = gift_voucher.corrections + 1`,
    allowed: sql`not ${MAY_BE_DELIVERED} and ${isOther}`,
    newCode: {
      code: generateVoucherCode(services.random),
      recipientEmail,
      where: sql`${MAY_BE_DELIVERED} and not ${HAS_LEFT} and ${isOther}`,
    },
    expected: sql`voucher.recipient_email = coalesce(${from ?? null}::text, voucher.recipient_email)`,
    // The same address again would come back again.
    isDone: () => sql`voucher.recipient_email = ${recipientEmail} and gift.bounced_at is null`,
    sendOn: sql`voucher.send_on`,
    after: { corrected: true },
  })
  if (isDone || purchase.kind !== 'voucher') return purchase
  const present = purchase.recipientEmail
  if (present === recipientEmail && purchase.giftEmail?.state === 'bounced') throw cameBackError()
  if (present === recipientEmail) return purchase
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
    allowed: sql`gift.sent_at is null`,
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
  /** Condition on `voucher` and `gift`. */
  allowed: RawBuilder<unknown>
  /** Another code and address for a voucher for which the condition on `voucher` is true. */
  newCode?: { code: string; recipientEmail: string; where: RawBuilder<unknown> }
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
 * Changes a voucher whose gift email is not being sent, emails it then, and tells the buyer of another address or day.
 *
 * Locks: `gift_voucher`, `outbox`. Writes: both. Emits: `outbox`, `activity`.
 */
async function changeGift(
  { db, clock }: Deps,
  token: string,
  addressKey: string,
  { set, allowed, newCode, expected, isDone, sendOn, after }: GiftChange,
): Promise<{ purchase: Purchased; isDone: boolean }> {
  const now = clock.now()
  const due = dueAt(sendOn, now)
  const linkId = readPurchaseToken(token)
  const paymentId = paymentOfLink(linkId)
  const limit = { ...RATE_LIMITS.changeGift, key: linkId }
  const isOpen = sql`
    voucher.payment_id = ${paymentId} and voucher.deliver_to = 'recipient' and voucher.buyer_email <> '' and ${isUsable(now)}
    and not ${isHeld(now)} and ${isAdmitted(limit)} and (${expected})`
  const results = await db.batch({
    rateLimit: countRequest(purchaseRateLimit(addressKey), now),
    voucherLock: query
      .selectFrom('giftVoucher')
      .select('id')
      .where('paymentId', '=', paymentId)
      .forNoKeyUpdate(),
    emailLock: lockUnsentGiftEmail(sql`voucher.payment_id = ${paymentId}`),
    limit: countRequest(limit, now),
    ...(newCode && {
      replaced: replaceCode({
        ...newCode,
        where: sql`${isOpen} and ${newCode.where}`,
        byBuyer: false,
        actor: 'buyer',
        now,
      }),
    }),
    changed: sql<{ isDone: boolean }>`
      with present as (
        select voucher.id, recipient_email as former_address, send_on as former_day,
          (${isDone(due)}) as is_done,
          (${isOpen}) and (${allowed}) and gift.withdrawn_at is null and not ${isBeingSent(now)} as is_allowed
        from gift_voucher voucher ${JOIN_GIFT_EMAIL}
        where voucher.payment_id = ${paymentId} and voucher.deliver_to = 'recipient' and gift.id is not null
      ),
      voucher as (
        update gift_voucher set ${set} from present where gift_voucher.id = present.id and is_allowed and not is_done
        returning gift_voucher.*, former_address, former_day
      ),
      ${sendGiftEmail(now)},
      ${tellBuyer(now, sql`voucher.former_day`)},
      activity_entry as (${recordActivity(
        { at: now, actor: 'buyer', action: 'gift_changed', voucherId: sql`id`, after },
        sql`from voucher`,
      )})
      select exists (select from voucher) or exists (select from present where is_done) as is_done`,
    ...selectPurchase(paymentId, now),
  })
  requireWithinLimit(results.rateLimit[0], now)
  const purchase = readPurchase(results, now)
  requireWithinLimit(results.limit[0], now)
  return { purchase, isDone: results.changed[0]?.isDone === true }
}

function cameBackError(): DomainError {
  const sentence = 'Our email to this address came back, so please enter another one'
  return new DomainError('invalid_request', `${sentence}.`, { fields: { recipientEmail: sentence } })
}

const addressFixedError = () =>
  new DomainError(
    'not_active',
    `You can no longer change the address here. Please ring us on ${clinic.phone.display}, and we will help you.`,
  )

/** Says what is true now instead of the change. */
function refusalOf(purchase: Purchased, isStale: boolean): DomainError {
  const { state } = (purchase.kind === 'voucher' && purchase.giftEmail) || {}
  if (state && ['sending', 'sent', 'accepted', 'delayed'].includes(state))
    return new DomainError(
      'changed_meanwhile',
      'The voucher has already been emailed, so it is too late to change this.',
    )
  if (purchase.kind === 'voucher' && purchase.heldUntil) return heldError(purchase.heldUntil)
  if (isStale)
    return new DomainError(
      'changed_meanwhile',
      'This has just been changed somewhere else, so we have not changed it again.',
    )
  if (purchase.kind === 'voucher' && (purchase.canReschedule || state === 'bounced'))
    return addressFixedError()
  return new DomainError(
    'not_active',
    'No email is due to go out for this voucher, so there is nothing to change.',
  )
}
