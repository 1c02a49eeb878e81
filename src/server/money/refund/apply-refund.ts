import { sql, type RawBuilder } from 'kysely'
import { Stripe } from 'stripe'
import { UUID_REGEX } from 'valibot'
import { clinic } from '#clinic/current-clinic.ts'
import { formatPounds, type Pence } from '#contract/base/money.ts'
import type { RefundState } from '#contract/money/refunds.ts'
import { acknowledge } from '#server/cancelling/acknowledge.ts'
import type { Services } from '#server/clients/services.ts'
import type { Statement } from '#server/db/db.ts'
import { DomainError } from '#server/domain-error.ts'
import { describeFailure, log } from '#server/log.ts'
import { deriveFreeze } from '#server/money/dispute/derive-freeze.ts'
import { reopenAlerts } from '#server/money/dispute/fraud-alert-queries.ts'
import { deriveRefundStatus } from '#server/money/refund/derive-refund-status.ts'
import { oweByHand } from '#server/money/refund/owe-by-hand.ts'
import {
  confirmRefund,
  enqueueOrderRefundedEmail,
  linkRefund,
  recordExternalRefund,
  reverseRefund,
  selectDue,
  type RefundRow,
} from '#server/money/refund/refund-queries.ts'
import { reviseOwed } from '#server/money/refund/revise-owed.ts'
import { callStripe, idempotencyKeyOf, isReplayedFailure } from '#server/money/settle/intent.ts'
import { lockPurchase, vouchersOf } from '#server/money/settle/our-intents.ts'
import { STAGE } from '#server/purchases/rules/cancellation-facts.ts'
import { capBalance } from '#server/vouchers/ledger/cap-balance.ts'

type Deps = Pick<Services, 'db' | 'stripe' | 'clock' | 'random'>

/** Brings our books in line with all refunds of a payment at Stripe, including external ones. Safe to repeat. */
export async function syncRefunds(services: Deps, intentId: string): Promise<void> {
  for (const refund of await listRefunds(services, intentId)) await applyRefund(services, intentId, refund)
}

/** Returns all refunds of a payment at Stripe, oldest first. */
export async function listRefunds(
  { stripe }: Pick<Deps, 'stripe'>,
  intentId: string,
): Promise<Stripe.Refund[]> {
  const refunds = await callStripe(() =>
    stripe.refunds.list({ payment_intent: intentId, limit: 100 }).autoPagingToArray({ limit: 1000 }),
  )
  return refunds.toReversed()
}

export const hasFailed = ({ status }: Stripe.Refund): boolean => status === 'failed' || status === 'canceled'

/** Records the state of one refund at Stripe, in one batch that locks the payment. */
export async function applyRefund(
  { db, clock }: Deps,
  intentId: string,
  refund: Stripe.Refund,
): Promise<void> {
  await db.batch({
    ...lockPurchase(intentId),
    ...recordRefund(intentId, refund, clock.now()),
    ...deriveRefundStatus(intentId, clock.now()),
  })
}

/** Returns the statements that record the state of a refund at Stripe. The batch has locked the purchase. */
export function recordRefund(intentId: string, refund: Stripe.Refund, now: Date): Record<string, Statement> {
  const metadataId = refund.metadata?.['refund_id'] ?? ''
  const refundId = UUID_REGEX.test(metadataId) ? metadataId : undefined
  const stripeRefund = { intentId, stripeRefundId: refund.id, pence: refund.amount, refundId }
  return {
    link: linkRefund(stripeRefund),
    external: recordExternalRefund(stripeRefund, now),
    ...(refund.status === 'succeeded' && {
      confirm: confirmRefund(sql`stripe_refund_id = ${refund.id}`, now),
      email: enqueueOrderRefundedEmail(sql`stripe_refund_id = ${refund.id}`, now),
    }),
    ...(hasFailed(refund) && reverseFailedRefund(intentId, sql`refund.stripe_refund_id = ${refund.id}`, now)),
    ...reviseOwed(intentId, now),
  }
}

/**
 * Reverses a failed refund on its voucher, but restores no more than the other refunds and a lost dispute have left. Of a
 * cancelled purchase the clinic then owes it in another way.
 * Reopens a warning or review that the refund had ended.
 */
const reverseFailedRefund = (intentId: string, which: RawBuilder<unknown>, now: Date) => ({
  reversed: reverseRefund(which, clinic.email, now),
  capped: capBalance(vouchersOf(intentId), now),
  owed: oweByHand(which, now),
  owedTold: acknowledge(
    'owed',
    sql`payment.stripe_payment_intent_id = ${intentId} and ${STAGE} = 'by_hand'`,
    now,
  ),
  reopened: reopenAlerts(intentId),
  frozen: deriveFreeze(intentId),
})

/** More than a day of hourly retries: Stripe has dropped the first idempotency key by then. */
const RETRIES_MAX = 30

interface RefundRequest extends RefundRow {
  /** It may have been requested before, so Stripe's list of refunds is read first. */
  isRetry?: boolean
}

/**
 * Requests a recorded refund from Stripe. Stripe replays a failure of its own under the same idempotency key for a
 * day: a retry that gets one reads the list again and uses the next key.
 */
export async function requestRefund(services: Deps, refund: RefundRequest, retries = 0): Promise<void> {
  if (refund.isRetry) {
    await syncRefunds(services, refund.intentId)
    const [open] = await services.db.run(selectDue(refund.id))
    if (!open) return
  }
  try {
    await applyRefund(services, refund.intentId, await createRefund(services, refund, retries))
  } catch (error) {
    if (refund.isRetry && retries < RETRIES_MAX && isReplayedFailure(error))
      return requestRefund(services, refund, retries + 1)
    // Already refunded, disputed, or more than is left: a retry would not help.
    if (error instanceof Stripe.errors.StripeInvalidRequestError)
      return recordRefusal(services, refund, error.code)
    return await callStripe(() => Promise.reject(error))
  }
}

/** Returns the state of a refund, read after the request to Stripe. Throws `not_active` if Stripe has refused it. */
export function requireAccepted([refund]: { state: RefundState | 'failed' }[]): RefundState {
  if (refund && refund.state !== 'failed') return refund.state
  throw new DomainError(
    'not_active',
    'Our card provider has refused this refund, so no money has been returned.',
  )
}

/** Tells the owner that the refundable amount differs from the one they confirmed. The message names the present one. */
export const amountChangedError = (pence: Pence): DomainError =>
  new DomainError(
    'changed_meanwhile',
    `The amount has changed, and £${formatPounds(pence)} can now be refunded. Please check it and confirm again.`,
  )

/** Best effort: if Stripe is unavailable, the refund stays `due` and the full run retries it. */
export async function tryRequestRefund(services: Deps, refund: RefundRequest): Promise<void> {
  try {
    await requestRefund(services, refund)
  } catch (error) {
    if (!(error instanceof DomainError) || error.code !== 'payment_provider') throw error
    log('warn', 'refund not asked yet', {
      refund: refund.id,
      intent: refund.intentId,
      ...describeFailure(error),
    })
  }
}

const createRefund = ({ stripe }: Deps, { id, intentId, pence, isRetry }: RefundRequest, retries: number) =>
  stripe.refunds.create(
    { payment_intent: intentId, amount: pence, metadata: { refund_id: id } },
    // No retries by the SDK, so that a replayed failure always belongs to an earlier call.
    { idempotencyKey: idempotencyKeyOf(id, retries), ...(isRetry && { maxNetworkRetries: 0 }) },
  )

async function recordRefusal({ db, clock }: Deps, refund: RefundRow, code: string | undefined) {
  log('error', 'refund refused', { refund: refund.id, intent: refund.intentId, code })
  await db.batch({
    ...lockPurchase(refund.intentId),
    ...reverseFailedRefund(refund.intentId, sql`refund.id = ${refund.id}`, clock.now()),
    ...deriveRefundStatus(refund.intentId, clock.now()),
  })
}
