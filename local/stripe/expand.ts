import type { TestAccount } from '#local/stripe/account.ts'
import { getTransaction } from '#local/stripe/balance.ts'
import { invalidParameter } from '#local/stripe/stripe-errors.ts'
import { getPayout } from '#local/stripe/stripe-payouts.ts'

type Tree = Record<string, unknown>

const isTree = (value: unknown): value is Tree => typeof value === 'object' && value !== null

/** Replaces ids by their objects: https://docs.stripe.com/api/expanding_objects */
export function expand(account: TestAccount, object: object, paths: string[]): object {
  if (paths.length === 0) return object
  const copy: object = structuredClone(object)
  for (const path of paths) {
    if (isTree(copy)) expandPath(account, copy, path.split('.'), path)
  }
  return copy
}

function expandPath(account: TestAccount, at: Tree, [name = '', ...rest]: string[], path: string) {
  const value = at[name]
  if (value === null) return
  if (Array.isArray(value)) {
    for (const item of value) if (isTree(item)) expandPath(account, item, rest, path)
    return
  }
  if (typeof value === 'string') at[name] = structuredClone(find(account, name, value))
  const expanded = at[name]
  if (!isTree(expanded)) throw invalidParameter(`This property cannot be expanded (${path}).`, 'expand')
  if (rest.length > 0) expandPath(account, expanded, rest, path)
}

function find(account: TestAccount, name: string, id: string): unknown {
  const { state } = account
  if (name === 'latest_charge' || name === 'charge') return state.charges[id]
  if (name === 'review') return state.reviews[id]
  if (name === 'balance_transaction') return getTransaction(account, id)
  if (name !== 'source') return undefined
  return state.charges[id] ?? state.refunds[id] ?? state.disputes[id] ?? getPayout(account, id)
}
