import type { Stripe } from 'stripe'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { StripeStandIn } from '#local/stripe/start-stripe.ts'
import { createTestIntent } from '#tests/harness/probe-account.ts'
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
  it('pays an intent with its client secret', async () => {
    const { body } = await confirm(await createTestIntent(stripe), card('4242424242424242'))
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

  it('gets a second confirmation refused while one is under way, and another card is tried after it', async () => {
    const intent = await createTestIntent(stripe)
    await standIn.control.fault({ match: `POST /v1/payment_intents/${intent.id}/confirm`, delayMs: 100 })
    const tries = Array.from({ length: 15 }, () => confirm(intent, card('4000000000000002')))
    const answers = await Promise.all(tries)
    const codes = answers.map(({ response, body }) => `${response.status} ${body.error?.code}`)
    // One that arrives after the first was declined is tried as well.
    expect(new Set(codes)).toEqual(new Set(['402 card_declined', '429 lock_timeout']))
    expect((await confirm(intent, card('4242424242424242'))).body.status).toBe('succeeded')
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
})

describe('an unknown path of the API', () => {
  it('is refused so that the SDK throws', async () => {
    const error = await stripeErrorOf(stripe.customers.create({ email: 'buyer@example.com' }))
    expect(error).toMatchObject({ type: 'StripeInvalidRequestError', statusCode: 404 })
    expect(error.message).toContain('Unrecognized request URL (POST: /v1/customers)')
  })
})
