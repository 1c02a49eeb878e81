import { sql, type RawBuilder } from 'kysely'
import { clinic } from '#clinic/current-clinic.ts'
import type { Body } from '#contract/base/endpoint.ts'
import { londonDay, sendOnProblem } from '#contract/base/send-date.ts'
import type {
  changeRecipientEndpoint,
  changeSendDateEndpoint,
  reissuePurchaseEndpoint,
} from '#contract/purchases/purchase-changes.ts'
import type { Purchased, PurchasedVoucher } from '#contract/purchases/purchases.ts'
import type { Services } from '#server/clients/services.ts'
import { query } from '#server/db/db.ts'
import { countRequest, isAdmitted, requireWithinLimit } from '#server/db/rate-limit.ts'
import { DomainError } from '#server/domain-error.ts'
import { readPurchaseToken } from '#server/links/purchase-link.ts'
import {
  findPurchase,
  HAS_ADDRESS_LEFT,
  heldError,
  isHeld,
  isReissuable,
  purchaseRateLimit,
  readPurchase,
  selectPurchase,
} from '#server/purchases/find-purchase.ts'
import { paymentOfLink } from '#server/purchases/rules/link-id.ts'
import { RATE_LIMITS } from '#server/rate-limits.ts'
import {
  dueAt,
  HAS_LEFT,
  JOIN_GIFT_EMAIL,
  lockUnsentGiftEmail,
  MAY_BE_DELIVERED,
} from '#server/vouchers/giving/gift-email.ts'
import { beingSentError, giveVoucher, type Giving } from '#server/vouchers/giving/give-voucher.ts'
import { generateVoucherCode } from '#server/vouchers/ledger/issue-voucher.ts'
import { isUsable } from '#server/vouchers/rules/voucher-facts.ts'

type Deps = Pick<Services, 'db' | 'clock'>
type DepsForCode = Deps & Pick<Services, 'random'>

/**
 * Corrects the recipient's address while the gift email is unsent, or after it came back: then another one leaves. If it
 * may have left without our knowledge, it leaves with a new code, which is not the one that the buyer may ask for. A repeat
 * changes nothing.
 */
export async function changeRecipient(
  services: DepsForCode,
  { token, recipientEmail, from }: Body<typeof changeRecipientEndpoint>,
  addressKey: string,
): Promise<Purchased> {
  const { purchase, isDone } = await change(services, token, addressKey, {
    allowed: () => sql`
      ${HAS_ADDRESS_LEFT} and voucher.recipient_email <> ${recipientEmail} and not ${HAS_LEFT} and gift.withdrawn_at is null
      and voucher.recipient_email = coalesce(${from ?? null}::text, voucher.recipient_email)`,
    // The same address again would come back again.
    isDone: () =>
      sql`voucher.recipient_email = ${recipientEmail} and gift.id is not null and gift.bounced_at is null`,
    recipientEmail,
    sendOn: sql`voucher.send_on`,
    newCode: { code: generateVoucherCode(services.random), where: MAY_BE_DELIVERED },
  })
  if (isDone || purchase.kind !== 'voucher') return purchase
  const present = purchase.recipientEmail
  if (present !== recipientEmail) throw changeRefusal(purchase, from !== undefined && from !== present)
  if (purchase.giftEmail?.state === 'bounced')
    throw wrongAddress('Our email to this address came back, so please enter another one')
  return purchase
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
  const day = sql`${sendOn}::date`
  const { purchase, isDone } = await change(services, token, addressKey, {
    allowed: () => sql`
      gift.id is not null and gift.sent_at is null and gift.withdrawn_at is null
      and (${from === undefined} or voucher.send_on is not distinct from ${from ?? null}::date)`,
    isDone: (now) => sql`voucher.send_on is not distinct from ${day} and gift.due_at = ${dueAt(day, now)}`,
    sendOn: day,
  })
  const present = purchase.kind === 'voucher' ? (purchase.sendOn ?? null) : undefined
  // Of one that was to leave at once: it had a day, has none any more, and leaves or has left.
  const isRepeat = sendOn !== null || (typeof from === 'string' && isOnItsWay(purchase))
  if (isDone || (isRepeat && present === sendOn)) return purchase
  throw changeRefusal(purchase, from !== undefined && from !== present)
}

const isOnItsWay = (purchase: Purchased) =>
  purchase.kind === 'voucher' &&
  purchase.status === 'active' &&
  purchase.giftEmail !== undefined &&
  !['bounced', 'failed', 'withdrawn'].includes(purchase.giftEmail.state)

/** Replaces a voucher that went to somebody else by one with a new code, for another address. A repeat changes nothing. */
export async function reissuePurchase(
  services: DepsForCode,
  { token, recipientEmail }: Body<typeof reissuePurchaseEndpoint>,
  addressKey: string,
): Promise<Purchased> {
  const { purchase, isDone } = await change(services, token, addressKey, {
    allowed: (now) => sql`
      ${HAS_ADDRESS_LEFT} and voucher.recipient_email <> ${recipientEmail} and ${isReissuable(now)}`,
    isDone: () => sql`
      voucher.recipient_email = ${recipientEmail} and (
        select by_buyer from retired_code where voucher_id = voucher.id order by retired_at desc limit 1)`,
    recipientEmail,
    newCode: { code: generateVoucherCode(services.random), byBuyer: true },
  })
  if (isDone) return purchase
  throw reissueRefusal(purchase, recipientEmail)
}

interface Change extends Pick<Giving, 'sendOn' | 'newCode'> {
  /** SQL conditions on `voucher` and `gift`, its last email, before the change. */
  allowed: (now: Date) => RawBuilder<unknown>
  /** They are as the change makes them. */
  isDone: (now: Date) => RawBuilder<unknown>
  recipientEmail?: string
}

/** Gives the voucher of a link to its recipient otherwise, and returns the purchase as it is then. */
async function change(
  { db, clock }: Deps,
  token: string,
  addressKey: string,
  { allowed, isDone, recipientEmail, ...giving }: Change,
): Promise<{ purchase: Purchased; isDone: boolean }> {
  const now = clock.now()
  const linkId = readPurchaseToken(token)
  const paymentId = paymentOfLink(linkId)
  const limit = { ...RATE_LIMITS.changeGift, key: linkId }
  const isTheirs = sql`voucher.payment_id = ${paymentId} and voucher.deliver_to = 'recipient'`
  const results = await db.batch({
    rateLimit: countRequest(purchaseRateLimit(addressKey), now),
    // Before the voucher, as where the buyer's own email is changed under the same limit.
    limit: countRequest(limit, now),
    voucherLock: query
      .selectFrom('giftVoucher')
      .select('id')
      .where('paymentId', '=', paymentId)
      .forNoKeyUpdate(),
    emailLock: lockUnsentGiftEmail(sql`voucher.payment_id = ${paymentId}`),
    done: sql`
      select from gift_voucher voucher ${JOIN_GIFT_EMAIL} where ${isTheirs} and ${isDone(now)}`,
    given: giveVoucher({
      where: sql`
        ${isTheirs} and voucher.buyer_email <> '' and ${isUsable(now)} and not ${isHeld(now)} and ${isAdmitted(limit)}
        and not coalesce(${isDone(now)}, false) and ${allowed(now)}`,
      ...(recipientEmail !== undefined && { recipientEmail: sql`${recipientEmail}::text` }),
      ...giving,
      actor: 'buyer',
      now,
    }),
    ...selectPurchase(paymentId, now),
  })
  requireWithinLimit(results.rateLimit[0], now)
  const purchase = readPurchase(results, now)
  requireWithinLimit(results.limit[0], now)
  return { purchase, isDone: results.done.length > 0 || results.given.length > 0 }
}

function wrongAddress(sentence: string): DomainError {
  return new DomainError('invalid_request', `${sentence}.`, { fields: { recipientEmail: sentence } })
}

const refused = (why: string) =>
  new DomainError('not_active', `${why} Please ring us on ${clinic.phone.display}, and we will help you.`)

const changedMeanwhile = (sentence: string) => new DomainError('changed_meanwhile', sentence)

/** Says what is true now instead of the change. */
function changeRefusal(purchase: Purchased, isStale: boolean): DomainError {
  const { giftEmail, heldUntil, canReschedule } = ofVoucher(purchase)
  const state = giftEmail?.state
  if (state && ['sending', 'sent', 'accepted', 'delayed'].includes(state))
    return changedMeanwhile('The voucher has already been emailed, so it is too late to change this.')
  if (heldUntil) return heldError(heldUntil)
  if (isStale)
    return changedMeanwhile('This has just been changed somewhere else, so we have not changed it again.')
  if (canReschedule || state === 'bounced') return refused('You can no longer change the address here.')
  return new DomainError(
    'not_active',
    'No email is due to go out for this voucher, so there is nothing to change.',
  )
}

function reissueRefusal(purchase: Purchased, recipientEmail: string): DomainError {
  const voucher = ofVoucher(purchase)
  if (voucher.heldUntil) return heldError(voucher.heldUntil)
  if (voucher.canCorrect)
    return changedMeanwhile('The email with this voucher has not arrived, so you can correct the address.')
  if (voucher.giftEmail?.state === 'sending') return beingSentError()
  if (voucher.canReissue && voucher.recipientEmail === recipientEmail)
    return wrongAddress('We have already sent the voucher to this address, so please enter another one')
  return refused('We cannot replace this voucher here.')
}

const ofVoucher = (purchase: Purchased): Partial<PurchasedVoucher> =>
  purchase.kind === 'voucher' ? purchase : {}
