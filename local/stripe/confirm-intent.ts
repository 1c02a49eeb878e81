import type Stripe from 'stripe'
import type { TestAccount } from '#local/stripe/account.ts'
import { flag, group, required, text, type StripeParams } from '#local/stripe/params.ts'
import { getIntent, isOpen, unexpectedState } from '#local/stripe/payment-intents.ts'
import { createMethod, getMethod, REDIRECT_METHODS } from '#local/stripe/payment-methods.ts'
import { startProcessing, take } from '#local/stripe/settlement.ts'
import type { StoredMethod } from '#local/stripe/state.ts'
import { impossible, invalidParameter } from '#local/stripe/stripe-errors.ts'

export function confirmIntent(account: TestAccount, id: string, params: StripeParams): Stripe.PaymentIntent {
  const intent = getIntent(account, id)
  if (!isOpen(intent)) throw unexpectedState(intent, 'confirm')
  const stored = chosenMethod(account, intent, params)
  checkAccepted(intent, stored)
  intent.payment_method = stored.method.id
  intent.next_action = null
  intent.last_payment_error = null
  intent.receipt_email = text(params, 'receipt_email') ?? intent.receipt_email
  if (REDIRECT_METHODS.includes(stored.method.type))
    return ask(account, intent, redirect(account, intent, params))
  if (stored.behaviour.authenticate) return ask(account, intent, challenge(account, intent, params))
  if (stored.method.type === 'bacs_debit') return processUntilSettled(account, intent, stored)
  return take(account, intent, stored)
}

function chosenMethod(
  account: TestAccount,
  intent: Stripe.PaymentIntent,
  params: StripeParams,
): StoredMethod {
  if ('payment_method_data' in params) return createMethod(account, group(params, 'payment_method_data'))
  const id = text(params, 'payment_method') ?? intent.payment_method
  if (typeof id === 'string') return getMethod(account, id)
  const message = "You cannot confirm this PaymentIntent because it's missing a payment method."
  throw impossible(message, 'payment_intent_unexpected_state', { payment_intent: structuredClone(intent) })
}

function checkAccepted(intent: Stripe.PaymentIntent, { method }: StoredMethod) {
  if (intent.payment_method_types.includes(method.type)) return
  const message = `The PaymentMethod provided (${method.type}) is not allowed for this PaymentIntent. Please attach a PaymentMethod of one of the following types: ${intent.payment_method_types.join(', ')}.`
  throw invalidParameter(message, 'payment_method', 'payment_intent_incompatible_payment_method')
}

function ask(account: TestAccount, intent: Stripe.PaymentIntent, action: Stripe.PaymentIntent.NextAction) {
  intent.status = 'requires_action'
  intent.next_action = action
  account.emit('payment_intent.requires_action', intent)
  return intent
}

const redirect = (account: TestAccount, intent: Stripe.PaymentIntent, params: StripeParams) => ({
  type: 'redirect_to_url',
  redirect_to_url: {
    return_url: required(params, 'return_url'),
    url: `${account.url}/test-payment/${intent.id}`,
  },
})

/** Stripe.js shows 3-D Secure itself; other clients get a redirect: https://docs.stripe.com/payments/3d-secure/authentication-flow */
function challenge(
  account: TestAccount,
  intent: Stripe.PaymentIntent,
  params: StripeParams,
): Stripe.PaymentIntent.NextAction {
  const inPage = flag(params, 'use_stripe_sdk') || text(params, 'return_url') === undefined
  if (!inPage) return redirect(account, intent, params)
  return { type: 'use_stripe_sdk', use_stripe_sdk: { type: 'stripe_3ds2_fingerprint' } }
}

function processUntilSettled(
  account: TestAccount,
  intent: Stripe.PaymentIntent,
  { behaviour }: StoredMethod,
): Stripe.PaymentIntent {
  startProcessing(account, intent)
  account.settleLater(intent.id, !behaviour.failsLater)
  return intent
}
