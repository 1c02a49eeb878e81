import type { Stripe } from 'stripe'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { StripeStandIn } from '#local/stripe/start-stripe.ts'
import { createTestIntent } from '#tests/harness/probe-account.ts'
import { confirmAsBrowser, sdk, startTestAccount } from '#tests/harness/test-account.ts'

let standIn: StripeStandIn
let stripe: Stripe

beforeAll(async () => {
  standIn = await startTestAccount()
  stripe = sdk(standIn)
})
afterAll(() => standIn.stop())

const confirm = (intent: Stripe.PaymentIntent, params: Record<string, string>) =>
  confirmAsBrowser(standIn.url, intent, params)

describe.each(['klarna', 'afterpay_clearpay'])('the pay-later method %s', (type) => {
  const start = async () => {
    const intent = await stripe.paymentIntents.create({ amount: 5000, currency: 'gbp' })
    const params = {
      'payment_method_data[type]': type,
      return_url: 'http://localhost:4321/shop?from=provider',
    }
    const { body } = await confirm(intent, params)
    return { intent, page: body.next_action?.redirect_to_url?.url ?? '' }
  }
  const press = (page: string, outcome: string) =>
    fetch(page, { method: 'POST', redirect: 'manual', body: new URLSearchParams({ outcome }) })

  it.each([
    ['authorise', 'succeeded', 'succeeded'],
    ['fail', 'failed', 'requires_payment_method'],
    ['wait', 'pending', 'processing'],
  ])('returns from "%s" with "%s", and the intent is %s', async (outcome, redirectStatus, status) => {
    const { intent, page } = await start()
    const back = new URL((await press(page, outcome)).headers.get('location') ?? '')
    expect(Object.fromEntries(back.searchParams)).toEqual({
      from: 'provider',
      payment_intent: intent.id,
      payment_intent_client_secret: intent.client_secret,
      redirect_status: redirectStatus,
    })
    expect((await stripe.paymentIntents.retrieve(intent.id)).status).toBe(status)
  })

  it('that fails after days leaves a failed charge, and the intent can be paid another way', async () => {
    const { intent, page } = await start()
    await press(page, 'wait')
    await standIn.control.completeProcessing({ intent: intent.id, ok: false })
    const failed = await stripe.paymentIntents.retrieve(intent.id, { expand: ['latest_charge'] })
    const charge = failed.latest_charge as Stripe.Charge
    expect(charge).toMatchObject({ status: 'failed', paid: false, amount_captured: 0 })
    expect(failed).toMatchObject({
      amount_received: 0,
      last_payment_error: { code: 'payment_method_provider_decline', charge: charge.id },
    })
    const types = standIn.state().events.map(({ type }) => type)
    expect(types.slice(-2)).toEqual(['charge.failed', 'payment_intent.payment_failed'])
    const paid = await stripe.paymentIntents.confirm(intent.id, {
      payment_method: 'pm_card_visa',
      return_url: 'http://localhost/',
    })
    expect(paid.status).toBe('succeeded')
    const again = standIn.control.completeProcessing({ intent: intent.id, ok: false })
    await expect(again).rejects.toThrow('cannot complete this PaymentIntent')
  })

  it('appears in its charge', async () => {
    const { intent, page } = await start()
    await press(page, 'authorise')
    const paid = await stripe.paymentIntents.retrieve(intent.id, { expand: ['latest_charge'] })
    const charge = paid.latest_charge as Stripe.Charge
    expect(charge.payment_method_details).toEqual({ type, [type]: expect.any(Object) })
  })

  it('is refused if redirects are disabled', async () => {
    const params = { 'payment_method_data[type]': type, return_url: 'http://localhost/' }
    const { body } = await confirm(await createTestIntent(stripe), params)
    expect(body.error?.code).toBe('payment_intent_incompatible_payment_method')
  })
})

describe('a bank debit', () => {
  const debit = (account: string) => ({
    'payment_method_data[type]': 'bacs_debit',
    'payment_method_data[bacs_debit][sort_code]': '108800',
    'payment_method_data[bacs_debit][account_number]': account,
  })

  it.each([
    ['00012345', 'succeeded'],
    ['22222227', 'requires_payment_method'],
  ])('from the test account %s is processing first and %s later', async (account, later) => {
    const quick = await startTestAccount({ settleMs: 20 })
    const client = sdk(quick)
    const intent = await client.paymentIntents.create({ amount: 5000, currency: 'gbp' })
    const { body } = await confirmAsBrowser(quick.url, intent, debit(account))
    expect(body.status).toBe('processing')
    await expect.poll(async () => (await client.paymentIntents.retrieve(intent.id)).status).toBe(later)
    await quick.stop()
  })
})

describe('shipping', () => {
  const shipping = {
    name: 'First Last',
    phone: '0151 496 0999',
    address: { line1: '2 Example Street', city: 'Liverpool', postal_code: 'L1 0AB', country: 'GB' },
  }
  const stored = {
    ...shipping,
    address: { ...shipping.address, line2: null, state: null },
    carrier: null,
    tracking_number: null,
  }

  it('is part of the intent and its charge', async () => {
    const intent = await stripe.paymentIntents.create({ amount: 5000, currency: 'gbp', shipping })
    expect(intent.shipping).toEqual(stored)
    const params = { payment_method: 'pm_card_visa', return_url: 'http://localhost/' }
    const paid = await stripe.paymentIntents.confirm(intent.id, { ...params, expand: ['latest_charge'] })
    expect((paid.latest_charge as Stripe.Charge).shipping).toEqual(stored)
  })
})
