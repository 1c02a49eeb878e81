import { sql } from 'kysely'
import { clinic } from '#clinic/current-clinic.ts'
import type { Body, Reply } from '#contract/base/endpoint.ts'
import type { changeBuyerEmailEndpoint } from '#contract/purchases/purchase-changes.ts'
import type { Services } from '#server/clients/services.ts'
import { idempotent } from '#server/db/idempotency.ts'
import { countRequest, requireWithinLimit } from '#server/db/rate-limit.ts'
import { correctRecordAddress, type CorrectedAddress } from '#server/delivery/change-address.ts'
import { DomainError } from '#server/domain-error.ts'
import { purchaseToken, readPurchaseToken } from '#server/links/purchase-link.ts'
import { purchaseRateLimit, readPurchase, selectPurchase } from '#server/purchases/find-purchase.ts'
import { canChangeEmail } from '#server/purchases/rules/can-change-email.ts'
import { paymentOfLink } from '#server/purchases/rules/link-id.ts'
import { RATE_LIMITS } from '#server/rate-limits.ts'

/**
 * Corrects the buyer's address for the buyer. The former token opens nothing any more, so a repeat is recognised by it and
 * its `requestId`, and gets the same new one for as long as that opens the purchase.
 */
export async function changeBuyerEmail(
  services: Pick<Services, 'db' | 'clock' | 'random'>,
  { token, email, requestId = services.random.uuid() }: Body<typeof changeBuyerEmailEndpoint>,
  addressKey: string,
): Promise<Reply<typeof changeBuyerEmailEndpoint>> {
  const { db, clock, random } = services
  const now = clock.now()
  const linkId = readPurchaseToken(token)
  const once = idempotent<CorrectedAddress>(
    { endpoint: 'changeBuyerEmail', target: linkId, requestId, body: { email } },
    now,
  )
  const before = await db.batch({
    rateLimit: countRequest(purchaseRateLimit(addressKey), now),
    ...selectPurchase(paymentOfLink(linkId), now),
    // Last: where a repeat no longer finds the purchase, it finds the result.
    stored: once.stored,
  })
  requireWithinLimit(before.rateLimit[0], now)
  let changed = once.read(before.stored)
  if (!changed) {
    const { kind, buyerEmail, canChangeEmail: isAllowed } = readPurchase(before, now)
    if (!isAllowed) throw tooLateError()
    if (buyerEmail === email) throw sameAddressError()
    const { id = '' } = before.voucher[0] ?? before.order[0] ?? {}
    const newLink = random.uuid()
    changed = await correctRecordAddress(
      services,
      { kind, id, email, newLink, actor: 'buyer', now },
      {
        once,
        limit: { ...RATE_LIMITS.changeGift, key: linkId },
        allowed: isOpenToChange(kind, id, newLink, now),
      },
    )
  }
  if (!changed) throw tooLateError()
  const after = await db.batch(selectPurchase(paymentOfLink(changed.link), now))
  return { purchase: readPurchase(after, now), token: purchaseToken(changed.link) }
}

const isOpenToChange = (kind: 'voucher' | 'order', id: string, newLink: string, now: Date) =>
  kind === 'voucher'
    ? sql<boolean>`exists (
        select from gift_voucher bought join payment on payment.id = bought.payment_id
        where bought.id = ${id} and ${canChangeEmail(sql`bought.issued_at`, now, newLink)})`
    : sql<boolean>`exists (
        select from orders bought join payment on payment.id = bought.payment_id
        where bought.id = ${id} and ${canChangeEmail(sql`bought.placed_at`, now, newLink)})`

function sameAddressError(): DomainError {
  const sentence = 'This is the address that we write to already, so please enter another one'
  return new DomainError('invalid_request', `${sentence}.`, { fields: { email: sentence } })
}

const tooLateError = () =>
  new DomainError(
    'not_active',
    `You can change your email address here once, within an hour of paying and until you cancel. Please ring us on ${clinic.phone.display} or write to ${clinic.email}, and we will change it for you.`,
  )
