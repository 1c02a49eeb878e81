import { randomUUID } from 'node:crypto'
import * as v from 'valibot'
import { beforeEach, describe, expect, it } from 'vitest'
import { createProductPaymentIntentEndpoint } from '#contract/orders/orders.ts'
import { createPaymentIntentEndpoint } from '#contract/vouchers/vouchers.ts'
import { claimGiftVoucher, claimOrder } from '#server/money/settle/claim.ts'
import { settlePayments } from '#server/money/settle/settle-payments.ts'
import { startProductPayment, startVoucherPayment } from '#server/money/start/start-payment.ts'
import { findUnaccounted } from '#tests/harness/find-unaccounted.ts'
import { takeLoggedErrors } from '#tests/harness/no-stray-errors.ts'
import { addProductWithStock, purchaseOf, stockOf } from '#tests/harness/order-buyer.ts'
import { siteId } from '#tests/harness/site-id.ts'
import { order, payStarted, type Started } from '#tests/harness/voucher-buyer.ts'
import { useWorld } from '#tests/harness/world.ts'

const world = useWorld()

interface Buyer {
  start(requestId: string): Promise<Started>
  /** Resolves to the voucher or the order, or rejects. */
  claim(started: Started): Promise<unknown>
}

const toStarted = ({ clientSecret }: { clientSecret: string }): Started => ({
  clientSecret,
  intentId: clientSecret.slice(0, clientSecret.indexOf('_secret_')),
})

async function voucherBuyer(services = world.services): Promise<Buyer> {
  const address = randomUUID()
  const bodyOf = (requestId: string) =>
    v.parse(createPaymentIntentEndpoint.body, { ...order('100'), requestId })
  return {
    start: async (requestId) => toStarted(await startVoucherPayment(services, bodyOf(requestId), address)),
    claim: ({ clientSecret }) => claimGiftVoucher(world.services, { clientSecret }, address),
  }
}

async function orderBuyer(services = world.services): Promise<Buyer> {
  const product = await addProductWithStock(world, 5)
  const address = randomUUID()
  const bodyOf = (requestId: string) => orderBody(product, { requestId })
  return {
    start: async (requestId) => toStarted(await startProductPayment(services, bodyOf(requestId), address)),
    claim: ({ clientSecret }) => claimOrder(world.services, { clientSecret }, address),
  }
}

const orderBody = (product: string, more: object) =>
  v.parse(createProductPaymentIntentEndpoint.body, { ...purchaseOf(product), ...more })

const BUYERS = { voucher: voucherBuyer, 'shop order': orderBuyer }
type Thing = keyof typeof BUYERS
const THINGS = Object.keys(BUYERS) as Thing[]
const AGES = { '5 minutes': 5, '3 hours': 180, '25 hours': 1500 }

/** Does what the browser does: after `request_reused` it starts again once, under a new id. */
async function startAsBrowser(buyer: Buyer, requestId: string): Promise<Started> {
  try {
    return await buyer.start(requestId)
  } catch (error) {
    if ((error as { code?: string }).code !== 'request_reused') throw error
    return await buyer.start(randomUUID())
  }
}

async function letTimePass(minutes: number): Promise<void> {
  world.clock.advance(minutes)
  await world.stripe.control.ageKeys({ hours: Math.floor(minutes / 60) })
}

/** Services whose first attempt to create an intent fails, before or after Stripe has created it. */
function failingOnce(made: boolean): typeof world.services {
  const { stripe } = world.services
  let failed = false
  return withIntents({
    create: async (...parameters: Parameters<typeof stripe.paymentIntents.create>) => {
      const fails = !failed
      failed = true
      if (fails && !made) throw new Error('the function died')
      const intent = await stripe.paymentIntents.create(...parameters)
      if (fails) throw new Error('the function died')
      return intent
    },
  })
}

function withIntents(changed: object): typeof world.services {
  const stripe = Object.create(world.services.stripe) as typeof world.services.stripe
  stripe.paymentIntents = Object.assign(Object.create(stripe.paymentIntents), changed)
  return { ...world.services, stripe }
}

const FAILURES = { 'before Stripe made an intent': false, 'after Stripe made an intent': true }

const cases = Object.keys(BUYERS).flatMap((thing) =>
  Object.keys(FAILURES).flatMap((failure) =>
    Object.keys(AGES).flatMap((age) => [true, false].map((full) => ({ thing, failure, age, full }))),
  ),
) as { thing: Thing; failure: keyof typeof FAILURES; age: keyof typeof AGES; full: boolean }[]

beforeEach(() => world.clock.set(new Date()))

describe('a start that is retried', () => {
  it.each(cases)(
    'a retry delivers the $thing when the first start ended $failure, $age later (full run in between: $full)',
    async ({ thing, failure, age, full }) => {
      const buyer = await BUYERS[thing](failingOnce(FAILURES[failure]))
      const requestId = randomUUID()
      await expect(buyer.start(requestId)).rejects.toThrow('the function died')
      await letTimePass(AGES[age])
      if (full) await settlePayments(world.services, { full: true })
      const started = await startAsBrowser(buyer, requestId)
      await payStarted(world, started)
      expect(await buyer.claim(started)).toMatchObject(
        thing === 'voucher' ? { voucher: { status: 'active' } } : { order: { status: 'completed' } },
      )
      await settlePayments(world.services, { full: true })
      expect(await findUnaccounted(world)).toEqual([])
    },
  )

  it.each(THINGS)(
    'a retry is refused under the request id of a %s whose intent was cancelled at its deadline',
    async (thing) => {
      const buyer = await BUYERS[thing]()
      const requestId = randomUUID()
      const { intentId } = await buyer.start(requestId)
      await letTimePass(45)
      await expect(buyer.start(requestId)).rejects.toMatchObject({ code: 'request_reused' })
      const intent = world.stripe.state().intents.find(({ id }) => id === intentId)
      expect(intent?.status).toBe('canceled')
      await settlePayments(world.services, { full: true })
      await expect(buyer.start(requestId)).rejects.toMatchObject({ code: 'request_reused' })
    },
  )

  it.each(THINGS)(
    'a retry makes no second intent for a %s that another tab has paid, settled or not',
    async (thing) => {
      const buyer = await BUYERS[thing]()
      const requestId = randomUUID()
      const [first, second] = await Promise.all([buyer.start(requestId), buyer.start(requestId)])
      expect(second).toEqual(first)
      await payStarted(world, first)
      await letTimePass(1500)
      await expect(buyer.start(requestId)).rejects.toMatchObject({ code: 'already_paid' })
      await buyer.claim(first)
      await expect(buyer.start(requestId)).rejects.toMatchObject({ code: 'already_paid' })
      expect(await findUnaccounted(world)).toEqual([])
    },
  )

  it.each(THINGS)(
    'a retry returns no secret for a %s that the full run cancelled during the request to Stripe',
    async (thing) => {
      const { paymentIntents } = world.services.stripe
      const buyer = await BUYERS[thing](
        withIntents({
          create: async (...parameters: Parameters<typeof paymentIntents.create>) => {
            const intent = await paymentIntents.create(...parameters)
            world.clock.advance(45)
            // Stripe's list does not show the intent yet.
            await settlePayments(withIntents({ list: async () => ({ data: [], has_more: false }) }), {
              full: true,
            })
            return intent
          },
        }),
      )
      await expect(buyer.start(randomUUID())).rejects.toMatchObject({ code: 'request_reused' })
      expect(world.stripe.state().intents.at(-1)?.status).toBe('canceled')
    },
  )

  it.each(THINGS)(
    'a retry returns the payable intent of a %s whose key Stripe has forgotten',
    async (thing) => {
      const buyer = await BUYERS[thing]()
      const requestId = randomUUID()
      const first = await buyer.start(requestId)
      await world.stripe.control.ageKeys({ hours: 25 })
      const before = world.stripe.state().intents.length
      expect(await buyer.start(requestId)).toEqual(first)
      expect(world.stripe.state().intents).toHaveLength(before)
      await payStarted(world, first)
      await expect(buyer.start(requestId)).rejects.toMatchObject({ code: 'already_paid' })
      await buyer.claim(first)
    },
  )

  it.each(THINGS)(
    'a start returns the intent of a %s that another request has linked meanwhile',
    async (thing) => {
      const { paymentIntents } = world.services.stripe
      const requestId = randomUUID()
      let other: Started | undefined
      const buyer = await BUYERS[thing](
        withIntents({
          create: async (...parameters: Parameters<typeof paymentIntents.create>) => {
            const intent = await paymentIntents.create(...parameters)
            if (other) return intent
            await world.stripe.control.ageKeys({ hours: 25 })
            other = toStarted({ clientSecret: '' })
            other = await buyer.start(requestId)
            return intent
          },
        }),
      )
      const started = await buyer.start(requestId)
      expect(started).toEqual(other)
      const status = (id: string) => world.stripe.state().intents.find((one) => one.id === id)?.status
      expect(status(started.intentId)).toBe('requires_payment_method')
      expect(
        world.stripe.state().intents.filter(({ status: is }) => is === 'canceled').length,
      ).toBeGreaterThan(0)
      await payStarted(world, started)
      await buyer.claim(started)
    },
  )

  it.each(THINGS)('a retry is refused for a %s whose intent Stripe has cancelled', async (thing) => {
    const buyer = await BUYERS[thing]()
    const requestId = randomUUID()
    const { intentId } = await buyer.start(requestId)
    await world.services.stripe.paymentIntents.cancel(intentId)
    await expect(buyer.start(requestId)).rejects.toMatchObject({ code: 'request_reused' })
  })

  it('a retry charges the amount of the first request when the price has changed', async () => {
    const productId = await addProductWithStock(world, 5)
    const requestId = randomUUID()
    const start = (amount: string) =>
      startProductPayment(world.services, orderBody(productId, { requestId, amount }), 'one')
    const first = await start('32.00')
    await world.rows('update product set price_pence = 4000 where id = $1', [productId])
    const second = await start('40.00')
    expect(second).toEqual(first)
    expect(await stockOf(world, productId)).toMatchObject({ reserved: 1 })
  })
})

describe('a payment that arrives after it was closed', () => {
  /** A payment that is cancelled here and open at Stripe, as after a restored backup. */
  async function closedButOpenAtStripe(
    thing: keyof typeof BUYERS,
  ): Promise<{ buyer: Buyer; started: Started }> {
    const buyer = await BUYERS[thing]()
    const started = await buyer.start(randomUUID())
    await world.rows(
      `with closed as (
         update payment set state = 'cancelled', settled_at = now(), caller = null where stripe_payment_intent_id = $1 returning id
       ),
       released as (
         update stock_reservation set state = 'released', holder = null, settled_at = now() from closed
         where payment_id = closed.id returning product_id, quantity
       )
       update product set reserved = reserved - quantity from released where product.id = product_id`,
      [started.intentId],
    )
    return { buyer, started }
  }

  it.each(THINGS)('a payment for a closed %s is refunded and its buyer gets an email', async (thing) => {
    const { buyer, started } = await closedButOpenAtStripe(thing)
    await payStarted(world, started)
    await expect(buyer.claim(started)).rejects.toMatchObject({
      code: 'payment_closed',
      message: expect.stringContaining('We are refunding you'),
    })
    expect(takeLoggedErrors()).toEqual([expect.stringContaining('refunding it')])
    expect(await findUnaccounted(world)).toEqual([])
    const refunds = world.stripe.state().refunds.filter((one) => one.payment_intent === started.intentId)
    expect(refunds).toHaveLength(1)
    const mails = await world.rows(
      `select 1 from outbox where template = 'payment-returned' and data ->> 'reference' = $1`,
      [started.intentId],
    )
    expect(mails).toHaveLength(1)
  })

  it.each(THINGS)('the full run alone finds a payment for a closed %s', async (thing) => {
    const { started } = await closedButOpenAtStripe(thing)
    await payStarted(world, started)
    await settlePayments(world.services, { full: true })
    expect(takeLoggedErrors()).toEqual([expect.stringContaining('refunding it')])
    expect(await findUnaccounted(world)).toEqual([])
    await settlePayments(world.services, { full: true })
    expect(
      world.stripe.state().refunds.filter((one) => one.payment_intent === started.intentId),
    ).toHaveLength(1)
  })

  it('claimGiftVoucher promises no refund that Stripe has refused', async () => {
    const { buyer, started } = await closedButOpenAtStripe('voucher')
    await payStarted(world, started)
    await world.stripe.control.fault({ match: 'POST /v1/refunds', status: 400, times: 5 })
    const claim = buyer.claim(started)
    await expect(claim).rejects.toMatchObject({ code: 'payment_closed' })
    await expect(claim).rejects.not.toMatchObject({ message: expect.stringMatching(/refund/) })
    expect(takeLoggedErrors().length).toBeGreaterThan(0)
    expect(await findUnaccounted(world)).toEqual([])
  })

  it('a second intent paid for one payment is shown in Needs attention without a promise of a refund', async () => {
    const buyer = await voucherBuyer()
    const started = await buyer.start(randomUUID())
    const [payment] = await world.rows<{ id: string }>(
      'select id from payment where stripe_payment_intent_id = $1',
      [started.intentId],
    )
    const second = await world.services.stripe.paymentIntents.create({
      amount: 10_000,
      currency: 'gbp',
      automatic_payment_methods: { enabled: true },
      metadata: { payment_id: payment!.id, purpose: 'gift_voucher', site: await siteId(world) },
    })
    const other = toStarted({ clientSecret: second.client_secret! })
    await payStarted(world, other)
    const claim = buyer.claim(other)
    await expect(claim).rejects.toMatchObject({
      code: 'payment_closed',
      message: expect.stringContaining('cannot match it to a purchase'),
    })
    await expect(buyer.claim(other)).rejects.toMatchObject({ code: 'payment_closed' })
    expect(takeLoggedErrors()).toEqual([expect.stringContaining('no record')])
    expect(await findUnaccounted(world)).toEqual([])
  })

  it('a payment gets its voucher although its metadata was removed at Stripe', async () => {
    const buyer = await voucherBuyer()
    const started = await buyer.start(randomUUID())
    await world.services.stripe.paymentIntents.update(started.intentId, {
      metadata: { payment_id: '', purpose: '' },
    })
    await payStarted(world, started)
    expect(await buyer.claim(started)).toMatchObject({ voucher: { status: 'active' } })
  })
})
