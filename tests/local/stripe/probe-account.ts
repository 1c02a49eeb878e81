import { Stripe } from 'stripe'
import { afterAll, beforeAll } from 'vitest'
import { sdk, startTestAccount } from './test-account.ts'

/** Set to a test account's `sk_test_…`, the probe asks the real Stripe the same questions. */
const realKey = process.env['STRIPE_PROBE_KEY']

export const isReal = realKey !== undefined

/** Stripe does some things a moment later, and its search sees them up to a minute later. */
export const EVENTUALLY = isReal ? { timeout: 90_000, interval: 3000 } : { timeout: 5000 }

/** The real SDK on the stand-in, or on the real test account. */
export function useProbeAccount(): { stripe: Stripe } {
  const probe = {} as { stripe: Stripe; stop?: () => Promise<void> }
  beforeAll(async () => {
    if (realKey !== undefined) {
      if (!realKey.startsWith('sk_test_')) throw new Error('STRIPE_PROBE_KEY must be a test key.')
      probe.stripe = new Stripe(realKey, { maxNetworkRetries: 0 })
      return
    }
    const standIn = await startTestAccount({ settleMs: 20 })
    probe.stripe = sdk(standIn)
    probe.stop = () => standIn.stop()
  })
  afterAll(() => probe.stop?.())
  return probe
}

const GOOD = {
  amount: 5000,
  currency: 'gbp',
  automatic_payment_methods: { enabled: true, allow_redirects: 'never' },
} satisfies Stripe.PaymentIntentCreateParams

export const createIntent = (stripe: Stripe, more: Partial<Stripe.PaymentIntentCreateParams> = {}) =>
  stripe.paymentIntents.create({ ...GOOD, ...more })

/** An intent that is paid with this test payment method. */
export const pay = (
  stripe: Stripe,
  method = 'pm_card_visa',
  more: Partial<Stripe.PaymentIntentCreateParams> = {},
) => createIntent(stripe, { ...more, payment_method: method, confirm: true })
