import type Stripe from 'stripe'
import type { TestAccount } from '#local/stripe/account.ts'
import { statementLine } from '#local/stripe/intent-fields.ts'
import type { StoredMethod } from '#local/stripe/state.ts'
import { newId } from '#local/stripe/stripe-ids.ts'
import type { Decline } from '#local/stripe/test-cards.ts'

/** Creates the charge of an intent, successful or failed. */
export function createCharge(
  account: TestAccount,
  intent: Stripe.PaymentIntent,
  { method }: StoredMethod,
  decline?: Decline,
): Stripe.Charge {
  // A charge on any method but a card is a "payment": https://docs.stripe.com/api/charges/object
  const id = newId(method.type === 'card' ? 'ch' : 'py')
  const charge: Stripe.Charge = {
    id,
    object: 'charge',
    amount: intent.amount,
    amount_captured: decline ? 0 : intent.amount,
    amount_refunded: 0,
    application: null,
    application_fee: null,
    application_fee_amount: null,
    balance_transaction: null,
    billing_details: method.billing_details,
    calculated_statement_descriptor: statementLine(intent.statement_descriptor_suffix),
    captured: !decline,
    created: account.now(),
    currency: intent.currency,
    customer: null,
    description: intent.description,
    disputed: false,
    failure_balance_transaction: null,
    failure_code: decline?.code ?? null,
    failure_message: decline?.message ?? null,
    fraud_details: {},
    livemode: false,
    metadata: { ...intent.metadata },
    on_behalf_of: null,
    outcome: outcome(decline),
    paid: !decline,
    payment_intent: intent.id,
    payment_method: method.id,
    payment_method_details: methodDetails(method, intent.amount),
    receipt_email: intent.receipt_email,
    receipt_number: null,
    receipt_url: null,
    refunded: false,
    review: null,
    shipping: intent.shipping,
    source: null,
    source_transfer: null,
    statement_descriptor: null,
    statement_descriptor_suffix: intent.statement_descriptor_suffix,
    status: decline ? 'failed' : 'succeeded',
    transfer_data: null,
    transfer_group: null,
  }
  return (account.state.charges[id] = charge)
}

const outcome = (decline?: Decline): Stripe.Charge.Outcome => ({
  advice_code: decline ? 'try_again_later' : null,
  network_advice_code: null,
  network_decline_code: decline ? '01' : null,
  network_status: decline ? 'declined_by_network' : 'approved_by_network',
  reason: decline?.declineCode ?? decline?.code ?? null,
  risk_level: 'normal',
  risk_score: 12,
  seller_message: decline
    ? 'The bank did not return any further details with this decline.'
    : 'Payment complete.',
  type: decline ? 'issuer_declined' : 'authorized',
})

function methodDetails(method: Stripe.PaymentMethod, amount: number): Stripe.Charge.PaymentMethodDetails {
  const { card, bacs_debit: debit, type } = method
  if (card) return { type, card: cardDetails(card, amount) }
  if (debit) return { type, bacs_debit: { ...debit, mandate: null } }
  if (type === 'afterpay_clearpay') return { type, afterpay_clearpay: { order_id: null, reference: null } }
  return {
    type,
    klarna: { payer_details: null, payment_method_category: 'pay_later', preferred_locale: 'en-GB' },
  }
}

const cardDetails = (
  card: Stripe.PaymentMethod.Card,
  amount: number,
): Stripe.Charge.PaymentMethodDetails.Card => ({
  amount_authorized: amount,
  authorization_code: '123456',
  brand: card.brand,
  checks: card.checks,
  country: card.country,
  electronic_commerce_indicator: null,
  exp_month: card.exp_month,
  exp_year: card.exp_year,
  funding: card.funding,
  installments: null,
  last4: card.last4,
  mandate: null,
  network: card.brand,
  network_transaction_id: null,
  regulated_status: 'unregulated',
  three_d_secure: null,
  transaction_link_id: null,
  wallet: null,
})
