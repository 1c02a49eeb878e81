import type Stripe from 'stripe'
import type { TestAccount } from '#local/stripe/account.ts'
import { recordMovement } from '#local/stripe/balance.ts'
import { forbidsRefund, withdrawnAmount } from '#local/stripe/disputes.ts'
import { mergeMetadata } from '#local/stripe/metadata.ts'
import { text, type StripeParams } from '#local/stripe/params.ts'
import { getIntent } from '#local/stripe/payment-intents.ts'
import { refundObject } from '#local/stripe/refund-object.ts'
import { readAmount, showAmount } from '#local/stripe/stripe-amounts.ts'
import { impossible, invalidParameter, missing } from '#local/stripe/stripe-errors.ts'
import { expandableId } from '#local/stripe/stripe-ids.ts'

const REASONS = new Set(['duplicate', 'fraudulent', 'requested_by_customer'])

export function getRefund(account: TestAccount, id: string): Stripe.Refund {
  const refund = account.state.refunds[id]
  if (!refund) throw missing('refund', id)
  return refund
}

export function createRefund(account: TestAccount, params: StripeParams): Stripe.Refund {
  const reason = text(params, 'reason') ?? null
  if (reason && !REASONS.has(reason)) throw invalidParameter(`Invalid reason: ${reason}`, 'reason')
  const requested = 'amount' in params ? readAmount(params, 'amount') : undefined
  const charge = findCharge(account, params)
  const amount = refundable(account, charge, requested)
  const outcome = refundOutcome(account, charge)
  const refund = refundObject(account, charge, amount)
  refund.reason = reason
  refund.metadata = mergeMetadata({}, params)
  refund.status = outcome === 'pending' ? 'pending' : 'succeeded'
  account.state.refunds[refund.id] = refund
  count(charge, amount)
  account.emit('refund.created', refund)
  account.emit('charge.refunded', charge)
  // https://docs.stripe.com/testing#refunds: both start as succeeded or pending and are decided later.
  if (outcome) account.settleLater(refund.id, outcome === 'pending')
  return refund
}

/** Applies the bank's decision on a refund: paid out or returned. */
export function settleRefund(account: TestAccount, id: string, ok: boolean): Stripe.Refund {
  const refund = getRefund(account, id)
  delete account.state.unsettled[id]
  if (refund.status === 'failed') throw impossible(`Refund ${id} has already failed.`)
  if (!ok) undo(account, refund)
  refund.status = ok ? 'succeeded' : 'failed'
  account.emit('refund.updated', refund)
  account.emit('charge.refund.updated', refund)
  if (!ok) account.emit('refund.failed', refund)
  return refund
}

function undo(account: TestAccount, refund: Stripe.Refund) {
  const charge = account.state.charges[expandableId(refund.charge)]
  if (!charge) throw missing('charge', expandableId(refund.charge))
  // https://support.stripe.com/questions/pending-refunds-due-to-insufficient-funds-or-stripe-balance
  const overtaken = charge.disputed && refund.status === 'pending'
  refund.failure_reason = overtaken ? 'charge_for_pending_refund_disputed' : 'expired_or_canceled_card'
  refund.failure_balance_transaction = recordMovement(account, {
    category: 'refund_failure',
    charge,
    amount: refund.amount,
    source: refund.id,
    description: `REFUND FAILURE (${charge.description ?? ''})`,
  }).id
  count(charge, -refund.amount)
}

function count(charge: Stripe.Charge, amount: number) {
  charge.amount_refunded += amount
  charge.refunded = charge.amount_refunded === charge.amount
}

function findCharge(account: TestAccount, params: StripeParams): Stripe.Charge {
  const chargeId = text(params, 'charge')
  const intentId = text(params, 'payment_intent')
  if (!chargeId && !intentId) {
    throw invalidParameter(
      'One of the following params should be provided for this request: payment_intent or charge.',
      'payment_intent',
    )
  }
  const id = chargeId ?? getIntent(account, String(intentId), 'payment_intent').latest_charge
  const charge = typeof id === 'string' ? account.state.charges[id] : undefined
  if (!charge && chargeId) throw missing('charge', chargeId, 'charge')
  if (charge?.status === 'succeeded') return charge
  throw impossible(`This PaymentIntent (${String(intentId)}) does not have a successful charge to refund.`)
}

function refundable(account: TestAccount, charge: Stripe.Charge, requested?: number): number {
  if (charge.refunded)
    throw impossible(`Charge ${charge.id} has already been refunded.`, 'charge_already_refunded')
  const refundableAmount = charge.amount - charge.amount_refunded - withdrawnAmount(account, charge)
  if (refundableAmount === 0 || forbidsRefund(account, charge)) {
    throw impossible(`Charge ${charge.id} has been charged back; cannot issue a refund.`, 'charge_disputed')
  }
  if (requested === undefined || requested <= refundableAmount) return requested ?? refundableAmount
  const shown = (amount: number) => showAmount(amount, charge.currency)
  const message = `Refund amount (${shown(requested)}) is greater than unrefunded amount on charge (${shown(refundableAmount)})`
  throw impossible(message, undefined, { param: 'amount' })
}

function refundOutcome(account: TestAccount, charge: Stripe.Charge) {
  return account.state.methods[charge.payment_method ?? '']?.behaviour.refund
}
