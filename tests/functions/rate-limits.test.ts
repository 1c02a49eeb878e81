import { randomUUID } from 'node:crypto'
import * as v from 'valibot'
import { beforeEach, describe, expect, it } from 'vitest'
import { createPaymentIntentEndpoint } from '#contract/vouchers/vouchers.ts'
import { claimGiftVoucher } from '#server/money/settle/claim.ts'
import { settlePayment } from '#server/money/settle/settle-payment.ts'
import { startVoucherPayment } from '#server/money/start/start-payment.ts'
import { callFunction } from '#tests/harness/call-function.ts'
import { functions } from '#tests/harness/every-function.ts'
import { addProductWithStock, purchaseOf } from '#tests/harness/order-buyer.ts'
import type { World } from '#tests/harness/start-world.ts'
import { buy, order, payStarted, startPayment, type Started } from '#tests/harness/voucher-buyer.ts'
import { useWorld } from '#tests/harness/world.ts'

const { createOrder, createPaymentIntent, createProductPaymentIntent, giftVouchers } = functions

const world = useWorld()
const ADDRESS = '198.51.100.1'

const madeUp = () => `pi_${randomUUID().replaceAll('-', '')}_secret_guessed`
const claim = (clientSecret: string, address: string, handler = giftVouchers) =>
  callFunction(handler, { path: '/api/gift-vouchers', body: { clientSecret }, address })
const requestsToStripe = () => world.stripe.state().requests.filter(({ key }) => key === 'secret').length
const statusesOf = (responses: Response[]) => [...new Set(responses.map(({ status }) => status))]

/** Sends a request for each address, 20 at a time. */
async function inWaves(addresses: string[], send: (address: string) => Promise<Response>) {
  const responses: Response[] = []
  while (addresses.length > 0)
    responses.push(...(await Promise.all(addresses.splice(0, 20).map((address) => send(address)))))
  return responses
}

/** Counts requests for the caller of the only row of this kind. */
const useUp = (kind: string, requests: number) =>
  world.rows('update throttle set hits = array_fill(hits[1], array[$2::int]) where kind = $1', [
    kind,
    requests,
  ])

beforeEach(async () => {
  await world.rows('delete from throttle')
})

describe('a claim', () => {
  // ASVS 2.4.1, 15.2.2
  it('with a made-up secret gets 404, and 20 of 750 from one address reach Stripe', async () => {
    const before = requestsToStripe()
    const addresses = Array.from({ length: 750 }, () => ADDRESS)
    expect(statusesOf(await inWaves(addresses, (address) => claim(madeUp(), address)))).toEqual([404])
    expect(requestsToStripe() - before).toBe(20)
    const known = await buy(world)
    expect((await claim(known.clientSecret, ADDRESS)).status).toBe(200)
  })

  it('with a made-up secret reaches Stripe 60 times a minute from 300 addresses, and buyers are served', async () => {
    const { clientSecret } = await buy(world)
    const before = requestsToStripe()
    const addresses = Array.from({ length: 300 }, (_, nth) => `203.0.${nth % 3}.${Math.floor(nth / 3)}`)
    const refused = await inWaves(addresses.slice(), (address) => claim(madeUp(), address, createOrder))
    expect(statusesOf(refused)).toEqual([404])
    expect(requestsToStripe() - before).toBe(60)
    expect((await claim(clientSecret, '203.0.113.9')).status).toBe(200)
    await world.rows(
      `update throttle set hits = array(select hit - interval '61 seconds' from unnest(hits) hit) where kind = 'unknown_claims'`,
    )
    await claim(madeUp(), '203.0.113.10')
    expect(requestsToStripe() - before).toBe(62)
  })

  it('of a payment that a restored backup does not know still reaches Stripe', async () => {
    const { intentId, clientSecret } = await startPayment()
    await world.rows('delete from payment where stripe_payment_intent_id = $1', [intentId])
    const before = requestsToStripe()
    expect((await claim(clientSecret, ADDRESS)).status).toBe(409)
    expect(requestsToStripe() - before).toBe(1)
  })

  it('beyond the limit of its address does not reach Stripe', async () => {
    const { clientSecret } = await startPayment()
    await claim(clientSecret, ADDRESS)
    await useUp('claim', 600)
    const before = requestsToStripe()
    const refused = await claim(clientSecret, ADDRESS)
    expect(refused.status).toBe(429)
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(500)
    expect(requestsToStripe()).toBe(before)
  })

  it('of one payment reaches Stripe 30 times from one address', async () => {
    const { clientSecret } = await startPayment()
    const before = requestsToStripe()
    const addresses = Array.from({ length: 60 }, () => ADDRESS)
    expect(statusesOf(await inWaves(addresses, (address) => claim(`${clientSecret}x`, address)))).toEqual([
      404, 429,
    ])
    expect(requestsToStripe() - before).toBe(30)
  })

  it.each([
    ['one foreign address', () => '203.0.113.1'],
    ['110 foreign addresses', (nth: number) => `203.0.113.${nth}`],
  ])('of the buyer is served after 110 claims of the same payment from %s', async (_, addressOf) => {
    const { clientSecret } = await buy(world)
    const addresses = Array.from({ length: 110 }, (_, nth) => addressOf(nth))
    await inWaves(addresses, (address) => claim(`${clientSecret}x`, address))
    expect((await claim(clientSecret, ADDRESS)).status).toBe(200)
  })

  it('of each of 20 buyers behind one address is served', async () => {
    const buyOne = async () => {
      const body = order('50')
      const path = '/api/create-payment-intent'
      const response = await callFunction(createPaymentIntent, { path, body, address: ADDRESS })
      const { clientSecret } = (await response.json()) as { clientSecret: string }
      await payStarted(world, {
        clientSecret,
        intentId: clientSecret.slice(0, clientSecret.indexOf('_secret_')),
      })
      return await claim(clientSecret, ADDRESS)
    }
    expect(statusesOf(await Promise.all(Array.from({ length: 20 }, buyOne)))).toEqual([200])
  })
})

describe('a purchase that replaces another', () => {
  const start = (replaces: string) =>
    callFunction(createPaymentIntent, {
      path: '/api/create-payment-intent',
      body: { ...order('60'), replaces },
      address: ADDRESS,
    })
  const stateOf = async ({ intentId }: Started) =>
    (await world.rows('select state from payment where stripe_payment_intent_id = $1', [intentId]))[0]

  it('with a made-up secret only creates its own intent at Stripe', async () => {
    const before = requestsToStripe()
    expect((await start(madeUp())).status).toBe(200)
    expect(requestsToStripe() - before).toBe(1)
  })

  it('of the other kind leaves it as it is', async () => {
    const former = await startPayment()
    const product = await addProductWithStock(world, 5)
    const response = await callFunction(createProductPaymentIntent, {
      path: '/api/create-product-payment-intent',
      body: purchaseOf(product, { replaces: former.clientSecret }),
    })
    expect(response.status).toBe(200)
    expect(await stateOf(former)).toEqual({ state: 'created' })
  })

  it('beyond the limit of its address does not reach Stripe, and the former stays open', async () => {
    const former = await startPayment()
    await world.rows('delete from throttle')
    await start(madeUp())
    await useUp('intent', 300)
    const before = requestsToStripe()
    expect((await start(former.clientSecret)).status).toBe(429)
    expect((await start(madeUp())).status).toBe(429)
    expect(requestsToStripe()).toBe(before)
    expect(await stateOf(former)).toEqual({ state: 'created' })
  })

  it('counts as one request', async () => {
    const former = await startPayment()
    await world.rows('delete from throttle')
    await start(madeUp())
    await useUp('intent', 299)
    expect((await start(former.clientSecret)).status).toBe(200)
  })
})

describe('the round trips to the database and to Stripe', () => {
  /** Runs work with a database that counts, and returns the numbers. */
  async function roundTripsOf(
    work: (services: World['services']) => Promise<unknown>,
  ): Promise<[number, number]> {
    let statements = 0
    const { db } = world.services
    const counting: typeof db = {
      run: (statement) => (statements++, db.run(statement)),
      batch: (batch) => (statements++, db.batch(batch)),
    }
    const before = requestsToStripe()
    await work({ ...world.services, db: counting })
    return [statements, requestsToStripe() - before]
  }

  it('of a purchase are 2 + 1 to start and 2 + 1 to claim', async () => {
    let clientSecret = ''
    const body = v.parse(createPaymentIntentEndpoint.body, order('50'))
    const starting = await roundTripsOf(async (services) => {
      clientSecret = (await startVoucherPayment(services, body, ADDRESS)).clientSecret
    })
    await payStarted(world, {
      clientSecret,
      intentId: clientSecret.slice(0, clientSecret.indexOf('_secret_')),
    })
    const claiming = await roundTripsOf((services) => claimGiftVoucher(services, { clientSecret }, ADDRESS))
    expect({ starting, claiming }).toEqual({ starting: [2, 1], claiming: [2, 1] })
  })

  it('of a webhook or the scheduled job are 1 + 1 to settle', async () => {
    const { intentId } = await buy(world)
    expect(await roundTripsOf((services) => settlePayment(services, intentId))).toEqual([1, 1])
  })
})
