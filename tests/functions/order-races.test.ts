import { describe, expect, it } from 'vitest'
import { settlePayment } from '#server/money/settle/settle-payment.ts'
import { settlePayments } from '#server/money/settle/settle-payments.ts'
import { callFunction } from '#tests/harness/call-function.ts'
import { functions } from '#tests/harness/every-function.ts'
import { TEST_LIMIT } from '#tests/harness/limits.ts'
import { takeLoggedErrors } from '#tests/harness/no-stray-errors.ts'
import {
  addProductWithStock,
  purchaseOf,
  startOrder,
  startPaying,
  stockOf,
} from '#tests/harness/order-buyer.ts'
import { payStarted } from '#tests/harness/voucher-buyer.ts'
import { expectInvariants, useWorld } from '#tests/harness/world.ts'

const { createOrder } = functions

const world = useWorld()

/** Repetitions; `ROUNDS=50` for a thorough run. */
const ROUNDS = Number(process.env['ROUNDS'] ?? 3)
const IN_TIME = { timeout: TEST_LIMIT * ROUNDS }
/** So many at once that the last still gets a response within the time limit of the database on a slow machine. */
const BUYERS = process.env['NIGHTLY'] === '1' ? 200 : 40
const LAST = 7

const claim = (clientSecret: string) =>
  callFunction(createOrder, { path: '/api/create-order', body: { clientSecret } })

let addresses = 0
const newAddress = () =>
  `2001:${(0xdb8 + (addresses >> 16)).toString(16)}:${(addresses++ & 0xffff).toString(16)}::1`

/** Buys without pauses. Returns the order's id, or the error. */
async function purchase(product: string): Promise<string> {
  const started = await startOrder(purchaseOf(product), newAddress())
  const { clientSecret, code } = (await started.json()) as { clientSecret: string; code: string }
  if (!started.ok) return code
  await payStarted(world, { clientSecret, intentId: clientSecret.slice(0, clientSecret.indexOf('_secret_')) })
  const { order } = (await (await claim(clientSecret)).json()) as { order: { id: string } }
  return order.id
}

const outcomeOf = async (intentId: string) =>
  (
    await world.rows(
      `select state, count(orders.id)::int as orders from payment left join orders on orders.payment_id = payment.id
       where stripe_payment_intent_id = $1 group by payment.id`,
      [intentId],
    )
  )[0]

describe('the last units', IN_TIME, () => {
  // ASVS 2.3.4
  it('are each sold once, however many buyers want them at the same time', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const product = await addProductWithStock(world, LAST)
      const results = await Promise.all(Array.from({ length: BUYERS }, () => purchase(product)))
      const refused = results.filter((result) => result === 'sold_out')
      expect([refused.length, new Set(results).size], `round ${round}`).toEqual([BUYERS - LAST, LAST + 1])
      expect(await stockOf(world, product)).toEqual({ stock: 0, reserved: 0 })
      const [sold] = await world.rows(
        `select count(*)::int as orders, sum(quantity)::int as units from orders where product_id = $1`,
        [product],
      )
      expect(sold).toEqual({ orders: LAST, units: LAST })
      await expectInvariants(world)
    }
  })

  it('are either sold or released when paid at the moment of the deadline', async () => {
    for (let round = 0; round < 2 * ROUNDS; round++) {
      const product = await addProductWithStock(world, 1)
      const started = await startPaying(purchaseOf(product))
      world.clock.advance(31)
      const [paid] = await Promise.all([
        payStarted(world, started),
        settlePayments(world.services, { full: true }),
        settlePayment(world.services, started.intentId),
      ])
      await settlePayments(world.services, { full: true })
      world.clock.advance(-31)
      expect(await outcomeOf(started.intentId), `round ${round}`).toEqual(
        paid.ok ? { state: 'fulfilled', orders: 1 } : { state: 'cancelled', orders: 0 },
      )
      expect(await stockOf(world, product)).toEqual({ stock: paid.ok ? 0 : 1, reserved: 0 })
      await expectInvariants(world)
    }
    takeLoggedErrors()
  })
})

describe('one payment of an order', IN_TIME, () => {
  it('creates one order, however many requests claim and settle it at once', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const product = await addProductWithStock(world, 2)
      const started = await startPaying(purchaseOf(product))
      await payStarted(world, started)
      const [claims] = await Promise.all([
        Promise.all(Array.from({ length: 10 }, () => claim(started.clientSecret))),
        Promise.all(Array.from({ length: 5 }, () => settlePayment(world.services, started.intentId))),
      ])
      const orders = await Promise.all(claims.map((answer) => answer.json()))
      expect(new Set(orders.map(({ order }) => order.id)).size).toBe(1)
      expect(await stockOf(world, product)).toEqual({ stock: 1, reserved: 0 })
    }
  })
})

describe('a product that changes while it is bought', IN_TIME, () => {
  it.each([
    { change: 'archived', set: 'archived_at = now()', code: 'not_found' },
    { change: 'withheld', set: 'in_stock = false', code: 'sold_out' },
    { change: 'repriced', set: 'price_pence = 9900', code: 'changed_meanwhile' },
    // Refused by the database if the buyer was first: the stock cannot be below the reserved units.
    { change: 'counted down', set: 'stock = 0', code: 'sold_out' },
  ])('($change) is sold at the price shown or refused', async ({ set, code }) => {
    for (let round = 0; round < 2 * ROUNDS; round++) {
      const product = await addProductWithStock(world, 1)
      const [result] = await Promise.all([
        purchase(product),
        world
          .rows(`update product set ${set}, version = version + 1 where id = $1`, [product])
          .catch((error: Error) => expect(error.message).toContain('product_check')),
      ])
      const [order] = await world.rows('select id, amount_pence from orders where product_id = $1', [product])
      if (result === code) expect(order).toBeUndefined()
      else expect(order).toEqual({ id: result, amount_pence: 3200 })
      expect((await stockOf(world, product))?.['reserved']).toBe(0)
      await expectInvariants(world)
    }
  })
})
