import { Stripe } from 'stripe'
import { describe, expect, it, vi } from 'vitest'
import { createPaidIntent, EVENTUALLY, useProbeAccount } from '#tests/harness/probe-account.ts'
import { stripeErrorOf } from '#tests/harness/test-account.ts'

const probe = useProbeAccount()

describe('the requests of `npm run doctor`', () => {
  it('the account shows whether charges and payouts are enabled', async () => {
    expect(await probe.stripe.accounts.retrieveCurrent()).toMatchObject({
      object: 'account',
      charges_enabled: expect.any(Boolean),
      payouts_enabled: expect.any(Boolean),
    })
  })

  it.each(['sk_test_nobodys', 'pk_test_nobodys'])('%s is refused as an invalid key', async (apiKey) => {
    const error = await stripeErrorOf(probe.stripe.accounts.retrieveCurrent({}, { apiKey }))
    expect(error).toBeInstanceOf(Stripe.errors.StripeAuthenticationError)
    expect(error.code).toBeUndefined()
  })

  it('webhook endpoints are listed, without their secrets', async () => {
    const { data } = await probe.stripe.webhookEndpoints.list({ limit: 100 })
    for (const endpoint of data) {
      expect(endpoint.secret).toBeUndefined()
      expect(endpoint).toMatchObject({ url: expect.any(String), enabled_events: expect.any(Array) })
      expect(endpoint.status).toMatch(/^(enabled|disabled)$/)
    }
  })

  it('payment method domains show whether wallets and Klarna are active', async () => {
    const { data } = await probe.stripe.paymentMethodDomains.list({ limit: 100 })
    for (const { domain_name, enabled, apple_pay, google_pay, link, klarna } of data) {
      expect([typeof domain_name, typeof enabled]).toEqual(['string', 'boolean'])
      for (const { status } of [apple_pay, google_pay, link, klarna]) expect(status).toMatch(/^(in)?active$/)
    }
  })

  it('events can be filtered by type and by delivery', async () => {
    const { id } = await createPaidIntent(probe.stripe)
    const types = ['payment_intent.succeeded', 'charge.refunded']
    const find = async (delivered: boolean) => {
      const { data } = await probe.stripe.events.list({ types, delivery_success: delivered, limit: 20 })
      expect(data.filter(({ type }) => !types.includes(type))).toEqual([])
      return data.filter(({ data: { object } }) => 'id' in object && object.id === id)
    }
    await vi.waitFor(async () => {
      expect([...(await find(true)), ...(await find(false))]).toHaveLength(1)
    }, EVENTUALLY)
  })
})
