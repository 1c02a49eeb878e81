import type Stripe from 'stripe'
import type { TestAccount } from '#local/stripe/account.ts'
import { readAddress } from '#local/stripe/addresses.ts'
import { group, integer, required, text, type StripeParams } from '#local/stripe/params.ts'
import type { StoredMethod } from '#local/stripe/state.ts'
import { cardRefused, invalidParameter, missing } from '#local/stripe/stripe-errors.ts'
import { newId } from '#local/stripe/stripe-ids.ts'
import {
  FAILING_ACCOUNTS,
  findTestCard,
  findTestCardById,
  type TestBehaviour,
  type TestCard,
} from '#local/stripe/test-cards.ts'

const EXPIRY_YEARS_AHEAD = 10

/** Methods with a redirect. */
export const REDIRECT_METHODS = ['klarna', 'afterpay_clearpay']

const METHODS = ['card', 'bacs_debit', ...REDIRECT_METHODS]

export const methodTypes = (redirects: boolean) =>
  METHODS.filter((type) => redirects || !REDIRECT_METHODS.includes(type))

/** Finds a stored method, or creates one from a test name such as pm_card_visa. */
export function getMethod(account: TestAccount, id: string): StoredMethod {
  const stored = account.state.methods[id]
  if (stored) return stored
  const card = findTestCardById(id)
  if (!card) throw missing('PaymentMethod', id, 'payment_method')
  return keepCard(account, { ...blank(account, {}, 'card'), card: cardDetails(card, {}, account) }, card)
}

export function createMethod(account: TestAccount, params: StripeParams): StoredMethod {
  const type = required(params, 'type')
  if (!METHODS.includes(type)) throw invalidParameter(`Invalid type: ${type}`, 'type')
  const method = blank(account, params, type)
  if (REDIRECT_METHODS.includes(type)) return keep(account, { ...method, [type]: {} })
  if (type === 'bacs_debit') return keepDebit(account, method, group(params, 'bacs_debit'))
  const card = readCard(group(params, 'card'))
  return keepCard(account, { ...method, card: cardDetails(card, group(params, 'card'), account) }, card)
}

const keep = (
  account: TestAccount,
  method: Stripe.PaymentMethod,
  behaviour: TestBehaviour = {},
): StoredMethod => (account.state.methods[method.id] = { method, behaviour })

function keepCard(account: TestAccount, method: Stripe.PaymentMethod, card: TestCard): StoredMethod {
  const { number: _number, ids: _ids, brand: _brand, ...behaviour } = card
  return keep(account, method, behaviour)
}

function keepDebit(account: TestAccount, method: Stripe.PaymentMethod, debit: StripeParams): StoredMethod {
  const number = required(debit, 'account_number')
  const details = { fingerprint: null, last4: number.slice(-4), sort_code: required(debit, 'sort_code') }
  return keep(account, { ...method, bacs_debit: details }, { failsLater: FAILING_ACCOUNTS.includes(number) })
}

function readCard(params: StripeParams): TestCard {
  const card = findTestCard(required(params, 'number'))
  if (card) return card
  const message = 'Your card number is incorrect.'
  throw cardRefused({ code: 'incorrect_number', message, param: 'number' }, false)
}

function blank(account: TestAccount, params: StripeParams, type: string): Stripe.PaymentMethod {
  const billing = group(params, 'billing_details')
  return {
    id: newId('pm'),
    object: 'payment_method',
    billing_details: {
      address: readAddress(group(billing, 'address')),
      email: text(billing, 'email') ?? null,
      name: text(billing, 'name') ?? null,
      phone: text(billing, 'phone') ?? null,
      tax_id: null,
    },
    created: account.now(),
    customer: null,
    customer_account: null,
    livemode: false,
    metadata: {},
    type,
  }
}

const cardDetails = (
  card: TestCard,
  params: StripeParams,
  account: TestAccount,
): Stripe.PaymentMethod.Card => ({
  brand: card.brand,
  checks: { address_line1_check: null, address_postal_code_check: null, cvc_check: 'pass' },
  country: 'GB',
  display_brand: card.brand,
  exp_month: integer(params, 'exp_month') ?? 12,
  exp_year:
    integer(params, 'exp_year') ?? new Date(account.now() * 1000).getUTCFullYear() + EXPIRY_YEARS_AHEAD,
  fingerprint: `fp${card.number.slice(-12)}`,
  funding: 'credit',
  generated_from: null,
  last4: card.number.slice(-4),
  networks: { available: [card.brand], preferred: null },
  regulated_status: 'unregulated',
  three_d_secure_usage: { supported: true },
  wallet: null,
})
