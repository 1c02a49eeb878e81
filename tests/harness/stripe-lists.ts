import type { StripeReport } from '../../local/stripe/report.ts'
import type { Services } from '../../src/server/clients/services.ts'

/** Stripe's lists as the stand-in has them. Makes no request, so no fault and no cut connection is in the way. */
export function listsOf({ intents, charges, refunds, disputes }: StripeReport): Services['stripe'] {
  const known = new Map(charges.map((charge) => [charge.id, charge]))
  const chargeOf = (id: unknown) => (typeof id === 'string' ? (known.get(id) ?? null) : null)
  return {
    paymentIntents: listing(intents.map((one) => ({ ...one, latest_charge: chargeOf(one.latest_charge) }))),
    refunds: listing(refunds.map((one) => ({ ...one, charge: chargeOf(one.charge) }))),
    balanceTransactions: {
      retrieve: (id: string) =>
        Promise.resolve(refunds.find((one) => one.failure_balance_transaction === id)),
    },
    disputes: listing(disputes.map((one) => ({ ...one, charge: chargeOf(one.charge) }))),
  } as unknown as Services['stripe']
}

const listing = <Item>(data: Item[]) => ({
  list: () =>
    Object.assign(Promise.resolve({ data, has_more: false }), {
      async *[Symbol.asyncIterator]() {
        yield* data
      },
    }),
})
