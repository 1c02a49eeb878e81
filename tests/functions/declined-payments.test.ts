import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import { clinic } from '#clinic/current-clinic.ts'
import { runHourlyJob } from '#server/jobs/hourly-job.ts'
import { settleNow, settlePayments } from '#server/money/settle/settle-payments.ts'
import { callFunction } from '#tests/harness/call-function.ts'
import { functions } from '#tests/harness/every-function.ts'
import { addProductWithStock, purchaseOf, startPaying, stockOf } from '#tests/harness/order-buyer.ts'
import { order, payStarted, type Started } from '#tests/harness/voucher-buyer.ts'
import { deliver } from '#tests/harness/webhook.ts'
import { useWorld } from '#tests/harness/world.ts'

const { createOrder, createPaymentIntent, giftVouchers } = functions

const world = useWorld()

const CLOSED =
  'This payment was closed after five declined attempts. You have not been charged. Start again or call us.'

let addresses = 0
let caller: string
beforeEach(() => {
  world.clock.set(new Date())
  caller = `198.51.100.${++addresses}`
})

const start = (address = caller, more = {}) =>
  callFunction(createPaymentIntent, {
    path: '/api/create-payment-intent',
    body: { ...order('50'), ...more },
    address,
  })

async function startVoucher(address = caller): Promise<Started> {
  const { clientSecret } = (await (await start(address)).json()) as { clientSecret: string }
  return { clientSecret, intentId: clientSecret.slice(0, clientSecret.indexOf('_secret_')) }
}

async function decline(started: Started, times: number): Promise<void> {
  for (let nth = 0; nth < times; nth++)
    expect((await payStarted(world, started, 'pm_card_chargeDeclined')).status).toBe(402)
}

const hear = ({ intentId }: Started) => deliver({ type: 'payment_intent.payment_failed', id: intentId })
const claim = ({ clientSecret }: Started) =>
  callFunction(giftVouchers, { path: '/api/gift-vouchers', body: { clientSecret } })
const atStripe = ({ intentId }: Started) =>
  world.stripe.state().intents.find(({ id }) => id === intentId)?.status
const rowOf = async ({ intentId }: Started) =>
  (
    await world.rows<{ state: string; declines: number; caller: string | null }>(
      'select state, declines, caller from payment where stripe_payment_intent_id = $1',
      [intentId],
    )
  )[0]
/** Returns the declines counted per client. */
const counted = async () =>
  (
    await world.rows<{ hits: number }>(
      `select coalesce(sum(cardinality(hits)), 0)::int as hits from throttle where kind = 'decline'`,
    )
  )[0]!.hits

/** Lets the declines of all clients be that much older. */
const ageDeclines = (age: string) =>
  world.rows(
    `update throttle set hits = array(select hit - $1::interval from unnest(hits) hit) where kind = 'decline'`,
    [age],
  )

describe('a payment that was declined', () => {
  it('four times is still open, and another card pays it', async () => {
    const started = await startVoucher()
    await decline(started, 4)
    await hear(started)
    expect(await rowOf(started)).toMatchObject({ state: 'created', declines: 4 })
    expect((await payStarted(world, started)).status).toBe(200)
    expect((await claim(started)).status).toBe(200)
  })

  it('five times is closed here and at Stripe, and its buyer is told what to do', async () => {
    const started = await startVoucher()
    await decline(started, 5)
    expect((await hear(started)).status).toBe(200)
    expect(await rowOf(started)).toEqual({ state: 'cancelled', declines: 5, caller: null })
    expect(atStripe(started)).toBe('canceled')
    for (let again = 0; again < 2; again++) {
      const told = await claim(started)
      expect(told.status).toBe(409)
      expect(await told.json()).toMatchObject({ code: 'payment_closed', message: CLOSED })
    }
    expect((await start()).status).toBe(200)
  })

  it('five times is closed when the buyer’s page asks, before any event arrives', async () => {
    const started = await startVoucher()
    await decline(started, 5)
    expect(await (await claim(started)).json()).toMatchObject({ code: 'payment_closed', message: CLOSED })
    expect(atStripe(started)).toBe('canceled')
  })

  it('five times is closed while a sixth card is being authenticated', async () => {
    for (const settle of [hear, claim, () => settlePayments(world.services, { full: false })]) {
      const started = await startVoucher()
      await decline(started, 5)
      await payStarted(world, started, 'pm_card_authenticationRequired')
      await settle(started)
      expect(await rowOf(started)).toMatchObject({ state: 'cancelled', declines: 5 })
      expect(atStripe(started)).toBe('canceled')
    }
  })

  it('four times stays open while a fifth card is being authenticated', async () => {
    const started = await startVoucher()
    await decline(started, 4)
    await payStarted(world, started, 'pm_card_authenticationRequired')
    await hear(started)
    expect(await rowOf(started)).toMatchObject({ state: 'created', declines: 4 })
    await world.stripe.control.authenticate({ intent: started.intentId })
    expect((await claim(started)).status).toBe(200)
  })

  it.each([{ full: false }, { full: true }])(
    'five times is closed by the scheduled job if no event arrives (full run: $full)',
    async ({ full }) => {
      const started = await startVoucher()
      await decline(started, 5)
      await settlePayments(world.services, { full })
      expect(await rowOf(started)).toMatchObject({ state: 'cancelled', declines: 5 })
      expect(atStripe(started)).toBe('canceled')
    },
  )

  it('is counted once per attempt, however often and in whatever order the events come', async () => {
    const started = await startVoucher()
    const before = await counted()
    await decline(started, 3)
    await Promise.all([1, 2, 3, 4].map(() => hear(started)))
    await hear(started)
    expect(await rowOf(started)).toMatchObject({ state: 'created', declines: 3 })
    expect(await counted()).toBe(before + 3)
    await decline(started, 2)
    await Promise.all([1, 2, 3, 4].map(() => hear(started)))
    await deliver({ type: 'payment_intent.canceled', id: started.intentId })
    await hear(started)
    expect(await rowOf(started)).toMatchObject({ state: 'cancelled', declines: 5 })
    expect(await counted()).toBe(before + 5)
  })

  it('by the buyer’s bank after authentication counts, and a failed authentication does not', async () => {
    const started = await startVoucher()
    await payStarted(world, started, 'pm_card_authenticationRequired')
    await world.stripe.control.authenticate({ intent: started.intentId, ok: false })
    await hear(started)
    expect(await rowOf(started)).toMatchObject({ declines: 0 })
    await payStarted(world, started, 'pm_card_authenticationRequiredChargeDeclinedInsufficientFunds')
    await world.stripe.control.authenticate({ intent: started.intentId }).catch(() => undefined)
    await hear(started)
    expect(await rowOf(started)).toMatchObject({ declines: 1 })
  })

  it('releases its stock, which does not count as a lapsed reservation', async () => {
    const product = await addProductWithStock(world, 10)
    const started = await startPaying(purchaseOf(product, { quantity: 10 }), caller)
    await decline(started, 5)
    await hear(started)
    expect(await stockOf(world, product)).toEqual({ stock: 10, reserved: 0 })
    const told = await callFunction(createOrder, {
      path: '/api/create-order',
      body: { clientSecret: started.clientSecret },
    })
    expect(await told.json()).toMatchObject({ message: CLOSED })
    await startPaying(purchaseOf(product, { quantity: 10 }), caller)
  })

  it('is fulfilled when a sixth card pays before the event of the fifth decline arrives', async () => {
    const started = await startVoucher()
    await decline(started, 5)
    await payStarted(world, started)
    await hear(started)
    expect(await rowOf(started)).toMatchObject({ state: 'fulfilled' })
    expect((await claim(started)).status).toBe(200)
  })

  it('is reported as closed after five declines when the owner presses Settle now', async () => {
    const started = await startVoucher()
    await decline(started, 5)
    const [{ id } = { id: '' }] = await world.rows<{ id: string }>(
      'select id from payment where stripe_payment_intent_id = $1',
      [started.intentId],
    )
    expect(await settleNow(world.services, id)).toBe('cancelled')
  })

  it('of another product of the Stripe account is ignored', async () => {
    const foreign = await world.services.stripe.paymentIntents.create({
      amount: 60_000,
      currency: 'eur',
      automatic_payment_methods: { enabled: true },
      metadata: { payment_id: randomUUID(), purpose: 'gift_voucher', site: randomUUID() },
    })
    const started = { clientSecret: foreign.client_secret!, intentId: foreign.id }
    await decline(started, 6)
    await hear(started)
    await settlePayments(world.services, { full: true })
    expect(atStripe(started)).toBe('requires_payment_method')
  })
})

describe('a caller', () => {
  // ASVS 2.4.1
  it('with 25 declines within an hour waits a minute before the next payment; others do not', async () => {
    for (let nth = 0; nth < 5; nth++) {
      const started = await startVoucher()
      await decline(started, 5)
      await hear(started)
    }
    expect((await start()).status).toBe(429)
    expect((await start('203.0.113.200')).status).toBe(200)
    await ageDeclines('61 seconds')
    expect((await start()).status).toBe(200)
  })

  it.each([
    [25, 'a minute', 60],
    [29, 'a minute', 60],
    [30, '2 minutes', 120],
    [40, '8 minutes', 480],
    [45, '15 minutes', 900],
    [1500, '15 minutes', 900],
  ])('with %d declines within an hour is told to wait %s', async (declines, wait, seconds) => {
    const started = await startVoucher()
    await world.rows(`delete from throttle where kind = 'decline'`)
    await decline(started, 1)
    await hear(started)
    await world.rows(
      `update throttle set hits = array_fill(hits[1], array[$1::int]) where kind = 'decline'`,
      [declines],
    )
    const refused = await start()
    expect(refused.status).toBe(429)
    expect(await refused.json()).toMatchObject({
      message: `Several card payments from your internet connection have been declined. Please try again in ${wait}, or ring us on ${clinic.phone.display}.`,
    })
    const told = Number(refused.headers.get('retry-after'))
    expect(told).toBeLessThanOrEqual(seconds)
    expect(told).toBeGreaterThan(seconds - 20)
    await ageDeclines(`${seconds + 1} seconds`)
    expect((await start()).status).toBe(200)
  })

  it('is stored with a payment until it is settled, and for a day at most', async () => {
    const [paid, left] = [await startVoucher(), await startVoucher()]
    expect((await rowOf(paid))?.caller).toMatch(/./)
    await payStarted(world, paid)
    await claim(paid)
    expect((await rowOf(paid))?.caller).toBeNull()
    await payStarted(world, left, {
      'payment_method_data[type]': 'klarna',
      return_url: 'http://localhost:4321/',
    })
    await world.stripe.control.leaveProcessing({ intent: left.intentId })
    await hear(left)
    expect(await rowOf(left)).toMatchObject({ state: 'processing', caller: expect.any(String) })
    world.clock.advance(25 * 60)
    await runHourlyJob(world.services)
    expect(await rowOf(left)).toMatchObject({ state: 'processing', caller: null })
  })
})
