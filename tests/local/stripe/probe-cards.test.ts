import { describe, expect, it, vi } from 'vitest'
import {
  createPaidIntent,
  createTestIntent,
  EVENTUALLY,
  useProbeAccount,
} from '#tests/harness/probe-account.ts'
import { stripeErrorOf } from '#tests/harness/test-account.ts'

const probe = useProbeAccount()

describe('a test card', () => {
  it.each(['pm_card_visa', 'pm_card_mastercard'])('%s pays', async (method) => {
    expect(await createPaidIntent(probe.stripe, method)).toMatchObject({
      status: 'succeeded',
      amount_received: 5000,
    })
  })

  it.each([
    ['pm_card_chargeDeclined', 'card_declined', 'generic_decline'],
    ['pm_card_chargeDeclinedInsufficientFunds', 'card_declined', 'insufficient_funds'],
    ['pm_card_chargeDeclinedExpiredCard', 'expired_card', undefined],
    ['pm_card_chargeDeclinedIncorrectCvc', 'incorrect_cvc', undefined],
    ['pm_card_chargeDeclinedProcessingError', 'processing_error', undefined],
  ])(
    '%s is refused with %s, and the intent requires another payment method',
    async (method, code, declineCode) => {
      const intent = await createTestIntent(probe.stripe)
      const error = await stripeErrorOf(
        probe.stripe.paymentIntents.confirm(intent.id, { payment_method: method }),
      )
      expect(error).toMatchObject({
        type: 'StripeCardError',
        statusCode: 402,
        code,
        ...(declineCode && { decline_code: declineCode }),
      })
      const after = await probe.stripe.paymentIntents.retrieve(intent.id)
      expect(after).toMatchObject({ status: 'requires_payment_method', last_payment_error: { code } })
      const paid = await probe.stripe.paymentIntents.confirm(intent.id, { payment_method: 'pm_card_visa' })
      expect(paid).toMatchObject({ status: 'succeeded', last_payment_error: null })
    },
  )

  it.each([
    ['without a return address asks Stripe.js', undefined, 'use_stripe_sdk'],
    ['with one sends the buyer there and back', 'https://example.com/back', 'redirect_to_url'],
  ])('that needs authentication %s', async (_, returnUrl, type) => {
    const intent = await createTestIntent(probe.stripe)
    const asked = await probe.stripe.paymentIntents.confirm(intent.id, {
      payment_method: 'pm_card_authenticationRequired',
      ...(returnUrl ? { return_url: returnUrl } : { use_stripe_sdk: true }),
    })
    expect(asked).toMatchObject({ status: 'requires_action', next_action: { type } })
  })

  it('that is disputed opens a dispute, and the charge cannot be refunded', async () => {
    const paid = await createPaidIntent(probe.stripe, 'pm_card_createDispute')
    const dispute = await vi.waitFor(async () => {
      const { data } = await probe.stripe.disputes.list({ payment_intent: paid.id })
      expect(data).toHaveLength(1)
      return data[0]
    }, EVENTUALLY)
    expect(dispute).toMatchObject({ reason: 'fraudulent', amount: 5000, status: 'needs_response' })
    const error = await stripeErrorOf(probe.stripe.refunds.create({ payment_intent: paid.id }))
    expect(error.code).toBe('charge_disputed')
  })
})

describe('an early fraud warning', () => {
  it('of a card is actionable until the payment is refunded in full', async () => {
    const { stripe } = probe
    const paid = await createPaidIntent(stripe, 'pm_card_createIssuerFraudRecord')
    const warning = await vi.waitFor(async () => {
      const { data } = await stripe.radar.earlyFraudWarnings.list({ payment_intent: paid.id })
      expect(data).toHaveLength(1)
      return data[0]!
    }, EVENTUALLY)
    expect(warning).toMatchObject({ actionable: true, payment_intent: paid.id })
    await stripe.refunds.create({ payment_intent: paid.id })
    await vi.waitFor(async () => {
      const after = await stripe.radar.earlyFraudWarnings.retrieve(warning.id, { expand: ['charge'] })
      expect(after).toMatchObject({ actionable: false, charge: { refunded: true } })
    }, EVENTUALLY)
  })
})

describe('a review', () => {
  it('is listed while it is open, and not for a payment without one', async () => {
    const { stripe } = probe
    const { data } = await stripe.reviews.list({ limit: 100 })
    expect(data.filter(({ open }) => !open)).toEqual([])
    const paid = await createPaidIntent(stripe)
    const intent = await stripe.paymentIntents.retrieve(paid.id, { expand: ['latest_charge', 'review'] })
    expect(intent.review).toBeNull()
  })

  it('that does not exist cannot be approved', async () => {
    const error = await stripeErrorOf(probe.stripe.reviews.approve('prv_none'))
    expect(error).toMatchObject({ statusCode: 404, code: 'resource_missing' })
  })
})

describe('a charge', () => {
  it('shows the amount, the payment method and the fee', async () => {
    const paid = await createPaidIntent(probe.stripe, 'pm_card_visa', { metadata: { payment: 'p1' } })
    const { data } = await probe.stripe.charges.list({ payment_intent: paid.id })
    expect(data).toHaveLength(1)
    const charge = await vi.waitFor(async () => {
      const found = await probe.stripe.charges.retrieve(data[0]?.id ?? '', {
        expand: ['balance_transaction'],
      })
      expect(found.balance_transaction).not.toBeNull()
      return found
    }, EVENTUALLY)
    expect(charge).toMatchObject({ amount: 5000, status: 'succeeded', metadata: { payment: 'p1' } })
    expect(charge.balance_transaction).toMatchObject({
      object: 'balance_transaction',
      amount: 5000,
      type: 'charge',
    })
  })
})
