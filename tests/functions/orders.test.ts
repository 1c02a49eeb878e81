import { beforeEach, describe, expect, it, vi } from 'vitest'
import { clinic } from '#clinic/current-clinic.ts'
import { deliveryPostcodeError } from '#contract/base/postcode.ts'
import { settlePayments } from '#server/money/settle/settle-payments.ts'
import { callFunction } from '#tests/harness/call-function.ts'
import { DELIVERABLE_POSTCODE } from '#tests/harness/deliverable-postcode.ts'
import { functions } from '#tests/harness/every-function.ts'
import { takeLoggedErrors } from '#tests/harness/no-stray-errors.ts'
import {
  addProductWithStock,
  PERSON,
  purchaseOf,
  startOrder as start,
  startPaying,
  stockOf,
} from '#tests/harness/order-buyer.ts'
import { openRows } from '#tests/harness/start-world.ts'
import { buy, DETAILS, payStarted } from '#tests/harness/voucher-buyer.ts'
import { useWorld } from '#tests/harness/world.ts'

const { createOrder, giftVouchers } = functions

const world = useWorld()
let product: string

const body = (quantity: unknown = 1, more = {}) => purchaseOf(product, { quantity, ...more })
const claim = (order: object) => callFunction(createOrder, { path: '/api/create-order', body: order })
const stock = () => stockOf(world, product)

beforeEach(async () => {
  product = await addProductWithStock(world, 5)
})

describe('an order', () => {
  it('reserves stock during payment, sells it when paid, and emails buyer and clinic', async () => {
    const started = await startPaying(body(2))
    expect(await stock()).toEqual({ stock: 5, reserved: 2 })
    await payStarted(world, started)
    const response = await claim({ clientSecret: started.clientSecret })
    expect(response.status).toBe(200)
    expect(await response.json()).toMatchObject({
      order: {
        status: 'completed',
        number: expect.any(Number),
        reference: started.intentId,
        productName: 'Acupressure mat',
        quantity: 2,
        amount: '64.00',
        firstName: PERSON.firstName,
        lastName: PERSON.lastName,
        shippingAddress: { ...PERSON.shippingAddress, country: 'UK' },
      },
    })
    expect(await stock()).toEqual({ stock: 3, reserved: 0 })
    const sent = world.mail.list().filter(({ text }) => text.includes(started.intentId))
    expect(sent.map(({ to }) => to).toSorted()).toEqual([clinic.email, 'orderer@example.com'])
  })

  it('of an erased buyer is returned without name and address', async () => {
    const started = await startPaying(body())
    await payStarted(world, started)
    await claim({ clientSecret: started.clientSecret })
    await world.rows(
      `update orders set first_name = '', last_name = '', email = '', shipping_address = '{}' where reference = $1`,
      [started.intentId],
    )
    const response = await claim({ clientSecret: started.clientSecret })
    expect(await response.json()).toMatchObject({
      order: { firstName: '', lastName: '', shippingAddress: null },
    })
  })

  // ASVS 8.2.2
  it('is returned for its payment and details only', async () => {
    const started = await startPaying(body())
    await payStarted(world, started)
    const proof = {
      ...PERSON,
      productId: product,
      quantity: 1,
      amount: '32.00',
      paymentIntentId: started.intentId,
    }
    expect((await claim({ ...proof, email: 'thief@example.com' })).status).toBe(404)
    expect((await claim({ ...proof, productId: await addProductWithStock(world, 1) })).status).toBe(404)
    expect((await claim({ ...proof, quantity: 2, amount: '64.00' })).status).toBe(404)
    expect((await claim({ ...proof, amount: '16.00' })).status).toBe(404)
    expect((await claim(proof)).status).toBe(200)
  })

  it('is refused for a voucher’s payment, and a voucher for an order’s', async () => {
    const voucher = await buy(world)
    const proof = { ...PERSON, productId: product, quantity: 1, amount: '50.00' }
    expect((await claim({ clientSecret: voucher.clientSecret })).status).toBe(404)
    expect((await claim({ ...proof, paymentIntentId: voucher.intentId })).status).toBe(404)
    const order = await startPaying(body())
    await payStarted(world, order)
    const claimVoucher = (given: object) =>
      callFunction(giftVouchers, { path: '/api/gift-vouchers', body: given })
    expect((await claimVoucher({ clientSecret: order.clientSecret })).status).toBe(404)
    const asVoucher = { ...DETAILS, originalAmount: '32', paymentIntentId: order.intentId }
    expect((await claimVoucher(asVoucher)).status).toBe(404)
    // Each payment settled only its own purchase.
    expect(await stock()).toEqual({ stock: 4, reserved: 0 })
  })

  it('paid with another amount is not created: the payment is refunded and the stock released', async () => {
    const started = await startPaying(body(2))
    await world.services.stripe.paymentIntents.update(started.intentId, { amount: 3200 })
    await payStarted(world, started)
    expect((await claim({ clientSecret: started.clientSecret })).status).toBe(409)
    expect(takeLoggedErrors()).toEqual([expect.stringContaining('refunding it')])
    expect(await stock()).toEqual({ stock: 5, reserved: 0 })
    const charge = world.stripe.state().charges.find((one) => one.payment_intent === started.intentId)
    expect(charge?.amount_refunded).toBe(3200)
  })

  it('of more than the stock is refused with the number available', async () => {
    const response = await start(body(6))
    expect(response.status).toBe(409)
    expect(await response.json()).toMatchObject({
      code: 'sold_out',
      fields: { quantity: 'There are only 5 of these left' },
    })
  })

  it('keeps its price when the product changes meanwhile', async () => {
    const started = await startPaying(body())
    await world.rows(
      'update product set price_pence = 9900, in_stock = false, archived_at = now() where id = $1',
      [product],
    )
    await payStarted(world, started)
    const response = await claim({ clientSecret: started.clientSecret })
    expect(await response.json()).toMatchObject({ order: { amount: '32.00', status: 'completed' } })
  })

  // ASVS 2.2.2
  it('is refused at an outdated price', async () => {
    const response = await start(body(1, { amount: '31.00' }))
    expect(response.status).toBe(409)
    expect(await response.json()).toMatchObject({ code: 'changed_meanwhile' })
    expect(await stock()).toEqual({ stock: 5, reserved: 0 })
  })

  it.each([0, -1, 1.5, 2 ** 31, '2; drop', null])(
    'refuses the quantity %j and reserves nothing',
    async (quantity) => {
      const response = await start(body(quantity))
      expect(response.status).toBe(400)
      expect(((await response.json()) as { fields: object }).fields).toHaveProperty('quantity')
      expect(await stock()).toEqual({ stock: 5, reserved: 0 })
    },
  )

  it('returns an error message for each invalid field', async () => {
    const purchaseData = {
      firstName: 'F',
      lastName: '',
      email: 'x',
      shippingAddress: { line1: '1', city: '', postcode: 'L1' },
    }
    const response = await start({ ...body(), purchaseData })
    expect(((await response.json()) as { fields: unknown }).fields).toEqual({
      'purchaseData.firstName': 'First name required (at least 2 characters)',
      'purchaseData.lastName': 'Last name required (at least 2 characters)',
      'purchaseData.email': 'Valid email required',
      'purchaseData.shippingAddress.line1': 'Address required',
      'purchaseData.shippingAddress.city': 'City required',
      'purchaseData.shippingAddress.postcode': 'Postcode required',
    })
  })

  const withPostcode = (delivery: string, postcode: string) =>
    body(1, {
      purchaseData: { ...PERSON, delivery, shippingAddress: { ...PERSON.shippingAddress, postcode } },
    })

  it.each(['ZZZZZ', '75008', 'IV1 1AA', 'ZZ9 9ZZ'])(
    'is refused for local delivery to %j and reserves nothing',
    async (postcode) => {
      const message = deliveryPostcodeError(postcode, clinic.delivery, clinic.phone.display)
      const response = await start(withPostcode('local', postcode))
      expect([response.status, await response.json()]).toEqual([
        400,
        {
          code: 'invalid_request',
          message,
          fields: { 'purchaseData.shippingAddress.postcode': message },
        },
      ])
      expect(await stock()).toEqual({ stock: 5, reserved: 0 })
    },
  )

  it.each([
    ['local', DELIVERABLE_POSTCODE.replace(' ', '').toLowerCase(), DELIVERABLE_POSTCODE],
    ['collection', 'iv11aa', 'IV1 1AA'],
    ['collection', '75008', '75008'],
  ])('for %s keeps the postcode %j as %j', async (delivery, typed, kept) => {
    const started = await startPaying(withPostcode(delivery, typed))
    const [payment] = await world.rows(
      `select purchase -> 'shippingAddress' ->> 'postcode' as postcode from payment where stripe_payment_intent_id = $1`,
      [started.intentId],
    )
    expect(payment).toEqual({ postcode: kept })
  })
})

describe('the last unit', () => {
  it('is released when the buyer changes the quantity or does not pay in time', async () => {
    const former = await startPaying(body(3))
    await startPaying(body(1, { replaces: former.clientSecret }))
    expect(await stock()).toEqual({ stock: 5, reserved: 1 })
    world.clock.advance(31)
    await settlePayments(world.services, { full: true })
    expect(await stock()).toEqual({ stock: 5, reserved: 0 })
    world.clock.advance(-31)
  })

  it('is reserved for a changed order while a webhook closes the payment that it replaces', async () => {
    const former = await startPaying(body(3))
    await world.services.stripe.paymentIntents.cancel(former.intentId)
    await using webhook = openRows(world.databaseUrl)
    // As closeUnpaid does: the payment first, then its stock.
    await webhook.rows('begin')
    await webhook.rows(
      `select from payment where stripe_payment_intent_id = '${former.intentId}' for no key update`,
    )
    const started = startPaying(body(1, { replaces: former.clientSecret }))
    const waiting = `select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`
    await vi.waitUntil(async () => (await world.rows(waiting)).length === 1)
    await webhook.rows(`update product set version = version + 1 where id = '${product}'`)
    await webhook.rows('commit')
    await started
    expect(await stock()).toEqual({ stock: 5, reserved: 4 })
  })

  it('emails the clinic once about low stock', async () => {
    product = await addProductWithStock(world, 3, 2)
    for (let sale = 0; sale < 2; sale++) {
      const started = await startPaying(body())
      await payStarted(world, started)
      await claim({ clientSecret: started.clientSecret })
    }
    const told = world.mail.list().filter(({ subject }) => subject.startsWith('Nearly sold out'))
    expect(told).toHaveLength(1)
  })
})
