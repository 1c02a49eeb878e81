import type Stripe from 'stripe'
import type { TestAccount } from '#local/stripe/account.ts'
import { readShipping } from '#local/stripe/addresses.ts'
import { acceptedMethods, readEmail, readSuffix } from '#local/stripe/intent-fields.ts'
import { mergeMetadata } from '#local/stripe/metadata.ts'
import { integer, required, text, type StripeParams } from '#local/stripe/params.ts'
import { getMethod } from '#local/stripe/payment-methods.ts'
import { checkAmount, readAmount } from '#local/stripe/stripe-amounts.ts'
import { impossible, invalidParameter, missing } from '#local/stripe/stripe-errors.ts'
import { expandableId, newClientSecret, newId } from '#local/stripe/stripe-ids.ts'

const CANCELLATION_REASONS = ['abandoned', 'duplicate', 'fraudulent', 'requested_by_customer']
const OPEN = new Set<Stripe.PaymentIntent.Status>([
  'requires_payment_method',
  'requires_confirmation',
  'requires_action',
])

export function getIntent(account: TestAccount, id: string, param = 'intent'): Stripe.PaymentIntent {
  const intent = account.state.intents[id]
  if (!intent) throw missing('payment_intent', id, param)
  return intent
}

/** Returns the charge of a paid intent, or throws. */
export function paidCharge(account: TestAccount, id: string): Stripe.Charge {
  const charge = account.state.charges[expandableId(getIntent(account, id).latest_charge)]
  if (charge?.status === 'succeeded') return charge
  throw impossible(`This PaymentIntent (${id}) does not have a successful charge.`)
}

export function createIntent(account: TestAccount, params: StripeParams): Stripe.PaymentIntent {
  const currency = required(params, 'currency').toLowerCase()
  const amount = readAmount(params, 'amount')
  checkAmount(amount, currency)
  const id = newId('pi')
  const methodId = text(params, 'payment_method')
  const intent: Stripe.PaymentIntent = {
    id,
    object: 'payment_intent',
    allowed_payment_method_types: null,
    amount,
    amount_capturable: 0,
    amount_received: 0,
    application: null,
    application_fee_amount: null,
    ...acceptedMethods(params),
    canceled_at: null,
    cancellation_reason: null,
    capture_method: 'automatic_async',
    client_secret: newClientSecret(id),
    confirmation_method: 'automatic',
    created: account.now(),
    currency,
    customer: null,
    customer_account: null,
    description: text(params, 'description') ?? null,
    excluded_payment_method_types: null,
    last_payment_error: null,
    latest_charge: null,
    livemode: false,
    managed_payments: null,
    metadata: mergeMetadata({}, params),
    next_action: null,
    on_behalf_of: null,
    payment_method: methodId ? getMethod(account, methodId).method.id : null,
    payment_method_configuration_details: null,
    payment_method_options: {},
    payment_record: null,
    processing: null,
    receipt_email: readEmail(params),
    review: null,
    setup_future_usage: null,
    shipping: readShipping(params),
    source: null,
    statement_descriptor: null,
    statement_descriptor_suffix: readSuffix(params),
    status: methodId ? 'requires_confirmation' : 'requires_payment_method',
    transfer_group: null,
  }
  account.state.intents[id] = intent
  account.emit('payment_intent.created', intent)
  return intent
}

export function updateIntent(account: TestAccount, id: string, params: StripeParams): Stripe.PaymentIntent {
  const intent = getIntent(account, id)
  if (integer(params, 'amount') !== undefined) {
    if (!OPEN.has(intent.status)) throw unexpectedState(intent, 'update the amount of')
    const amount = readAmount(params, 'amount')
    checkAmount(amount, intent.currency)
    intent.amount = amount
  }
  intent.metadata = mergeMetadata(intent.metadata, params)
  if ('description' in params) intent.description = text(params, 'description') ?? null
  if ('shipping' in params) intent.shipping = readShipping(params)
  if ('receipt_email' in params) intent.receipt_email = readEmail(params)
  if ('statement_descriptor_suffix' in params) intent.statement_descriptor_suffix = readSuffix(params)
  return intent
}

export function cancelPaymentIntent(
  account: TestAccount,
  id: string,
  params: StripeParams,
): Stripe.PaymentIntent {
  const intent = getIntent(account, id)
  const reason = text(params, 'cancellation_reason') ?? null
  if (reason && !CANCELLATION_REASONS.includes(reason)) {
    throw invalidParameter(
      `Invalid cancellation_reason: must be one of ${CANCELLATION_REASONS.join(', ')}`,
      'cancellation_reason',
    )
  }
  if (!OPEN.has(intent.status)) throw unexpectedState(intent, 'cancel')
  intent.status = 'canceled'
  intent.canceled_at = account.now()
  intent.cancellation_reason = reason
  intent.next_action = null
  account.emit('payment_intent.canceled', intent)
  return intent
}

export function unexpectedState(intent: Stripe.PaymentIntent, verb: string) {
  return impossible(
    `You cannot ${verb} this PaymentIntent because it has a status of ${intent.status}.`,
    'payment_intent_unexpected_state',
    { payment_intent: structuredClone(intent) },
  )
}

export const isOpen = (intent: Stripe.PaymentIntent) => OPEN.has(intent.status)
