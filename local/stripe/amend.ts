import type { Account } from './account.ts'
import { missing } from './stripe-errors.ts'

/** Overwrites fields of any object unchecked and without an event, for values that Stripe may add one day. */
export function amend({ state }: Account, id: string, changes: object): object {
  const { intents, charges, refunds, disputes, fraudWarnings, reviews, balance } = state
  const collections: Record<string, object>[] = [
    intents,
    charges,
    refunds,
    disputes,
    fraudWarnings,
    reviews,
    balance,
  ]
  const object = collections.map((collection) => collection[id]).find(Boolean)
  if (!object) throw missing('object', id)
  return Object.assign(object, changes)
}
