import type Stripe from 'stripe'
import type { TestAccount } from '#local/stripe/account.ts'
import { newId } from '#local/stripe/stripe-ids.ts'

interface Movement {
  type: 'charge' | 'refund' | 'refund_failure' | 'adjustment'
  amount: number
  fee?: number
  currency: string
  source: string
  description: string | null
}

const DAYS_UNTIL_PAYOUT = 7

/** 1.5% + 20p: https://stripe.com/gb/pricing */
export const chargeFee = (amount: number) => Math.round(amount * 0.015) + 20

export function recordMovement(account: TestAccount, movement: Movement): Stripe.BalanceTransaction {
  const { type, amount, fee = 0, currency, source, description } = movement
  const transaction: Stripe.BalanceTransaction = {
    id: newId('txn'),
    object: 'balance_transaction',
    amount,
    available_on: account.now() + DAYS_UNTIL_PAYOUT * 86_400,
    balance_type: 'payments',
    created: account.now(),
    currency,
    description,
    exchange_rate: null,
    fee,
    fee_details: fee ? [feeDetail(fee, currency)] : [],
    net: amount - fee,
    reporting_category: type,
    source,
    status: 'pending',
    type,
  }
  return (account.state.balance[transaction.id] = transaction)
}

const feeDetail = (amount: number, currency: string): Stripe.BalanceTransaction.FeeDetail => ({
  amount,
  application: null,
  currency,
  description: 'Stripe processing fees',
  type: 'stripe_fee',
})
