import { SHELF } from '../fill-products.ts'
import { announce, get, paidSecret, post, secretOf, startPayment } from './buyer.ts'
import type { World } from './built-site.ts'

/** What a call may cost before its answer; a door without a number has no target. */
export interface Limits {
  database?: number
  stripe?: number
}

export interface Scenario {
  name: string
  limits: Limits
  /** Makes what the call needs, uncounted; answers the call to be counted. */
  prepare: (world: World) => Promise<() => Promise<Response>>
}

const ONCE = { database: 1, stripe: 1 }
const settleNow = (world: World) => () => world.functions.runScheduled('settle-payments', { full: false })
const claim = (world: World, clientSecret: string) => () =>
  post(world, '/api/gift-vouchers', { clientSecret })

/** In this order: the first needs a Stripe where nothing has happened yet. */
export const SCENARIOS: Scenario[] = [
  {
    name: 'settle-payments, no intent in the last hour',
    limits: { database: 0, stripe: 1 },
    prepare: async (world) => settleNow(world),
  },
  {
    name: `products, a shelf of ${SHELF}`,
    limits: { database: 1, stripe: 0 },
    prepare: async (world) => () => get(world, '/api/products'),
  },
  {
    name: 'create-payment-intent',
    limits: { database: 2, stripe: 1 },
    prepare: async (world) => () => startPayment(world),
  },
  {
    name: 'create-payment-intent with replaces',
    limits: { database: 4, stripe: 3 },
    prepare: async (world) => {
      const former = await secretOf(await startPayment(world))
      return () => startPayment(world, former)
    },
  },
  {
    name: 'gift-vouchers, the first to settle',
    limits: ONCE,
    prepare: async (world) => claim(world, await paidSecret(world)),
  },
  {
    name: 'gift-vouchers, settled before',
    limits: ONCE,
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
]
