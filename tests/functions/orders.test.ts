import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import { settlePayment } from '#server/payments/settle-payment'
import { settlePayments } from '#server/payments/settle-payments'
import createOrder from '../../netlify/functions/create-order.mts'
import createProductPaymentIntent from '../../netlify/functions/create-product-payment-intent.mts'
import { takeLoggedErrors } from '../support/no-stray-errors.ts'
import { pay, type Started } from '../support/voucher-buyer.ts'
import { callFunction, useWorld } from '../support/world.ts'

const world = useWorld()
let product: string

const PERSON = {
  firstName: 'First',
  lastName: 'Last',
  email: 'orderer@example.com',
  shippingAddress: { line1: '2 Example Street', city: 'Liverpool', postcode: 'L1 0AB' },
}

async function stockUp(stock: number, price = 3200, lowStock = 0): Promise<string> {
  product = randomUUID()
  await world.rows(
    `insert into product (id, name, description, price_pence, stock, low_stock, created_at)
     values ($1, 'Acupressure mat', 'A firm cotton mat.', $2, $3, $4, now())`,
    [product, price, stock, lowStock],
  )
  return product
}

const body = (quantity: unknown = 1, amount: unknown = '32.00', more = {}) => ({
  productId: product,
  amount,
  quantity,
  purchaseData: PERSON,
  ...more,
})
const start = (order: object, address?: string) =>
  callFunction(createProductPaymentIntent, {
    path: '/api/create-product-payment-intent',
    body: order,
    ...(address && { address }),
  })
const claim = (order: object) => callFunction(createOrder, { path: '/api/create-order', body: order })

async function startPaying(order: object = body(), address?: string): Promise<Started> {
  const { clientSecret } = (await (await start(order, address)).json()) as { clientSecret: string }
  return { clientSecret, intentId: clientSecret.slice(0, clientSecret.indexOf('_secret_')) }
}

const shelf = async () =>
  (await world.rows('select stock, reserved from product where id = $1', [product]))[0]

beforeEach(() => stockUp(5))

describe('an order', () => {
  it('holds stock while it is paid, takes it when it is, and is announced to both', async () => {
    const started = await startPaying(body(2, '64.00'))
    expect(await shelf()).toEqual({ stock: 5, reserved: 2 })
    await pay(world, started)
    const response = await claim({ clientSecret: started.clientSecret })
    expect(response.status).toBe(200)
    expect(await response.json()).toMatchObject({
      order: {
        status: 'completed',
        reference: started.intentId,
        productName: 'Acupressure mat',
        quantity: 2,
        amount: '64.00',
      },
    })
    expect(await shelf()).toEqual({ stock: 3, reserved: 0 })
    const sent = world.mail.list().filter(({ text }) => text.includes(started.intentId))
    expect(sent.map(({ to }) => to).toSorted()).toEqual([
      'hello@merseymeridian.example',
      'orderer@example.com',
    ])
  })

  it('is given to whoever knows what was bought, as the specification asks, and to nobody else', async () => {
    const started = await startPaying()
    await pay(world, started)
    const proof = {
      ...PERSON,
      productId: product,
      quantity: 1,
      amount: '32.00',
      paymentIntentId: started.intentId,
    }
    expect((await claim({ ...proof, email: 'thief@example.com' })).status).toBe(404)
    expect((await claim(proof)).status).toBe(200)
  })

  it('is made once, however many settle it at the same time', async () => {
    const started = await startPaying()
    await pay(world, started)
    const settled = await Promise.all(
      Array.from({ length: 10 }, () => settlePayment(world.services, started.intentId)),
    )
    expect(new Set(settled.map((one) => (one.outcome === 'ordered' ? one.order.id : one.outcome))).size).toBe(
      1,
    )
    expect(await shelf()).toEqual({ stock: 4, reserved: 0 })
  })

  it('keeps its price, whatever becomes of the product meanwhile', async () => {
    const started = await startPaying()
    await world.rows(
      'update product set price_pence = 9900, in_stock = false, archived_at = now() where id = $1',
      [product],
    )
    await pay(world, started)
    expect((await claim({ clientSecret: started.clientSecret })).status).toBe(200)
  })

  it('is refused at another price than today’s', async () => {
    const response = await start(body(1, '31.00'))
    expect(response.status).toBe(409)
    expect(await response.json()).toMatchObject({ code: 'changed_meanwhile' })
    expect(await shelf()).toEqual({ stock: 5, reserved: 0 })
  })

  it.each([0, -1, 1.5, 2 ** 31, '2; drop', null])(
    'refuses the quantity %j and holds nothing',
    async (quantity) => {
      const response = await start(body(quantity))
      expect(response.status).toBe(400)
      expect(((await response.json()) as { fields: object }).fields).toHaveProperty('quantity')
      expect(await shelf()).toEqual({ stock: 5, reserved: 0 })
    },
  )

  it('says beside each field of the form what is wrong with it', async () => {
    const purchaseData = {
      firstName: 'F',
      lastName: '',
      email: 'x',
      shippingAddress: { line1: '1', city: '', postcode: 'L1' },
    }
    const response = await start({ ...body(), purchaseData })
    expect(((await response.json()) as { fields: unknown }).fields).toEqual({
      'purchaseData.firstName': 'First name required',
      'purchaseData.lastName': 'Last name required',
      'purchaseData.email': 'Valid email required',
      'purchaseData.shippingAddress.line1': 'Address required',
      'purchaseData.shippingAddress.city': 'City required',
      'purchaseData.shippingAddress.postcode': 'Postcode required',
    })
  })
})

describe('the last one', () => {
  it('is sold exactly as often as it is there', async () => {
    await stockUp(7)
    const tries = await Promise.all(
      Array.from({ length: 60 }, () =>
        start(
          body(),
          `2001:db8:${Math.floor(Math.random() * 65535).toString(16)}:${Math.floor(Math.random() * 65535).toString(16)}::1`,
        ),
      ),
    )
    expect(tries.filter(({ status }) => status === 200)).toHaveLength(7)
    expect(tries.filter(({ status }) => status === 409)).toHaveLength(53)
    expect(await shelf()).toEqual({ stock: 7, reserved: 7 })
  })

  it('is not kept by whoever holds three already', async () => {
    await stockUp(9)
    const statuses: number[] = []
    for (let again = 0; again < 4; again++) statuses.push((await start(body(), '198.51.100.77')).status)
    expect(statuses).toEqual([200, 200, 200, 429])
    expect(await shelf()).toEqual({ stock: 9, reserved: 3 })
  })

  it('is free again when a buyer changes the quantity, and when nobody paid in time', async () => {
    const former = await startPaying(body(3, '96.00'))
    await startPaying(body(1, '32.00', { replaces: former.clientSecret }))
    expect(await shelf()).toEqual({ stock: 5, reserved: 1 })
    world.clock.advance(31)
    await settlePayments(world.services, { full: true })
    expect(await shelf()).toEqual({ stock: 5, reserved: 0 })
    world.clock.advance(-31)
  })

  it('is sold or free, never both, when it is paid at the moment the deadline cancels it', async () => {
    for (let round = 0; round < 8; round++) {
      await stockUp(1)
      const started = await startPaying()
      world.clock.advance(31)
      await Promise.all([pay(world, started), settlePayments(world.services, { full: true })])
      await settlePayments(world.services, { full: true })
      world.clock.advance(-31)
      const paid =
        world.stripe.state().intents.find(({ id }) => id === started.intentId)?.status === 'succeeded'
      expect(await shelf()).toEqual({ stock: paid ? 0 : 1, reserved: 0 })
    }
    takeLoggedErrors()
  })

  it('tells the clinic once that the shelf is nearly empty', async () => {
    await stockUp(3, 3200, 2)
    for (let sale = 0; sale < 2; sale++) {
      const started = await startPaying()
      await pay(world, started)
      await claim({ clientSecret: started.clientSecret })
    }
    const told = world.mail.list().filter(({ subject }) => subject.startsWith('Nearly sold out'))
    expect(told).toHaveLength(1)
  })
})
