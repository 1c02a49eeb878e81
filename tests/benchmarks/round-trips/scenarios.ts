import { PRODUCT_COUNT } from '#tests/benchmarks/fill-products.ts'
import type { BuiltSite } from '#tests/benchmarks/round-trips/built-site.ts'
import {
  announce,
  get,
  ownerHeaders,
  paidSecret,
  post,
  requestPayment,
  secretOf,
} from '#tests/benchmarks/round-trips/buyer.ts'

/** Limits of round trips before the response; a missing one has no target. */
export interface Limits {
  database?: number
  stripe?: number
}

export interface Scenario {
  name: string
  limits: Limits
  /** Prepares the call without counting. Resolves to the call that is counted. */
  prepare: (world: BuiltSite) => Promise<() => Promise<Response>>
}

const ONCE = { database: 1, stripe: 1 }
/** The browser's claim is counted before Stripe is asked. */
const COUNTED_FIRST = { database: 2, stripe: 1 }
const settleNow = (world: BuiltSite) => () => world.functions.runScheduled('settle-payments', { full: false })
const claim = (world: BuiltSite, clientSecret: string) => () =>
  post(world, '/api/gift-vouchers', { clientSecret })

const LISTS = ['activity', 'customers', 'orders', 'products', 'requests', 'vouchers']

/** The order matters: the first needs a Stripe account without intents. */
export const SCENARIOS: Scenario[] = [
  {
    name: 'settle-payments, no intent in the last hour',
    // Charges, and then intents: those strangers can start by the hundred, and money comes first.
    limits: { database: 0, stripe: 2 },
    prepare: async (world) => settleNow(world),
  },
  {
    name: `products, ${PRODUCT_COUNT} in the shop`,
    limits: { database: 1, stripe: 0 },
    prepare: async (world) => () => get(world, '/api/products'),
  },
  {
    name: 'create-payment-intent',
    limits: { database: 2, stripe: 1 },
    prepare: async (world) => () => requestPayment(world),
  },
  {
    name: 'create-payment-intent with replaces',
    limits: { database: 4, stripe: 3 },
    prepare: async (world) => {
      const former = await secretOf(await requestPayment(world))
      return () => requestPayment(world, former)
    },
  },
  {
    name: 'gift-vouchers, the first to settle',
    limits: COUNTED_FIRST,
    prepare: async (world) => claim(world, await paidSecret(world)),
  },
  {
    name: 'gift-vouchers, settled before',
    limits: COUNTED_FIRST,
    prepare: async (world) => {
      const clientSecret = await paidSecret(world)
      await claim(world, clientSecret)()
      return claim(world, clientSecret)
    },
  },
  {
    name: 'stripe-webhook, the first to settle',
    limits: ONCE,
    prepare: async (world) => {
      const clientSecret = await paidSecret(world)
      return () => announce(world, clientSecret)
    },
  },
  {
    name: 'settle-payments, what is above in the last hour',
    limits: {},
    prepare: async (world) => settleNow(world),
  },
  ...LISTS.map((list) => ({
    name: `portal, first page of ${list}`,
    // The session, and the list.
    limits: { database: 2, stripe: 0 },
    prepare: async (world: BuiltSite) => {
      const headers = await ownerHeaders(world)
      return () => get(world, `/api/admin/${list}`, headers)
    },
  })),
]
