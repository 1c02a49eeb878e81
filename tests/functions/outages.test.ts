import { randomUUID } from 'node:crypto'
import { Stripe } from 'stripe'
import { describe, expect, it } from 'vitest'
import { settlePayment } from '#server/money/settle/settle-payment.ts'
import { callFunction } from '#tests/harness/call-function.ts'
import { functions } from '#tests/harness/every-function.ts'
import { takeLoggedErrors } from '#tests/harness/no-stray-errors.ts'
import { buy, DETAILS, order, startPayment } from '#tests/harness/voucher-buyer.ts'
import { useWorld } from '#tests/harness/world.ts'

const { createPaymentIntent, giftVouchers } = functions

const world = useWorld()
const claim = (body: unknown) => callFunction(giftVouchers, { path: '/api/gift-vouchers', body })
const start = (body: unknown) =>
  callFunction(createPaymentIntent, { path: '/api/create-payment-intent', body })

describe('when the database', () => {
  // ASVS 16.5.1
  it('does not respond, the visitor gets an error message, and a retry returns the voucher', async () => {
    const { clientSecret } = await buy(world)
    world.gateway.fault({ times: 2 })
    const failed = await claim({ clientSecret })
    expect(failed.status).toBe(503)
    // Whether the card was charged is unknown at this moment.
    expect(((await failed.json()) as { message: string }).message).toBe(
      'We cannot reach our records at the moment. We do not know yet whether this payment went through. Please check again in a moment, and do not pay twice. If you have paid, you will also get an email.',
    )
    expect(takeLoggedErrors()).toEqual([expect.stringContaining('requestId')])
    expect((await claim({ clientSecret })).status).toBe(200)
  })

  // ASVS 2.3.3
  it('loses its response, a retry finds the change made once', async () => {
    const { clientSecret } = await buy(world)
    const before = await world.counts()
    world.gateway.fault({ times: 2, after: true })
    expect((await claim({ clientSecret })).status).toBe(503)
    takeLoggedErrors()
    expect((await claim({ clientSecret })).status).toBe(200)
    expect((await world.counts())['gift_voucher']).toBe(before['gift_voucher']! + 1)
  })

  it('is briefly unavailable, requests wait for it', async () => {
    const { clientSecret } = await buy(world)
    world.gateway.pause()
    let answered = false
    const waiting = claim({ clientSecret }).finally(() => (answered = true))
    await fetch(`${world.stripe.url}/v1/nothing`)
    expect(answered).toBe(false)
    world.gateway.resume()
    expect((await waiting).status).toBe(200)
  })
})

describe('when Stripe', () => {
  // ASVS 16.5.2
  it('is unavailable, no payment is started and none is lost', async () => {
    const { clientSecret } = await buy(world)
    await world.stripe.control.fault({ match: 'GET /v1/payment_intents/*', status: 500, times: 2 })
    const response = await claim({ clientSecret })
    expect(response.status).toBe(502)
    // Whether the card was charged is unknown at this moment.
    expect(((await response.json()) as { message: string }).message).toBe(
      'We cannot reach our card provider at the moment. We do not know yet whether this payment went through. Please check again in a moment, and do not pay twice. If you have paid, you will also get an email.',
    )
    expect(takeLoggedErrors()).toHaveLength(1)
    expect((await claim({ clientSecret })).status).toBe(200)
  })

  it('loses its response to a new intent, a retry gets the same intent', async () => {
    const before = world.stripe.state().intents.length
    await world.stripe.control.fault({ match: 'POST /v1/payment_intents', after: true })
    expect((await start(order())).status).toBe(200)
    expect(world.stripe.state().intents).toHaveLength(before + 1)
  })

  it('stores a failure under a payment’s idempotency key, the payment can still be started', async () => {
    const again = { ...order(), requestId: randomUUID() }
    await world.stripe.control.fault({ match: 'POST /v1/payment_intents', status: 500 })
    const answers = [await start(again), await start(again)]
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    const [first, second] = await Promise.all(answers.map((answer) => answer.json()))
    expect(second).toEqual(first)
  })

  it('is slower than the timeout, the request ends with an error', async () => {
    const { intentId } = await buy(world)
    const { protocol, hostname, port } = new URL(world.stripe.url)
    const hasty = new Stripe('sk_test_local', {
      protocol: protocol === 'https:' ? 'https' : 'http',
      host: hostname,
      port,
      timeout: 50,
      maxNetworkRetries: 0,
    })
    await world.stripe.control.fault({ match: 'GET /v1/payment_intents/*', delayMs: 400 })
    await expect(settlePayment({ ...world.services, stripe: hasty }, intentId)).rejects.toMatchObject({
      code: 'payment_provider',
    })
    await settlePayment(world.services, intentId)
  })
})

describe('hostile requests', () => {
  // ASVS 8.2.2
  it('get no voucher for another buyer’s intent', async () => {
    const theirs = await buy(world, 5000, { buyerEmail: 'theirs@example.com' })
    const mine = await startPayment()
    const secret = `${theirs.intentId}_secret_${mine.clientSecret.split('_secret_')[1]}`
    expect((await claim({ clientSecret: secret })).status).toBe(404)
  })

  // ASVS 2.4.1
  it('are limited to 600 claims in ten minutes from one address', async () => {
    // One payment may be claimed 30 times of these.
    const started = await Promise.all([startPayment(), startPayment(), startPayment()])
    const ask = (nth: number) =>
      callFunction(giftVouchers, {
        path: '/api/gift-vouchers',
        body: { clientSecret: started[nth % 3]!.clientSecret },
        address: '198.51.100.99',
      })
    expect((await ask(0)).status).toBe(409)
    await world.rows(
      `update throttle set hits = array_fill(hits[1], array[539]) || hits where kind = 'claim' and cardinality(hits) = 1`,
    )
    const tries = Array.from({ length: 65 }, (_, nth) => ask(nth))
    const statuses = (await Promise.all(tries)).map(({ status }) => status)
    expect(statuses.filter((status) => status === 429)).toHaveLength(5)
    expect(statuses.filter((status) => status === 409)).toHaveLength(60)
  })

  // ASVS 1.5.2, 15.3.3, 15.3.6
  it('cannot pollute prototypes or set unknown fields', async () => {
    const body = JSON.stringify(order()).replace(
      '{',
      '{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}},',
    )
    expect((await start(body)).status).toBe(200)
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined()
    const [{ purchase }] = (await world.rows<{ purchase: object }>(
      'select purchase from payment order by created_at desc limit 1',
    )) as [{ purchase: object }]
    expect(Object.keys(purchase).toSorted()).toEqual([...Object.keys(DETAILS), 'originalAmount'].toSorted())
  })

  it('cannot exceed the length of the message', async () => {
    expect((await start(order('50', { personalMessage: 'x'.repeat(10_000) }))).status).toBe(400)
  })
})
