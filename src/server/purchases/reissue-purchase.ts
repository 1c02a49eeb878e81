import { sql } from 'kysely'
import { clinic } from '#content/clinic.ts'
import type { Body } from '#contract/endpoint.ts'
import type { reissuePurchaseEndpoint } from '#contract/purchase-changes.ts'
import type { Purchased } from '#contract/purchases.ts'
import type { Services } from '#server/clients/services.ts'
import { query } from '#server/db/db.ts'
import { idempotent } from '#server/db/idempotency.ts'
import { paymentOfLink } from '#server/db/link-id.ts'
import { countRequest, isAdmitted, requireWithinLimit } from '#server/db/rate-limit.ts'
import { DomainError } from '#server/domain-error.ts'
import { readPurchaseToken } from '#server/purchase-link.ts'
import {
  HAS_ADDRESS_LEFT,
  heldError,
  isHeld,
  isReissuable,
  purchaseRateLimit,
  readPurchase,
  selectPurchase,
} from '#server/purchases/find-purchase.ts'
import { RATE_LIMITS } from '#server/rate-limits.ts'
import { isUsable, lockUnsentGiftEmail } from '#server/vouchers/gift-email.ts'
import { generateVoucherCode } from '#server/vouchers/issue-voucher.ts'
import { replaceCode } from '#server/vouchers/replace-code.ts'
import { beingSentError } from '#server/vouchers/send-gift-email.ts'

/** Replaces a voucher that went to somebody else by one with a new code, for another address. */
export async function reissuePurchase(
  { db, clock, random }: Pick<Services, 'db' | 'clock' | 'random'>,
  { token, recipientEmail, requestId = random.uuid() }: Body<typeof reissuePurchaseEndpoint>,
  addressKey: string,
): Promise<Purchased> {
  const now = clock.now()
  const linkId = readPurchaseToken(token)
  const paymentId = paymentOfLink(linkId)
  const code = generateVoucherCode(random)
  const once = idempotent<{ voucherId: string }>(
    { endpoint: 'reissuePurchase', target: linkId, requestId, body: { recipientEmail } },
    now,
  )
  const limit = { ...RATE_LIMITS.resendVoucher, key: linkId }
  const results = await db.batch({
    rateLimit: countRequest(purchaseRateLimit(addressKey), now),
    ...once.begin,
    voucherLock: query
      .selectFrom('giftVoucher')
      .select('id')
      .where('paymentId', '=', paymentId)
      .forNoKeyUpdate(),
    emailLock: lockUnsentGiftEmail(sql`voucher.payment_id = ${paymentId}`),
    limit: countRequest(limit, now),
    replaced: replaceCode({
      where: sql`
        voucher.payment_id = ${paymentId} and voucher.deliver_to = 'recipient' and voucher.recipient_email <> ${recipientEmail}
        and ${isUsable(now)} and ${HAS_ADDRESS_LEFT} and ${isReissuable(now)}
        and not ${isHeld(now)} and ${isAdmitted(limit)} and ${once.isFirst}`,
      code,
      recipientEmail,
      byBuyer: true,
      actor: 'buyer',
      now,
    }),
    ...once.end(
      sql`select jsonb_build_object('voucherId', id) as answer from gift_voucher where payment_id = ${paymentId} and code = ${code}`,
    ),
    ...selectPurchase(paymentId, now),
  })
  requireWithinLimit(results.rateLimit[0], now)
  const purchase = readPurchase(results, now)
  if (once.read(results.stored)) return purchase
  requireWithinLimit(results.limit[0], now)
  throw refusalOf(purchase, recipientEmail)
}

function refusalOf(purchase: Purchased, recipientEmail: string): DomainError {
  if (purchase.kind === 'voucher') {
    if (purchase.heldUntil) return heldError(purchase.heldUntil)
    if (purchase.canCorrect)
      return new DomainError(
        'changed_meanwhile',
        'The email with this voucher has not arrived, so you can correct the address.',
      )
    if (purchase.giftEmail?.state === 'sending') return beingSentError()
    if (purchase.canReissue && purchase.recipientEmail === recipientEmail) {
      const sentence = 'We have already sent the voucher to this address, so please enter another one'
      return new DomainError('invalid_request', `${sentence}.`, { fields: { recipientEmail: sentence } })
    }
  }
  return new DomainError(
    'not_active',
    `We cannot replace this voucher here. Please ring us on ${clinic.phone.display}, and we will help you.`,
  )
}
