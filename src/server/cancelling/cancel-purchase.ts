import { sql, type RawBuilder } from 'kysely'
import type { Body } from '#contract/base/endpoint.ts'
import { formatPounds, type Pence } from '#contract/base/money.ts'
import { londonDay } from '#contract/base/send-date.ts'
import type { cancelPurchaseEndpoint } from '#contract/purchases/purchase-changes.ts'
import type { Purchased } from '#contract/purchases/purchases.ts'
import { executeCancellations } from '#server/cancelling/execute-cancellations.ts'
import { recordNotice } from '#server/cancelling/record-notice.ts'
import type { Services } from '#server/clients/services.ts'
import { longDay } from '#server/dates.ts'
import { countRequest, requireWithinLimit } from '#server/db/rate-limit.ts'
import { DomainError } from '#server/domain-error.ts'
import { readPurchaseToken } from '#server/links/purchase-link.ts'
import { getHeldAtStripe } from '#server/money/refund/held-at-stripe.ts'
import { LEFT_PENCE, refundablePence } from '#server/money/rules/refundable-pence.ts'
import { lockPurchase } from '#server/money/settle/our-intents.ts'
import { purchaseRateLimit, readPurchase, selectPurchase } from '#server/purchases/find-purchase.ts'
import { isCancellable } from '#server/purchases/rules/cancellation-facts.ts'
import { paymentOfLink } from '#server/purchases/rules/link-id.ts'
import { RATE_LIMITS } from '#server/rate-limits.ts'

type Deps = Pick<Services, 'db' | 'stripe' | 'clock' | 'random'>

/**
 * Cancels the purchase of a link, and returns it. The first press within an hour decides whether it is in time. Stripe is
 * asked what it still holds, which may be less than our books say; while it does not answer, the books decide.
 */
export async function cancelPurchase(
  services: Deps,
  { token, expectedAmount }: Body<typeof cancelPurchaseEndpoint>,
  addressKey: string,
): Promise<Purchased> {
  const { db, clock, random } = services
  const linkId = readPurchaseToken(token)
  const paymentId = paymentOfLink(linkId)
  const counted = clock.now()
  const limit = { ...RATE_LIMITS.cancelPurchase, key: linkId }
  const first = await db.batch({
    rateLimit: countRequest(purchaseRateLimit(addressKey), counted),
    limit: countRequest(limit, counted),
    pressed: sql<{
      at: Date
    }>`select hits[1] as at from throttle where kind = ${limit.kind} and key = ${linkId}`,
    ...selectPurchase(paymentId, counted),
  })
  requireWithinLimit(first.rateLimit[0], counted)
  const before = readPurchase(first, counted)
  if (before.cancellation) return before
  requireWithinLimit(first.limit[0], counted)
  const held = before.frozenBy ? null : await tryGetHeld(services, before.reference)
  const now = clock.now()
  const id = random.uuid()
  const results = await db.batch({
    ...lockPurchase(before.reference),
    due: sql<{ pence: Pence }>`select pence from (${dueOf(paymentId, first.pressed[0]!.at, held)}) due`,
    ...recordNotice({
      id,
      actor: 'buyer',
      sentOn: londonDay(first.pressed[0]!.at),
      purchase: sql`from (${dueOf(paymentId, first.pressed[0]!.at, held)}) purchase where pence = ${expectedAmount}`,
      now,
    }),
    ...selectPurchase(paymentId, now),
  })
  const purchase = readPurchase(results, now)
  if (!purchase.cancellation) throw refusalOf(purchase, results.due[0]?.pence, now)
  // If Stripe does not answer, the next full run pays back.
  if (held !== null) await executeCancellations(services, { of: id })
  return readPurchase(await db.batch(selectPurchase(paymentId, clock.now())), clock.now())
}

/** SQL query of what cancelling the purchase pays back, 0 while it is frozen, with its ids; no row if it is too late. */
const dueOf = (paymentId: RawBuilder<string>, at: Date, held: Pence | null) => sql`
  select voucher.id as voucher_id, orders.id as order_id, case
      when payment.state = 'disputed' then 0
      when voucher.id is null then least(${LEFT_PENCE}, ${held}::int)
      else ${refundablePence(held)} end as pence
  from payment left join gift_voucher voucher on voucher.payment_id = payment.id left join orders on orders.payment_id = payment.id
  where payment.id = ${paymentId}
    and case when orders.id is null then ${isCancellable(at, 'voucher')} else ${isCancellable(at, 'order')} end`

/** What Stripe still holds; null if it does not answer. */
async function tryGetHeld({ stripe }: Deps, intentId: string): Promise<Pence | null> {
  try {
    return await getHeldAtStripe(stripe, intentId)
  } catch (error) {
    if (error instanceof DomainError && error.code === 'payment_provider') return null
    throw error
  }
}

/** `pence`: what is due now; undefined if the purchase cannot be cancelled. */
function refusalOf(purchase: Purchased, pence: Pence | undefined, now: Date): DomainError {
  if (pence !== undefined) {
    const sentence = `The amount has changed: we would now refund £${formatPounds(pence)}`
    return new DomainError('changed_meanwhile', `${sentence}. Please check it and confirm again.`, {
      fields: { expectedAmount: sentence },
    })
  }
  const { cancelUntil, refunded } = purchase
  return cancelUntil !== undefined && cancelUntil < londonDay(now)
    ? new DomainError(
        'too_late',
        `The 14 days ended on ${longDay(cancelUntil)}. Please write to us, and we will see what we can do.`,
      )
    : new DomainError(
        'not_active',
        Number(refunded) > 0
          ? 'This purchase has already been refunded, so there is nothing to cancel.'
          : 'This purchase can no longer be cancelled here. Please write to us, and we will help you.',
      )
}
