import type Stripe from 'stripe'
import type { TestAccount } from '#local/stripe/account.ts'
import { addTransaction } from '#local/stripe/balance-history.ts'
import { missing } from '#local/stripe/stripe-errors.ts'
import { newId } from '#local/stripe/stripe-ids.ts'

/**
 * The types of each reporting category, for cards and for other methods:
 * https://docs.stripe.com/reports/reporting-categories and https://docs.stripe.com/reports/balance-transaction-types
 */
const TYPES = {
  charge: { card: 'charge', other: 'payment' },
  refund: { card: 'refund', other: 'payment_refund' },
  refund_failure: { card: 'refund_failure', other: 'refund_failure' },
  dispute: { card: 'adjustment', other: 'adjustment' },
  dispute_reversal: { card: 'adjustment', other: 'adjustment' },
} as const

interface Movement {
  category: keyof typeof TYPES
  charge: Stripe.Charge
  amount: number
  fee?: { amount: number; description: string }
  source: string
  description: string | null
}

export const DAY_SECONDS = 86_400

const DAYS_UNTIL_PAYOUT = 7

/** 1.5% + 20p: https://stripe.com/gb/pricing */
export const chargeFee = (amount: number) => Math.round(amount * 0.015) + 20

export function recordMovement(account: TestAccount, movement: Movement): Stripe.BalanceTransaction {
  const { category, charge, amount, fee, source, description } = movement
  const { currency, payment_method_details: paid } = charge
  return addTransaction(account.state, {
    id: newId('txn'),
    object: 'balance_transaction',
    amount,
    available_on: midnightBefore(account.now()) + DAYS_UNTIL_PAYOUT * DAY_SECONDS,
    balance_type: 'payments',
    created: account.now(),
    currency,
    description,
    exchange_rate: null,
    fee: fee?.amount ?? 0,
    fee_details: fee ? [{ ...fee, application: null, currency, type: 'stripe_fee' }] : [],
    net: amount - (fee?.amount ?? 0),
    reporting_category: category,
    source,
    status: 'pending',
    type: TYPES[category][paid?.card ? 'card' : 'other'],
  })
}

export function getTransaction(account: TestAccount, id: string): Stripe.BalanceTransaction {
  const transaction = account.state.balance[id]
  if (!transaction) throw missing('balance transaction', id)
  return currentTransaction(account, transaction)
}

/** A transaction with its status at the current time. */
export const currentTransaction = (
  account: TestAccount,
  transaction: Stripe.BalanceTransaction,
): Stripe.BalanceTransaction =>
  transaction.available_on <= account.now() ? { ...transaction, status: 'available' } : transaction

/** The last midnight, UTC, in seconds. */
export const midnightBefore = (time: number) => time - (time % DAY_SECONDS)
