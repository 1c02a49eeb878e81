import type Stripe from 'stripe'
import type { TestAccount } from '#local/stripe/account.ts'
import { chargeFee, recordMovement } from '#local/stripe/balance.ts'
import { createCharge } from '#local/stripe/charges.ts'
import { openDispute } from '#local/stripe/disputes.ts'
import { warnOfFraud } from '#local/stripe/fraud-warnings.ts'
import { getIntent, unexpectedState } from '#local/stripe/payment-intents.ts'
import { getMethod } from '#local/stripe/payment-methods.ts'
import type { StoredMethod } from '#local/stripe/state.ts'
import { cardRefused } from '#local/stripe/stripe-errors.ts'
import type { Decline } from '#local/stripe/test-cards.ts'

const NOT_AUTHENTICATED = {
  type: 'invalid_request_error',
  code: 'payment_intent_authentication_failure',
  message:
    'The provided PaymentMethod has failed authentication. You can provide payment_method_data or a new PaymentMethod to attempt to fulfill this PaymentIntent again.',
} as const

/** Charges the payment method according to its test behaviour. */
export function take(
  account: TestAccount,
  intent: Stripe.PaymentIntent,
  stored: StoredMethod,
): Stripe.PaymentIntent {
  if (stored.behaviour.decline) return decline(account, intent, stored, stored.behaviour.decline)
  const charge = createCharge(account, intent, stored)
  Object.assign(intent, {
    status: 'succeeded',
    latest_charge: charge.id,
    amount_received: intent.amount,
    next_action: null,
  } satisfies Partial<Stripe.PaymentIntent>)
  account.emit('charge.succeeded', charge)
  account.emit('payment_intent.succeeded', intent)
  // With automatic_async capture the balance follows the charge: https://docs.stripe.com/payments/payment-intents/asynchronous-capture
  const { id: source, amount, description } = charge
  const fee = { amount: chargeFee(amount), description: 'Stripe processing fees' }
  const movement = { category: 'charge', charge, amount, fee, source, description } as const
  charge.balance_transaction = recordMovement(account, movement).id
  account.emit('charge.updated', charge)
  const { dispute, inquiry, warning } = stored.behaviour
  if (dispute) openDispute(account, charge.id, { reason: dispute, inquiry: inquiry === true })
  if (warning) warnOfFraud(account, intent.id)
  return intent
}

function decline(
  account: TestAccount,
  intent: Stripe.PaymentIntent,
  stored: StoredMethod,
  cause: Decline,
): never {
  const reason = refuseCharge(account, intent, stored, cause)
  fail(account, intent, stored, reason)
  throw cardRefused({ ...reason, payment_intent: structuredClone(intent), payment_method: stored.method })
}

/** Records the failed charge; returns the reason for the intent and the error response. */
function refuseCharge(
  account: TestAccount,
  intent: Stripe.PaymentIntent,
  stored: StoredMethod,
  cause: Decline,
) {
  const { code, declineCode, message } = cause
  const charge = createCharge(account, intent, stored, cause)
  intent.latest_charge = charge.id
  account.emit('charge.failed', charge)
  return {
    type: 'card_error',
    charge: charge.id,
    code,
    ...(declineCode && { decline_code: declineCode }),
    message,
  } as const
}

function fail(
  account: TestAccount,
  intent: Stripe.PaymentIntent,
  { method }: StoredMethod,
  reason: Stripe.PaymentIntent.LastPaymentError,
): Stripe.PaymentIntent {
  intent.status = 'requires_payment_method'
  intent.payment_method = null
  intent.next_action = null
  intent.last_payment_error = { ...reason, payment_method: method }
  account.emit('payment_intent.payment_failed', intent)
  return intent
}

function waitingMethod(account: TestAccount, id: string, status: Stripe.PaymentIntent.Status) {
  const intent = getIntent(account, id)
  if (intent.status !== status || typeof intent.payment_method !== 'string')
    throw unexpectedState(intent, status === 'processing' ? 'complete' : 'authenticate')
  return { intent, stored: getMethod(account, intent.payment_method) }
}

/** Applies the buyer's choice at 3-D Secure or on the page of a redirect method. */
export function authenticate(account: TestAccount, id: string, ok: boolean): Stripe.PaymentIntent {
  const { intent, stored } = waitingMethod(account, id, 'requires_action')
  if (!ok) return fail(account, intent, stored, NOT_AUTHENTICATED)
  return take(account, intent, stored)
}

export function startProcessing(account: TestAccount, intent: Stripe.PaymentIntent) {
  intent.status = 'processing'
  intent.next_action = null
  account.emit('payment_intent.processing', intent)
}

/** The buyer has approved, but the provider has not decided yet. */
export function leaveProcessing(account: TestAccount, id: string): Stripe.PaymentIntent {
  const { intent } = waitingMethod(account, id, 'requires_action')
  startProcessing(account, intent)
  return intent
}

export function completeProcessing(account: TestAccount, id: string, ok: boolean): Stripe.PaymentIntent {
  const { intent, stored } = waitingMethod(account, id, 'processing')
  delete account.state.unsettled[id]
  if (ok) return take(account, intent, stored)
  const cause = { code: 'payment_method_provider_decline', message: 'The payment failed.' }
  return fail(account, intent, stored, refuseCharge(account, intent, stored, cause))
}
