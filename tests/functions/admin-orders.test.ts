import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { ORDERS_AT_ONCE_MAX } from '#contract/orders/admin-orders.ts'
import { systemClock } from '#server/clients/services.ts'
import { signInNewAdmin, type SignedIn } from '#tests/harness/admin-session.ts'
import { callFunction } from '#tests/harness/call-function.ts'
import { subjectsTo } from '#tests/harness/deliver-events.ts'
import { functions } from '#tests/harness/every-function.ts'
import { orderOf, stockOf, type Order } from '#tests/harness/order-buyer.ts'
import { useWorld } from '#tests/harness/world.ts'

const { adminOrder, adminOrders, changeFulfilment, changeFulfilments, refundOrder } = functions

const world = useWorld()
let owner: SignedIn

beforeAll(async () => {
  owner = await signInNewAdmin(world)
})

const at = (path: string) => `/api/admin/orders${path}`
/** Lets the time for which emails wait pass at once. */
function skipTheWait(): void {
  let skippedMs = 0
  const now = vi.spyOn(systemClock, 'now').mockImplementation(() => new Date(Date.now() + skippedMs))
  const wait = vi.spyOn(systemClock, 'wait').mockImplementation(async (ms) => void (skippedMs += ms))
  onTestFinished(() => [now, wait].forEach((one) => one.mockRestore()))
}

const list = (query = '') =>
  callFunction(adminOrders, { method: 'GET', path: at(query), headers: owner.headers })
const show = (id: string) =>
  callFunction(adminOrder, {
    method: 'GET',
    path: at(`/${id}`),
    params: { id },
    headers: owner.headers,
  })
const step = ({ id }: Order, fulfilment: unknown) =>
  callFunction(changeFulfilment, {
    method: 'PATCH',
    path: at(`/${id}`),
    params: { id },
    headers: owner.headers,
    body: { fulfilment },
  })
const refund = ({ id }: Order, body: object = {}) =>
  callFunction(refundOrder, { path: at(`/${id}/refund`), params: { id }, headers: owner.headers, body })

describe('the owner’s orders', () => {
  it('are listed and searched', async () => {
    const order = await orderOf(world, 2)
    const response = await list(`?search=${order.email}%00`)
    expect(response.status).toBe(200)
    expect(response.headers.get('cache-control')).toBe('no-store')
    expect(await response.json()).toEqual([
      expect.objectContaining({ id: order.id, reference: order.intentId, amount: '64.00', refunded: '0.00' }),
    ])
  })

  it.each(['?status=lost', '?fulfilment=flown', '?order=random', '?cursor=!', '?cursor=bm90IGEgcGxhY2U'])(
    'are refused for %s',
    async (query) => {
      expect((await list(query)).status).toBe(400)
    },
  )

  it('contain everything needed for handing one over', async () => {
    const order = await orderOf(world)
    expect(await (await show(order.id)).json()).toMatchObject({
      firstName: 'First',
      email: order.email,
      shippingAddress: { line1: '2 Example Street', city: 'Liverpool', postcode: 'L1 0AB', country: 'UK' },
      productName: 'Acupressure mat',
      quantity: 1,
      delivery: 'collection',
      fulfilment: 'to_prepare',
      restockable: 1,
    })
    expect((await show('no-uuid')).status).toBe(404)
  })

  it('email the buyer when an order is marked ready, and record the admin', async () => {
    skipTheWait()
    const order = await orderOf(world)
    const response = await step(order, 'ready')
    expect(await response.json()).toMatchObject({ id: order.id, fulfilment: 'ready' })
    expect((await step(order, 'ready')).status).toBe(200)
    expect(subjectsTo(world, order.email)[0]).toBe('Your order is ready to collect')
    expect(
      await world.rows(
        `select actor, before, after from activity where order_id = $1 and action = 'fulfilment_changed'`,
        [order.id],
      ),
    ).toEqual([
      { actor: owner.adminId, before: { fulfilment: 'to_prepare' }, after: { fulfilment: 'ready' } },
    ])
    expect((await step(order, 'eaten')).status).toBe(400)
    expect((await step(order, 'delivered')).status).toBe(409)
  })
})

describe('several orders', () => {
  const move = (orders: unknown) =>
    callFunction(changeFulfilments, { path: at('/fulfilment'), headers: owner.headers, body: { orders } })

  it('are moved together, with an email to each buyer and the admin in the activity', async () => {
    skipTheWait()
    const orders = [await orderOf(world), await orderOf(world)]
    const wanted = orders.map(({ id }) => ({ id, fulfilment: 'ready', from: 'to_prepare' }))
    for (const outcome of ['moved', 'unchanged']) {
      const response = await move(wanted)
      expect([response.status, await response.json()]).toMatchObject([
        200,
        { results: orders.map(({ id }) => ({ id, outcome, order: { id, fulfilment: 'ready' } })) },
      ])
    }
    for (const { id, email } of orders) {
      expect(subjectsTo(world, email)[0]).toBe('Your order is ready to collect')
      const actors = `select actor from activity where order_id = $1 and action = 'fulfilment_changed'`
      expect(await world.rows(actors, [id])).toEqual([{ actor: owner.adminId }])
    }
  })

  const ID = 'b6b0b2f4-4f0e-4d0c-9d7b-0d8c5a3a1f00'
  const one = { id: ID, fulfilment: 'ready', from: 'to_prepare' }
  it.each([
    ['none', []],
    ['one without its status', [{ id: ID, fulfilment: 'ready' }]],
    ['an unknown step', [{ ...one, fulfilment: 'eaten' }]],
    ['the same twice', [one, one]],
    ['no list', 'all'],
    ['too many', Array.from({ length: ORDERS_AT_ONCE_MAX + 1 }, () => ({ ...one, id: randomUUID() }))],
  ])('are refused: %s', async (_, orders) => {
    expect((await move(orders)).status).toBe(400)
  })
})

describe('a refund by the owner', () => {
  it('pays a part back and restocks the goods once, however often the request is repeated', async () => {
    const order = await orderOf(world, 2)
    const requestId = 'b6b0b2f4-4f0e-4d0c-9d7b-0d8c5a3a1f00'
    const wanted = { amount: '32.00', restock: 1, requestId }
    const answers = await Promise.all([refund(order, wanted), refund(order, wanted)])
    for (const answer of answers) {
      expect(await answer.json()).toMatchObject({
        refunded: '32.00',
        restocked: 1,
        state: 'succeeded',
        order: { status: 'part_refunded', refunded: '32.00', restockable: 1 },
      })
    }
    expect((await stockOf(world, order.product))?.['stock']).toBe(4)
    expect((await refund(order, { ...wanted, amount: '31.00' })).status).toBe(409)
  })

  it.each([
    [{ amount: '32.01' }, 'amount'],
    [{ amount: '-1' }, 'amount'],
    [{ amount: 'all' }, 'amount'],
    [{ restock: 2 }, 'restock'],
    [{ restock: 0.5 }, 'restock'],
  ])('of %j is refused with a field error', async (body, field) => {
    const order = await orderOf(world)
    const response = await refund(order, body)
    expect(response.status).toBe(400)
    expect(((await response.json()) as { fields: object }).fields).toHaveProperty(field)
  })
})
