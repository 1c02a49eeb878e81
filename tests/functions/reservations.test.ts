import { randomUUID } from 'node:crypto'
import * as v from 'valibot'
import { beforeEach, describe, expect, it } from 'vitest'
import { clinic } from '#clinic/current-clinic.ts'
import { formatPounds } from '#contract/base/money.ts'
import { createProductPaymentIntentEndpoint } from '#contract/orders/orders.ts'
import { hashAddress } from '#server/hash-address.ts'
import { claimOrder } from '#server/money/settle/claim.ts'
import { settlePayment } from '#server/money/settle/settle-payment.ts'
import { settlePayments } from '#server/money/settle/settle-payments.ts'
import { startProductPayment } from '#server/money/start/start-payment.ts'
import { listProducts } from '#server/products/list-products.ts'
import { listAttention } from '#server/reports/attention.ts'
import { callFunction } from '#tests/harness/call-function.ts'
import { functions } from '#tests/harness/every-function.ts'
import { addProductWithStock, PRICE, purchaseOf, startOrder, stockOf } from '#tests/harness/order-buyer.ts'
import { payLater, payStarted, type Started } from '#tests/harness/voucher-buyer.ts'
import { useWorld } from '#tests/harness/world.ts'

const { createOrder } = functions

const world = useWorld()

let addresses = 0
const newAddress = () => `203.0.113.${++addresses}`
const DAY = 24 * 60

let product: string
let caller: string
beforeEach(() => {
  world.clock.set(new Date())
  caller = newAddress()
})

interface Refusal {
  code: string
  message: string
  fields?: object
  retryAfterSeconds?: number
}

/** Starts a purchase at the test clock's time. */
async function reserveNow(
  quantity: number,
  address = caller,
  more = {},
  services = world.services,
): Promise<Started> {
  const body = v.parse(createProductPaymentIntentEndpoint.body, purchaseOf(product, { quantity, ...more }))
  const { clientSecret } = await startProductPayment(services, body, address)
  return { clientSecret, intentId: clientSecret.slice(0, clientSecret.indexOf('_secret_')) }
}

const reserve = async (quantity: number, address = caller, more = {}): Promise<Started | Refusal> =>
  reserveNow(quantity, address, more).catch((error: Refusal) => error)
const codeOf = (result: Started | Refusal) => ('code' in result ? result.code : 'ok')

const claim = ({ clientSecret }: Started) => claimOrder(world.services, { clientSecret }, caller)
const shelf = () => stockOf(world, product)
const runClock = () => settlePayments(world.services, { full: false })
const atStripe = ({ intentId }: Started) =>
  world.stripe.state().intents.find(({ id }) => id === intentId)?.status

/** Advances the clock and runs the five-minute job. */
async function pass(minutes: number): Promise<void> {
  world.clock.advance(minutes)
  await runClock()
}

describe('a caller', () => {
  it('may reserve all of a product, in one purchase or in many', async () => {
    product = await addProductWithStock(world, 10)
    for (const quantity of [5, 1, 1, 1, 1, 1]) await reserveNow(quantity)
    expect(await shelf()).toEqual({ stock: 10, reserved: 10 })
  })

  it.each([
    { stock: 100, most: 25 },
    { stock: 10, most: 3 },
    { stock: 2, most: 2 },
  ])('that let one reservation lapse may reserve $most of $stock for a day', async ({ stock, most }) => {
    product = await addProductWithStock(world, stock)
    await reserveNow(stock)
    await pass(16)
    expect(await shelf()).toEqual({ stock, reserved: 0 })
    expect(codeOf(await reserve(most + 1))).toMatch(/too_many_requests|sold_out/)
    await reserveNow(most)
    expect(codeOf(await reserve(1))).toMatch(/too_many_requests|sold_out/)
    await pass(16)
    await pass(DAY + 1)
    await reserveNow(stock)
  })

  it('that never pays leaves three quarters to others, whatever it tries', async () => {
    product = await addProductWithStock(world, 100)
    await reserveNow(100)
    await pass(16)
    await Promise.all(Array.from({ length: 60 }, () => reserve(1)))
    expect(await shelf()).toEqual({ stock: 100, reserved: 25 })
    const other = newAddress()
    const started = await reserveNow(75, other)
    await payStarted(world, started)
    expect(await claim(started)).toMatchObject({ order: { quantity: 75 } })
  })

  it('is told how many it may still reserve, beside the quantity', async () => {
    product = await addProductWithStock(world, 40)
    await reserveNow(40)
    await pass(16)
    await reserveNow(4)
    expect(await reserve(7)).toMatchObject({
      code: 'too_many_requests',
      retryAfterSeconds: 900,
      message:
        'An earlier purchase from your internet connection was not paid for, so we can hold at most 6 of these for you today. If you would like more, please ring us.',
      fields: { quantity: 'You can order at most 6 of these today' },
    })
  })

  it('that lets one product lapse may reserve all of another', async () => {
    product = await addProductWithStock(world, 10)
    await reserveNow(10)
    await pass(16)
    product = await addProductWithStock(world, 10)
    await reserveNow(10)
    expect(await shelf()).toEqual({ stock: 10, reserved: 10 })
  })

  it('that replaces its purchase in time has no lapsed reservation', async () => {
    product = await addProductWithStock(world, 10)
    let former = await reserveNow(5)
    for (let quantity = 6; quantity <= 10; quantity++) {
      world.clock.advance(2)
      former = await reserveNow(quantity, caller, { replaces: former.clientSecret })
    }
    expect(await shelf()).toEqual({ stock: 10, reserved: 10 })
  })

  it('that replaces its purchase again and again reserves stock for an hour at most', async () => {
    product = await addProductWithStock(world, 100)
    let former = await reserveNow(100)
    let minutes = 0
    for (; minutes < DAY; minutes += 14) {
      world.clock.advance(14)
      const next = await reserve(100, caller, { replaces: former.clientSecret })
      if ('code' in next) break
      former = next
    }
    expect(minutes).toBeLessThan(75)
    expect(await shelf()).toEqual({ stock: 100, reserved: 0 })
  })

  it('may reserve more while its payments are processing', async () => {
    product = await addProductWithStock(world, 40)
    for (let nth = 0; nth < 3; nth++) {
      const started = await reserveNow(1)
      await payLater(world, started)
      await settlePayment(world.services, started.intentId)
    }
    await reserveNow(1)
    await pass(16)
    // After one lapse the limit is ten, and these three do not count.
    await reserveNow(10)
    expect(await shelf()).toEqual({ stock: 40, reserved: 13 })
  })
})

describe('a product whose whole stock was reserved and not paid for twice', () => {
  async function passFully(minutes: number): Promise<void> {
    world.clock.advance(minutes)
    await settlePayments(world.services, { full: true })
  }

  /** Reserves so many units, each quantity from a new address, and lets them lapse. */
  async function lapse(...quantities: number[]): Promise<void> {
    for (const quantity of quantities) await reserveNow(quantity, newAddress())
    await passFully(16)
  }

  it('may be reserved whole twice, then by three units from an address that holds nothing', async () => {
    product = await addProductWithStock(world, 40)
    await lapse(40)
    await lapse(40)
    expect(await reserve(4, newAddress())).toMatchObject({
      code: 'too_many_requests',
      message: `Our whole stock of this product was reserved several times today but not paid for, so we can hold at most 3 of these for you just now. If you would like more, please ring us on ${clinic.phone.display}.`,
      fields: { quantity: 'You can order at most 3 of these just now' },
    })
    await reserveNow(3, newAddress())
  })

  it('is half kept for addresses that hold nothing: the others share half, however many they are', async () => {
    product = await addProductWithStock(world, 40)
    const [first, second] = [newAddress(), newAddress()]
    for (const address of [first, second]) {
      await reserveNow(40, address)
      await pass(16)
    }
    const others = Array.from({ length: 6 }, newAddress)
    for (const address of others) {
      expect(codeOf(await reserve(20, address))).toBe('too_many_requests')
      await reserveNow(3, address)
    }
    expect(await reserve(10, first)).toMatchObject({
      fields: { quantity: 'You can order at most 2 of these just now' },
    })
    await pass(16)
    for (const address of [first, second, ...others, ...others]) await reserve(3, address)
    await reserve(2, second)
    expect(await shelf()).toEqual({ stock: 40, reserved: 20 })
    expect(await reserve(1, first)).toMatchObject({
      code: 'too_many_requests',
      message: `Our whole stock of this product was reserved several times today but not paid for, so we cannot hold any more of these for you just now. If you would like more, please ring us on ${clinic.phone.display}.`,
    })
    await reserveNow(3, newAddress())
  })

  it('is not for an address that renewed its reservation for an hour as for one that holds nothing', async () => {
    product = await addProductWithStock(world, 40)
    let former = await reserveNow(1)
    for (let nth = 0; nth < 5; nth++) {
      world.clock.advance(14)
      former = await reserveNow(1, caller, { replaces: former.clientSecret })
    }
    await payLater(world, former)
    await settlePayment(world.services, former.intentId)
    const [first, second] = [newAddress(), newAddress()]
    for (const address of [first, second]) {
      await reserveNow(39, address)
      await passFully(16)
    }
    await lapse(2)
    for (const address of [first, second]) await reserveNow(9, address)
    await reserveNow(1, first)
    expect(codeOf(await reserve(1))).toBe('too_many_requests')
    await reserveNow(3, newAddress())
  })

  it('counts the ninth network of an IPv6 /48 as one that holds something', async () => {
    product = await addProductWithStock(world, 60)
    const [first, second] = [newAddress(), newAddress()]
    for (const address of [first, second]) {
      await reserveNow(60, address)
      await pass(16)
    }
    for (const address of [first, second]) await reserveNow(15, address)
    const networkOf = (nth: number) => hashAddress(`2001:db8:5:${nth}00::1`)
    for (let nth = 1; nth <= 8; nth++) await reserveNow(3, networkOf(nth))
    expect(codeOf(await reserve(1, networkOf(9)))).toBe('too_many_requests')
    await reserveNow(3, hashAddress('2001:db8:6:100::1'))
  })

  it.each([
    [1, 1, 1],
    [2, 2, 1],
    [3, 3, 1],
    [4, 3, 2],
    [8, 3, 3],
  ])(
    'of %d may be reserved by %d from a new address, by %d from one that did not pay',
    async (stock, most, half) => {
      product = await addProductWithStock(world, stock)
      await reserveNow(stock)
      await pass(16)
      await lapse(stock)
      const tooMany = (units: number) => (units < stock ? 'too_many_requests' : 'sold_out')
      expect(codeOf(await reserve(half + 1))).toBe(tooMany(half))
      await reserveNow(half)
      await pass(16)
      expect(codeOf(await reserve(most + 1, newAddress()))).toBe(tooMany(most))
      await reserveNow(most, newAddress())
    },
  )

  it('counts the units of several reservations together, and none of another product', async () => {
    product = await addProductWithStock(world, 40)
    for (let nth = 0; nth < 3; nth++) await lapse(10, 10)
    await lapse(10, 9)
    await reserveNow(21, newAddress())
    product = await addProductWithStock(world, 40)
    for (let nth = 0; nth < 4; nth++) await lapse(10, 10)
    expect(codeOf(await reserve(21, newAddress()))).toBe('too_many_requests')
    product = await addProductWithStock(world, 40)
    await reserveNow(40, newAddress())
  })

  it('also by a reservation that is replaced from one address after the other', async () => {
    product = await addProductWithStock(world, 40)
    let former = await reserveNow(40, newAddress())
    let minutes = 0
    for (; minutes < 120; minutes += 10) {
      world.clock.advance(10)
      const next = await reserve(40, newAddress(), { replaces: former.clientSecret })
      if ('code' in next) break
      former = next
    }
    expect(minutes).toBe(20)
  })

  it('can be reserved whole again once a purchase of it is paid', async () => {
    product = await addProductWithStock(world, 40)
    await lapse(40)
    await lapse(40)
    const started = await reserveNow(1, newAddress())
    expect(codeOf(await reserve(39, newAddress()))).toBe('too_many_requests')
    await payStarted(world, started)
    await claim(started)
    await reserveNow(39, newAddress())
  })

  it('can be reserved whole again a day later', async () => {
    product = await addProductWithStock(world, 40)
    await lapse(40)
    world.clock.advance(23 * 60)
    await lapse(40)
    expect(codeOf(await reserve(40, newAddress()))).toBe('too_many_requests')
    world.clock.advance(60)
    await reserveNow(40, newAddress())
  })

  it('cannot be emptied by callers who reserve while the second reservation lapses', async () => {
    product = await addProductWithStock(world, 40)
    await lapse(40)
    await reserveNow(40, newAddress())
    world.clock.advance(16)
    const tries = Array.from({ length: 12 }, async () => codeOf(await reserve(40, newAddress())))
    const [results] = await Promise.all([Promise.all(tries), runClock()])
    expect(results).not.toContain('ok')
  })

  it('is shown under Needs attention until a purchase of it is paid', async () => {
    product = await addProductWithStock(world, 40)
    const shown = async () =>
      (await listAttention(world.services)).items.filter((item) => item.id === product)
    await lapse(40)
    expect(await shown()).toEqual([])
    await lapse(40)
    const item = { kind: 'stock_unpaid', id: product, name: 'Acupressure mat', mostPerBuyer: 3 }
    expect(await shown()).toEqual([item])
    const started = await reserveNow(1, newAddress())
    await payStarted(world, started)
    await claim(started)
    expect(await shown()).toEqual([])
  })
})

describe('buyers behind one address', () => {
  const startFrom = (address: string) => startOrder(purchaseOf(product), address)

  it('can each reserve their unit: four of four', async () => {
    product = await addProductWithStock(world, 9)
    const answers = await Promise.all(Array.from({ length: 4 }, () => startFrom(caller)))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
  })

  it('get all hundred units when two hundred want one, and everyone who pays in time is served', async () => {
    product = await addProductWithStock(world, 100)
    const buyOne = async () => {
      const started = await startFrom(caller)
      const { clientSecret, code } = (await started.json()) as { clientSecret: string; code: string }
      if (!started.ok) return code
      await payStarted(world, {
        clientSecret,
        intentId: clientSecret.slice(0, clientSecret.indexOf('_secret_')),
      })
      const body = { clientSecret }
      return (await callFunction(createOrder, { path: '/api/create-order', body, address: caller })).status
    }
    const results: unknown[] = []
    for (let wave = 0; wave < 5; wave++)
      results.push(...(await Promise.all(Array.from({ length: 40 }, buyOne))))
    expect(results.filter((result) => result === 200)).toHaveLength(100)
    expect(results.filter((result) => result === 'sold_out')).toHaveLength(100)
    expect(await shelf()).toEqual({ stock: 0, reserved: 0 })
  })
})

describe('a reservation', () => {
  it('of a product ends after 15 minutes, by the five-minute job', async () => {
    product = await addProductWithStock(world, 5)
    const started = await reserveNow(5)
    await pass(14)
    expect(await shelf()).toEqual({ stock: 5, reserved: 5 })
    await pass(2)
    expect(await shelf()).toEqual({ stock: 5, reserved: 0 })
    expect(atStripe(started)).toBe('canceled')
  })

  it.each([{ full: false }, { full: true }])(
    'lasts 30 minutes while the buyer is being authenticated, and can be paid then (full run: $full)',
    async ({ full }) => {
      product = await addProductWithStock(world, 5)
      const [patient, gone] = [await reserveNow(1), await reserveNow(1)]
      for (const started of [patient, gone])
        await payStarted(world, started, 'pm_card_authenticationRequired')
      world.clock.advance(29)
      await settlePayments(world.services, { full })
      expect(await shelf()).toEqual({ stock: 5, reserved: 2 })
      await world.stripe.control.authenticate({ intent: patient.intentId })
      expect(await claim(patient)).toMatchObject({ order: { status: 'completed' } })
      world.clock.advance(2)
      await settlePayments(world.services, { full })
      expect(atStripe(gone)).toBe('canceled')
      expect(await shelf()).toEqual({ stock: 4, reserved: 0 })
    },
  )

  it('is not ended by a second tab while the buyer is being authenticated', async () => {
    product = await addProductWithStock(world, 5)
    const requestId = randomUUID()
    const started = await reserveNow(1, caller, { requestId })
    await payStarted(world, started, 'pm_card_authenticationRequired')
    world.clock.advance(20)
    expect(await reserveNow(1, caller, { requestId })).toEqual(started)
    await world.stripe.control.authenticate({ intent: started.intentId })
    expect(await claim(started)).toMatchObject({ order: { status: 'completed' } })
  })

  it('ends at once when Stripe refuses the start, and the same browser can start again', async () => {
    product = await addProductWithStock(world, 5)
    const requestId = randomUUID()
    await world.stripe.control.fault({ match: 'POST /v1/payment_intents', status: 400, times: 1 })
    expect(codeOf(await reserve(5, caller, { requestId }))).toBe('payment_provider')
    expect(await shelf()).toEqual({ stock: 5, reserved: 0 })
    expect(codeOf(await reserve(5, caller, { requestId }))).toBe('request_reused')
    await reserveNow(5, caller, { requestId: randomUUID() })
  })

  it('stays while Stripe’s result of the start is unknown, and a retry gets its payment', async () => {
    product = await addProductWithStock(world, 5)
    const requestId = randomUUID()
    await world.stripe.control.fault({ match: 'POST /v1/payment_intents', status: 0, times: 2 })
    expect(codeOf(await reserve(5, caller, { requestId }))).toBe('payment_provider')
    expect(await shelf()).toEqual({ stock: 5, reserved: 5 })
    await reserveNow(5, caller, { requestId })
    expect(await shelf()).toEqual({ stock: 5, reserved: 5 })
  })

  it('without an intent is released by the five-minute job, and does not count as lapsed', async () => {
    product = await addProductWithStock(world, 9)
    const stripe = Object.create(world.services.stripe) as typeof world.services.stripe
    stripe.paymentIntents = Object.assign(Object.create(stripe.paymentIntents), {
      create: () => Promise.reject(new Error('the function died')),
    })
    const start = reserveNow(8, 'somebody', {}, { ...world.services, stripe })
    await expect(start).rejects.toThrow('the function died')
    expect(await shelf()).toEqual({ stock: 9, reserved: 8 })
    await reserveNow(1)
    await pass(16)
    expect(await shelf()).toEqual({ stock: 9, reserved: 0 })
    expect(
      await world.rows('select distinct state from stock_reservation where product_id = $1 order by 1', [
        product,
      ]),
    ).toEqual([{ state: 'lapsed' }, { state: 'released' }])
  })
})

describe('while all units are in checkouts', () => {
  it('the shop says so beside its badge, and a buyer is told that some may become available', async () => {
    product = await addProductWithStock(world, 2)
    const listed = async () => (await listProducts(world.services.db)).find(({ id }) => id === product)
    expect(await listed()).toMatchObject({ inStock: true, inCheckouts: false })
    const started = await reserveNow(2)
    expect(await listed()).toMatchObject({ inStock: false, stock: 0, inCheckouts: true })
    expect(await reserve(1, newAddress())).toMatchObject({
      code: 'sold_out',
      message:
        'The last of these are being paid for at the moment. If they are not bought, some may be available again within half an hour.',
    })
    await payStarted(world, started)
    await claim(started)
    expect(await listed()).toMatchObject({ inStock: false, stock: 0, inCheckouts: false })
    expect(await reserve(1, newAddress())).toMatchObject({ message: 'This product has just sold out.' })
  })
})

const CHANGES = {
  repriced: 'price_pence = 9900',
  archived: 'archived_at = now()',
  withheld: 'in_stock = false',
  restocked: 'stock = stock + 4',
}
const STEPS = ['reserved', 'declined', 'authenticating', 'processing', 'paid', 'settled'] as const
const cases = Object.entries(CHANGES).flatMap(([change, set]) => STEPS.map((step) => ({ change, set, step })))

describe('a product that changes during a purchase', () => {
  it.each(cases)(
    '($change once it is $step) is sold at the price of the start',
    async ({ change, set, step }) => {
      product = await addProductWithStock(world, 5)
      const started = await reserveNow(2)
      const reach = STEPS.indexOf(step)
      if (reach === 1) await payStarted(world, started, 'pm_card_chargeDeclined')
      if (reach === 2) await payStarted(world, started, 'pm_card_authenticationRequired')
      if (reach === 3) await payLater(world, started)
      if (reach >= 4) await payStarted(world, started)
      await settlePayment(world.services, started.intentId)
      const alter = () =>
        world.rows(`update product set ${set}, version = version + 1 where id = $1`, [product])
      if (step === 'paid') await Promise.all([alter(), claim(started)])
      else await alter()
      if (reach === 1) await payStarted(world, started)
      if (reach === 2) await world.stripe.control.authenticate({ intent: started.intentId })
      if (reach === 3) await world.stripe.control.completeProcessing({ intent: started.intentId, ok: true })
      if (reach === 0) await payStarted(world, started)
      expect(await claim(started)).toMatchObject({
        order: { status: 'completed', quantity: 2, amount: formatPounds(2 * PRICE) },
      })
      expect(await shelf()).toEqual({ stock: change === 'restocked' ? 7 : 3, reserved: 0 })
    },
  )

  it.each(Object.entries(CHANGES))('(%s) releases lapsed reservations', async (change, set) => {
    product = await addProductWithStock(world, 5)
    await reserveNow(5)
    await world.rows(`update product set ${set}, version = version + 1 where id = $1`, [product])
    await pass(16)
    expect(await shelf()).toEqual({ stock: change === 'restocked' ? 9 : 5, reserved: 0 })
  })
})
