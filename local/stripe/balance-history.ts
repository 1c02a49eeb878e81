import type Stripe from 'stripe'
import type { StripeState } from '#local/stripe/state.ts'

/** What the lists of balance transactions and payouts read. */
export interface BalanceHistory {
  /** In the order in which they were recorded. */
  transactions: Stripe.BalanceTransaction[]
  /** The same by creation, until another is recorded. */
  newestFirst?: readonly Stripe.BalanceTransaction[] | undefined
  /** Those that no payout contains yet. */
  waiting: Stripe.BalanceTransaction[]
  /** The oldest first. */
  payouts: Stripe.Payout[]
}

/** The currency of the clinic's bank account. */
export const PAYOUT_CURRENCY = 'gbp'

// Going through a collection of the state marks each of its objects for the next save, so this happens once.
const histories = new WeakMap<StripeState, BalanceHistory>()

export function balanceHistory(state: StripeState): BalanceHistory {
  const known = histories.get(state)
  if (known) return known
  const history = readHistory(state)
  histories.set(state, history)
  return history
}

function readHistory(state: StripeState): BalanceHistory {
  const stored = Object.values(state.payouts)
  const paidOut = new Set(stored.flatMap(({ transactions }) => transactions))
  const transactions = Object.values(state.balance)
  return {
    transactions,
    waiting: transactions.filter((transaction) => !paidOut.has(transaction.id) && awaitsPayout(transaction)),
    payouts: stored.map(({ payout }) => payout),
  }
}

/** Sorts them, because a payout is recorded later than it was created. */
export function transactionsNewestFirst(state: StripeState): readonly Stripe.BalanceTransaction[] {
  const history = balanceHistory(state)
  return (history.newestFirst ??= history.transactions
    .toReversed()
    .toSorted((one, next) => next.created - one.created))
}

export function addTransaction(
  state: StripeState,
  transaction: Stripe.BalanceTransaction,
): Stripe.BalanceTransaction {
  const history = histories.get(state)
  if (history) {
    history.transactions.push(transaction)
    history.newestFirst = undefined
    if (awaitsPayout(transaction)) history.waiting.push(transaction)
  }
  return (state.balance[transaction.id] = transaction)
}

export const forgetHistory = (state: StripeState) => histories.delete(state)

const awaitsPayout = ({ type, currency }: Stripe.BalanceTransaction) =>
  type !== 'payout' && currency === PAYOUT_CURRENCY
