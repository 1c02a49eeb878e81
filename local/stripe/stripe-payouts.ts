import type Stripe from 'stripe'
import type { TestAccount } from '#local/stripe/account.ts'
import {
  addTransaction,
  balanceHistory,
  PAYOUT_CURRENCY,
  type BalanceHistory,
} from '#local/stripe/balance-history.ts'
import { DAY_SECONDS, midnightBefore } from '#local/stripe/balance.ts'
import { missing } from '#local/stripe/stripe-errors.ts'
import { newId } from '#local/stripe/stripe-ids.ts'

type Rows = Stripe.BalanceTransaction[]

/**
 * Makes the automatic payouts of all midnights (UTC) up to now, each of what has become available by then. A sum that
 * is not positive waits for a later day: https://docs.stripe.com/payouts
 */
export function makeDuePayouts(account: TestAccount): void {
  const history = balanceHistory(account.state)
  const paidOut = new Set<Stripe.BalanceTransaction>()
  let rows: Rows = []
  for (const [day, added] of groupByDueDay(history, account.now())) {
    rows.push(...added)
    if (sumOf(rows) <= 0) continue
    payOut(account, rows, day)
    for (const row of rows) paidOut.add(row)
    rows = []
  }
  if (paidOut.size > 0) history.waiting = history.waiting.filter((row) => !paidOut.has(row))
}

/** What is due by now, by the midnight of its payout, which is after the last payout. */
function groupByDueDay({ waiting, payouts }: BalanceHistory, now: number): Map<number, Rows> {
  const earliest = (payouts.at(-1)?.created ?? -Infinity) + DAY_SECONDS
  const dueOn = ({ available_on: available }: Stripe.BalanceTransaction) =>
    Math.max(midnightBefore(available + DAY_SECONDS - 1), earliest)
  const due = waiting.filter((row) => dueOn(row) <= now)
  return Map.groupBy(
    due.toSorted((one, next) => dueOn(one) - dueOn(next)),
    dueOn,
  )
}

export function getPayout(account: TestAccount, id: string): Stripe.Payout {
  return currentPayout(account, getStored(account, id).payout)
}

/** The ids of the balance transactions of a payout, with its own. */
export function idsOfPayout(account: TestAccount, id: string): Set<unknown> {
  const { payout, transactions } = getStored(account, id, 'payout')
  return new Set([...transactions, payout.balance_transaction])
}

/** A payout with its status at the current time. */
export const currentPayout = (account: TestAccount, payout: Stripe.Payout): Stripe.Payout =>
  payout.status === 'in_transit' && payout.arrival_date <= account.now()
    ? { ...payout, status: 'paid' }
    : payout

function getStored({ state }: TestAccount, id: string, param?: string) {
  const stored = state.payouts[id]
  if (!stored) throw missing('payout', id, param)
  return stored
}

const sumOf = (rows: Rows) => rows.reduce((sum, { net }) => sum + net, 0)

function payOut({ state }: TestAccount, rows: Rows, created: number) {
  const payout = describePayout(sumOf(rows), created)
  payout.balance_transaction = addTransaction(state, withdrawalOf(payout)).id
  state.payouts[payout.id] = { payout, transactions: rows.map(({ id }) => id) }
  balanceHistory(state).payouts.push(payout)
}

const describePayout = (amount: number, created: number): Stripe.Payout => ({
  id: newId('po'),
  object: 'payout',
  amount,
  application_fee: null,
  application_fee_amount: null,
  arrival_date: arrivalOf(created),
  automatic: true,
  balance_transaction: null,
  created,
  currency: PAYOUT_CURRENCY,
  description: 'STRIPE PAYOUT',
  destination: 'ba_local',
  failure_balance_transaction: null,
  failure_code: null,
  failure_message: null,
  livemode: false,
  metadata: {},
  method: 'standard',
  original_payout: null,
  payout_method: null,
  reconciliation_status: 'completed',
  reversed_by: null,
  source_type: 'card',
  statement_descriptor: null,
  status: 'in_transit',
  trace_id: null,
  type: 'bank_account',
})

const withdrawalOf = (payout: Stripe.Payout): Stripe.BalanceTransaction => ({
  id: newId('txn'),
  object: 'balance_transaction',
  amount: -payout.amount,
  available_on: payout.arrival_date,
  balance_type: 'payments',
  created: payout.created,
  currency: payout.currency,
  description: payout.description,
  exchange_rate: null,
  fee: 0,
  fee_details: [],
  net: -payout.amount,
  reporting_category: 'payout',
  source: payout.id,
  // The money has left the balance, although it has not arrived.
  status: 'available',
  type: 'payout',
})

/** The next day that is not at a weekend; bank holidays count as working days. */
function arrivalOf(created: number): number {
  const next = created + DAY_SECONDS
  const isWeekend = [0, 6].includes(new Date(next * 1000).getUTCDay())
  return isWeekend ? arrivalOf(next) : next
}
