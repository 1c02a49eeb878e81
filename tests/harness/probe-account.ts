import { Stripe } from 'stripe'
import { afterAll, beforeAll } from 'vitest'
import { sdk, startTestAccount } from './test-account.ts'

/** Set to a test account's `sk_test_…`, the probe asks the real Stripe the same questions. */
const realKey = process.env['STRIPE_PROBE_KEY']

export const isReal = realKey !== undefined

/** Stripe does some things a moment later, and its search sees them up to a minute later. */
export const EVENTUALLY = isReal ? { timeout: 90_000, interval: 3000 } : { timeout: 5000 }

interface ProbeAccount {
  stripe: Stripe
  /** Lets the bank decide, in a test account by Stripe's test evidence: https://docs.stripe.com/testing#evidence */
  decide: (dispute: string, status: 'won' | 'lost') => Promise<unknown>
}

/** The real SDK on the stand-in, or on the real test account. */
export function useProbeAccount(): ProbeAccount {
  const probe = {} as ProbeAccount & { stop?: () => Promise<void> }
  beforeAll(async () => {
    if (realKey !== undefined) {
      if (!realKey.startsWith('sk_test_')) throw new Error('STRIPE_PROBE_KEY must be a test key.')
      const stripe = new Stripe(realKey, { maxNetworkRetries: 0 })
      probe.stripe = stripe
      probe.decide = (dispute, status) => {
        const evidence = { uncategorized_text: status === 'won' ? 'winning_evidence' : 'losing_evidence' }
        return stripe.disputes.update(dispute, { evidence, submit: true })
      }
      return
    }
    const standIn = await startTestAccount({ settleMs: 20 })
    probe.stripe = sdk(standIn)
    probe.decide = (dispute, status) => standIn.control.setDisputeStatus({ dispute, status })
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
