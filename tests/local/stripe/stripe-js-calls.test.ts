import type { Stripe } from 'stripe'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { StripeStandIn } from '#local/stripe/start-stripe.ts'
import { createPaidIntent, createTestIntent } from '#tests/harness/probe-account.ts'
import {
  asBrowser,
  confirmAsBrowser,
  PUBLISHABLE_KEY,
  sdk,
  startTestAccount,
  stripeErrorOf,
} from '#tests/harness/test-account.ts'

let standIn: StripeStandIn
let stripe: Stripe

beforeAll(async () => {
  standIn = await startTestAccount()
  stripe = sdk(standIn)
})
afterAll(() => standIn.stop())

const CARD = {
  'payment_method_data[type]': 'card',
  'payment_method_data[card][exp_month]': '12',
  'payment_method_data[card][exp_year]': '2034',
  'payment_method_data[card][cvc]': '123',
}

const card = (number: string) => ({ ...CARD, 'payment_method_data[card][number]': number })

const confirm = (intent: Stripe.PaymentIntent, params: Record<string, string>) =>
  confirmAsBrowser(standIn.url, intent, params)

describe('a publishable key', () => {
  it('pays an intent with its client secret, from any origin', async () => {
    const { response, body } = await confirm(await createTestIntent(stripe), card('4242424242424242'))
    expect(body.status).toBe('succeeded')
    expect(response.headers.get('access-control-allow-origin')).toBe('*')
  })

  it('accepts the names of test payment methods', async () => {
    const { body } = await confirm(await createTestIntent(stripe), { payment_method: 'pm_card_visa' })
    expect(body.status).toBe('succeeded')
  })

  it.each([
    ['4000000000000002', 'card_declined'],
    ['4000000000009995', 'card_declined'],
    ['4000000000000069', 'expired_card'],
    ['4000000000000127', 'incorrect_cvc'],
    ['4000000000000119', 'processing_error'],
    ['4111111111111111', 'incorrect_number'],
  ])('gets %s refused with %s', async (number, code) => {
    const { response, body } = await confirm(await createTestIntent(stripe), card(number))
    expect(response.status).toBe(402)
    expect(body.error?.code).toBe(code)
  })

  it('has no access with another client secret', async () => {
    const { response, body } = await confirm(await createTestIntent(stripe), {
      ...card('4242424242424242'),
      client_secret: 'pi_other_secret_other',
    })
    expect(response.status).toBe(400)
    expect(body.error?.code).toBe('payment_intent_invalid_parameter')
  })

  it('does not see the metadata', async () => {
    const intent = await createTestIntent(stripe, { metadata: { payment: 'p1' } })
    const { body } = await confirm(intent, card('4242424242424242'))
    expect(body).not.toHaveProperty('metadata')
    expect(body).toMatchObject({ id: intent.id, amount: 5000, client_secret: intent.client_secret })
  })

  it('cannot list, refund or create', async () => {
    const headers = { authorization: `Bearer ${PUBLISHABLE_KEY}` }
    expect((await fetch(`${standIn.url}/v1/payment_intents`, { headers })).status).toBe(401)
    expect((await asBrowser(standIn.url, '/v1/refunds', {})).status).toBe(401)
    expect(
      (await asBrowser(standIn.url, '/v1/payment_intents', { amount: '5000', currency: 'gbp' })).status,
    ).toBe(401)
  })

  it('may be sent cross-origin, as the preflight response says', async () => {
    const response = await fetch(`${standIn.url}/v1/payment_intents/pi_1/confirm`, { method: 'OPTIONS' })
    expect(response.status).toBe(204)
    expect(response.headers.get('access-control-allow-headers')).toContain('authorization')
  })
})

describe('authentication', () => {
  const ask = async () => {
    const intent = await createTestIntent(stripe)
    return confirm(intent, { ...card('4000002500003155'), use_stripe_sdk: 'true' })
  }

  it.each([
    [true, 'succeeded', undefined],
    [false, 'requires_payment_method', 'payment_intent_authentication_failure'],
  ])('with the result %s makes the intent %s', async (ok, status, code) => {
    const { body } = await ask()
    expect(body).toMatchObject({ status: 'requires_action', next_action: { type: 'use_stripe_sdk' } })
    const after = await standIn.control.authenticate({ intent: body.id ?? '', ok })
    expect(after.status).toBe(status)
    expect(after.last_payment_error?.code).toBe(code)
  })

  it('can be followed by a decline', async () => {
    const { body } = await confirm(await createTestIntent(stripe), {
      ...card('4000008260003178'),
      use_stripe_sdk: 'true',
    })
    await expect(standIn.control.authenticate({ intent: body.id ?? '' })).rejects.toThrow(
      'insufficient funds',
    )
    expect((await stripe.paymentIntents.retrieve(body.id ?? '')).status).toBe('requires_payment_method')
  })
})

describe('an unknown path of the API', () => {
  it('is refused so that the SDK throws', async () => {
    const error = await stripeErrorOf(stripe.customers.create({ email: 'buyer@example.com' }))
    expect(error).toMatchObject({ type: 'StripeInvalidRequestError', statusCode: 404 })
    expect(error.message).toContain('Unrecognized request URL (POST: /v1/customers)')
  })

  it('is refused without a key like any other', async () => {
    const stranger = sdk(standIn, {})
    const error = await stripeErrorOf(
      stranger.paymentIntents.retrieve('pi_1', {}, { apiKey: 'sk_test_wrong' }),
    )
    expect(error).toMatchObject({ type: 'StripeAuthenticationError', statusCode: 401 })
  })
})

describe('the log of requests', () => {
  it('distinguishes requests of servers and browsers', async () => {
    await standIn.control.reset()
    await createPaidIntent(stripe)
    await confirm(await createTestIntent(stripe), card('4242424242424242'))
    const calls = standIn
      .state()
      .requests.map(({ key, method, path, status }) => [key, method, path.replace(/pi_\w+/, ':id'), status])
    expect(calls).toEqual([
      ['secret', 'POST', '/v1/payment_intents', 200],
      ['secret', 'POST', '/v1/payment_intents', 200],
      ['publishable', 'POST', '/v1/payment_intents/:id/confirm', 200],
    ])
  })
})
