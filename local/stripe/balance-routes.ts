import type Stripe from 'stripe'
import type { TestAccount } from '#local/stripe/account.ts'
import { balanceHistory, transactionsNewestFirst } from '#local/stripe/balance-history.ts'
import { currentTransaction, getTransaction } from '#local/stripe/balance.ts'
import { LIST_PARAMS, listSorted, readTimeFilter } from '#local/stripe/list-objects.ts'
import { text, type StripeParams } from '#local/stripe/params.ts'
import { reading, type StripeRoute } from '#local/stripe/route.ts'
import { currentPayout, getPayout, idsOfPayout, makeDuePayouts } from '#local/stripe/stripe-payouts.ts'

const TRANSACTIONS = '/v1/balance_transactions'
const PAYOUTS = '/v1/payouts'

/** Routes of balance transactions and payouts. The lists make the payouts that are due. */
export function balanceRoutes(): StripeRoute[] {
  return [
    {
      method: 'GET',
      path: TRANSACTIONS,
      params: [...LIST_PARAMS, 'currency', 'payout', 'source', 'type'],
      saves: true,
      run: listTransactions,
    },
    reading('balance_transactions/:id', getTransaction),
    {
      method: 'GET',
      path: PAYOUTS,
      params: [...LIST_PARAMS, 'arrival_date', 'status'],
      saves: true,
      run: listPayouts,
    },
    reading('payouts/:id', getPayout),
  ]
}

function listTransactions(
  account: TestAccount,
  params: StripeParams,
): Stripe.ApiList<Stripe.BalanceTransaction> {
  makeDuePayouts(account)
  const payout = text(params, 'payout')
  const all = transactionsNewestFirst(account.state)
  const rows = payout === undefined ? all : transactionsOf(account, payout, all)
  const page = listSorted(rows, params, TRANSACTIONS, ['currency', 'source', 'type'])
  return { ...page, data: page.data.map((row) => currentTransaction(account, row)) }
}

/** Like Stripe, also returns the transaction of the payout itself. */
function transactionsOf(
  account: TestAccount,
  payout: string,
  all: readonly Stripe.BalanceTransaction[],
): Stripe.BalanceTransaction[] {
  const ids = idsOfPayout(account, payout)
  return all.filter(({ id }) => ids.has(id))
}

function listPayouts(account: TestAccount, params: StripeParams): Stripe.ApiList<Stripe.Payout> {
  makeDuePayouts(account)
  const arrives = readTimeFilter(params, 'arrival_date')
  const payouts = balanceHistory(account.state)
    .payouts.filter(({ arrival_date: arrival }) => arrives(arrival))
    .map((payout) => currentPayout(account, payout))
  return listSorted(payouts.toReversed(), params, PAYOUTS, ['status'])
}
