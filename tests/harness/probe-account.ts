import { Stripe } from 'stripe'
import { afterAll, beforeAll } from 'vitest'
import { WAIT_LIMIT } from '#tests/harness/limits.ts'
import { sdk, startTestAccount } from '#tests/harness/test-account.ts'

/** A test account's `sk_test_…`: with it, the probe runs against the real Stripe. */
const realKey = process.env['STRIPE_PROBE_KEY']

export const isReal = realKey !== undefined

/** Stripe applies some changes later, and its search finds them up to a minute later. */
export const EVENTUALLY = isReal ? { timeout: 90_000, interval: 3000 } : { timeout: WAIT_LIMIT }

interface ProbeAccount {
  stripe: Stripe
  /** Decides a dispute, in a test account by test evidence: https://docs.stripe.com/testing#evidence */
  decide: (dispute: string, status: 'won' | 'lost') => Promise<unknown>
}

/** The real SDK, with the stand-in or the test account. */
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

export const createTestIntent = (stripe: Stripe, more: Partial<Stripe.PaymentIntentCreateParams> = {}) =>
  stripe.paymentIntents.create({ ...GOOD, ...more })

/** Creates an intent and pays it with this test payment method. */
export const createPaidIntent = (
  stripe: Stripe,
  method = 'pm_card_visa',
  more: Partial<Stripe.PaymentIntentCreateParams> = {},
) => createTestIntent(stripe, { ...more, payment_method: method, confirm: true })
