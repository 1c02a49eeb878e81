import { clinic } from '#content/clinic'
import { formatPounds, type Pence } from '#contract/money'
import type { RefundState } from '#contract/refunds'
import { Stripe } from 'stripe'
import { UUID_REGEX } from 'valibot'
import { DomainError } from '../domain-error.ts'
import { describeFailure, log } from '../log.ts'
import type { Services } from '../clients/services.ts'
import { capBalance } from '../vouchers/cap-balance.ts'
import { reversalIds } from '../vouchers/reversal.ts'
import { deriveFreeze } from '../payments/derive-freeze.ts'
import { deriveRefundStatus } from '../payments/derive-refund-status.ts'
import { reopenAlerts } from '../payments/fraud-alert-queries.ts'
import { callStripe, isReplayedFailure, idempotencyKeyOf } from '../payments/intent.ts'
import { lockPurchase, vouchersOf } from '../payments/our-intents.ts'
import {
  recordExternalRefund,
  confirmRefund,
  linkRefund,
  reverseRefund,
  type RefundRow,
  selectDue,
  enqueueOrderRefundedEmail,
} from './refund-queries.ts'

type Deps = Pick<Services, 'db' | 'stripe' | 'clock' | 'random'>

/** Brings our books up to every refund that Stripe has of a payment, whoever made it. Safe to repeat. */
export async function syncRefunds(services: Deps, intentId: string): Promise<void> {
  const { stripe } = services
  const refunds = await callStripe(() =>
    stripe.refunds.list({ payment_intent: intentId, limit: 100 }).autoPagingToArray({ limit: 1000 }),
  )
  for (const refund of refunds.toReversed()) await applyRefund(services, intentId, refund)
}

/** What Stripe says of one refund, into our books: one batch that has locked the payment. */
export async function applyRefund(
  { db, clock, random }: Deps,
  intentId: string,
  refund: Stripe.Refund,
): Promise<void> {
  const now = clock.now()
  const named = refund.metadata?.['refund_id'] ?? ''
  const refundId = UUID_REGEX.test(named) ? named : undefined
  const known = { intentId, stripeRefundId: refund.id, pence: refund.amount, refundId }
  await db.batch({
    ...lockPurchase(intentId),
    link: linkRefund(known),
    adopt: recordExternalRefund(known, { refund: random.uuid(), entry: random.uuid() }, now),
    ...outcome(),
    ...deriveRefundStatus(intentId),
  })

  function outcome() {
    if (refund.status === 'succeeded') {
      return {
        confirm: confirmRefund(refund.id, random.uuid(), now),
        tell: enqueueOrderRefundedEmail(refund.id, random.uuid(), now),
      }
    }
    if (refund.status !== 'failed' && refund.status !== 'canceled') return {}
    return reverseFailedRefund(intentId, { stripeRefundId: refund.id }, random, now)
  }
}

/**
 * Puts back what a failed refund took, but no more than the other refunds and a lost dispute have left. A warning or review
 * that it had answered is open again.
 */
const reverseFailedRefund = (
  intentId: string,
  which: { stripeRefundId: string } | { refundId: string },
  random: Deps['random'],
  now: Date,
) => {
  return {
    putBack: reverseRefund(which, { entries: reversalIds(random), mail: random.uuid() }, clinic.email, now),
    capped: capBalance(vouchersOf(intentId), random.uuid(), now),
    reopened: reopenAlerts(intentId),
    frozen: deriveFreeze(intentId),
  }
}

/** More than a day of hourly tries: by then Stripe has forgotten the first. */
const RETRIES_MAX = 30

interface RefundRequest extends RefundRow {
  /** It may have been asked before, so Stripe's own list is read first. */
  isRetry?: boolean
}

/**
 * Asks Stripe for a refund that we have written down. Stripe keeps a failure of its own under its key for a day, so
 * whoever meets one that is kept looks once more and takes the next key.
 */
export async function requestRefund(services: Deps, refund: RefundRequest, turn = 0): Promise<void> {
  if (refund.isRetry) {
    await syncRefunds(services, refund.intentId)
    const [open] = await services.db.run(selectDue(refund.id))
    if (!open) return
  }
  try {
    await applyRefund(services, refund.intentId, await createRefund(services, refund, turn))
  } catch (error) {
    if (refund.isRetry && turn < RETRIES_MAX && isReplayedFailure(error))
      return requestRefund(services, refund, turn + 1)
    // Already refunded, disputed, more than there is: asking again would not help.
    if (error instanceof Stripe.errors.StripeInvalidRequestError)
      return recordRefusal(services, refund, error.code)
    return await callStripe(() => Promise.reject(error))
  }
}

/** Returns the state of a refund, as read after Stripe was asked; throws `not_active` if Stripe has refused it. */
export function requireAccepted([refund]: { state: RefundState | 'failed' }[]): RefundState {
  if (refund && refund.state !== 'failed') return refund.state
  throw new DomainError('not_active', 'Our card provider has refused this refund. Nothing has gone back.')
}

/** Refuses to refund another amount than was confirmed, and names the one that there is now. */
export const amountChangedError = (pence: Pence): DomainError => {
  const sentence = `The amount has changed: £${formatPounds(pence)} can be refunded now`
  return new DomainError('changed_meanwhile', `${sentence}. Please check it and confirm again.`, {
    fields: { expectedAmount: sentence },
  })
}

/** For whoever can wait: written down is as good as done, and what Stripe could not be asked now the hourly pass asks. */
export async function tryRequestRefund(services: Deps, refund: RefundRequest): Promise<void> {
  try {
    await requestRefund(services, refund)
  } catch (error) {
    if (!(error instanceof DomainError) || error.code !== 'payment_provider') throw error
    log('warn', 'refund not asked yet', { refund: refund.id, ...describeFailure(error) })
  }
}

const createRefund = ({ stripe }: Deps, { id, intentId, pence, isRetry }: RefundRequest, turn: number) =>
  stripe.refunds.create(
    { payment_intent: intentId, amount: pence, metadata: { refund_id: id } },
    // Without the SDK's own retries, what is kept under a key is from an earlier call.
    { idempotencyKey: idempotencyKeyOf(id, turn), ...(isRetry && { maxNetworkRetries: 0 }) },
  )

async function recordRefusal({ db, clock, random }: Deps, refund: RefundRow, code: string | undefined) {
  log('error', 'refund refused', { refund: refund.id, code })
  await db.batch({
    ...lockPurchase(refund.intentId),
    ...reverseFailedRefund(refund.intentId, { refundId: refund.id }, random, clock.now()),
    ...deriveRefundStatus(refund.intentId),
  })
}
