import { parse } from 'valibot'
import { beforeAll, describe, expect, it } from 'vitest'
import type { QueryInput } from '#contract/base/endpoint.ts'
import { adminOrdersEndpoint } from '#contract/orders/admin-orders.ts'
import { refundOrder } from '#server/money/refund/refund-order.ts'
import { changeFulfilment } from '#server/orders/change-fulfilment.ts'
import { listOrders } from '#server/orders/list-orders.ts'
import { orderOf, type Order } from '#tests/harness/order-buyer.ts'
import { useWorld } from '#tests/harness/world.ts'

const world = useWorld()

let first: Order
let second: Order
let third: Order

beforeAll(async () => {
  first = await orderOf(world, 2)
  second = await orderOf(world)
  third = await orderOf(world)
  // Stripe's times have a resolution of one second, so the order of these must be set here.
  for (const [minutes, { id }] of [first, second, third].entries()) {
    await world.rows(`update orders set placed_at = placed_at + $1 * interval '1 minute' where id = $2`, [
      minutes,
      id,
    ])
  }
  const change = { orderId: first.id, fulfilment: 'ready', actor: 'admin' } as const
  await changeFulfilment(world.services, change)
  await refundOrder(world.services, { orderId: first.id, pence: 1000, actor: 'admin' })
  await refundOrder(world.services, { orderId: third.id, actor: 'admin' })
})

const list = async (query: QueryInput<typeof adminOrdersEndpoint> = {}) =>
  await listOrders(world.services.db, parse(adminOrdersEndpoint.query!, query))
const idsOf = async (query: QueryInput<typeof adminOrdersEndpoint>) =>
  (await list(query)).orders.map(({ id }) => id)

/** Adds 60 orders of £1.00, several of them placed at the same time. */
async function addPaged(): Promise<void> {
  await world.rows(
    `insert into payment (id, purpose, state, amount_pence, created_at, pay_by, paid_at, settled_at, stripe_payment_intent_id)
   select gen_random_uuid(), 'order', 'refunded', 100, now() - interval '1 day', now(), now(), now(), 'pi_page' || n
   from generate_series(1, 60) n`,
  )
  await world.rows(
    `insert into orders (id, payment_id, product_id, product_name, first_name, last_name, email, shipping_address,
     delivery, quantity, amount_pence, reference, placed_at)
   select gen_random_uuid(), payment.id, $1, 'Paged', 'A', 'B', 'page@example.com', '{}', 'collection', 1, 100,
     stripe_payment_intent_id, date_trunc('second', now()) - right(stripe_payment_intent_id, 1)::int * interval '1 day'
   from payment where stripe_payment_intent_id like 'pi_page%'`,
    [first.product],
  )
}

async function removePaged(): Promise<void> {
  await world.rows(`delete from orders where product_name = 'Paged'`)
  await world.rows(`delete from payment where stripe_payment_intent_id like 'pi_page%'`)
}

describe('listOrders', () => {
  it('listOrders returns the newest first, with amounts paid and refunded', async () => {
    const { orders } = await list()
    expect(orders.map(({ id, amount, refunded }) => [id, amount, refunded])).toEqual([
      [third.id, '32.00', '32.00'],
      [second.id, '32.00', '0.00'],
      [first.id, '64.00', '10.00'],
    ])
  })

  it('listOrders finds an order by name, address, product and reference, in any case', async () => {
    expect(await idsOf({ search: second.email.toUpperCase() })).toEqual([second.id])
    expect(await idsOf({ search: second.intentId.slice(-8) })).toEqual([second.id])
    expect(await idsOf({ search: 'acupressure' })).toHaveLength(3)
    expect(await idsOf({ search: 'First  Last' })).toHaveLength(3)
    expect(await idsOf({ search: 'per_ent%' })).toEqual([])
  })

  it.each(['%', '#%', 'Order %', 'order %'])(
    'listOrders finds an order by its number, written as "%s"',
    async (written) => {
      const { orders } = await list()
      const number = String(orders.find(({ id }) => id === second.id)!.number)
      expect(await idsOf({ search: written.replace('%', number) })).toEqual([second.id])
      expect(await idsOf({ search: `Voucher purchase ${number}` })).toEqual([])
    },
  )

  it('listOrders filters by fulfilment and leaves out refunded orders', async () => {
    expect(await idsOf({ fulfilment: 'to_prepare' })).toEqual([second.id])
    expect(await idsOf({ fulfilment: 'ready' })).toEqual([first.id])
    expect(await idsOf({ fulfilment: 'handed_over' })).toEqual([])
    expect(await idsOf({ status: 'refunded' })).toEqual([third.id])
  })

  it('listOrders returns the oldest first on request, also in a search', async () => {
    expect(await idsOf({ order: 'oldest' })).toEqual([first.id, second.id, third.id])
    expect(await idsOf({ order: 'oldest', search: 'acupressure' })).toEqual([first.id, second.id, third.id])
    expect(await idsOf({ order: 'oldest', fulfilment: 'to_prepare' })).toEqual([second.id])
  })

  it('listOrders returns the highest or lowest amount first on request, but not in a search', async () => {
    expect(await idsOf({ order: 'highest' })).toEqual([
      first.id,
      ...[second.id, third.id].toSorted().toReversed(),
    ])
    expect(await idsOf({ order: 'lowest' })).toEqual([...[second.id, third.id].toSorted(), first.id])
    expect(await idsOf({ order: 'lowest', fulfilment: 'to_prepare' })).toEqual([second.id])
    expect(await idsOf({ order: 'lowest', search: 'acupressure' })).toEqual([third.id, second.id, first.id])
  })

  it('listOrders returns the orders of a range of days in London', async () => {
    const [{ day } = { day: '' }] = await world.rows<{ day: string }>(
      `select (placed_at at time zone 'Europe/London')::date::text as day from orders where id = $1`,
      [second.id],
    )
    await world.rows(`update orders set placed_at = ($1::date - 1) + time '12:00' where id = $2`, [
      day,
      first.id,
    ])
    expect(await idsOf({ from: day })).toEqual([third.id, second.id])
    expect(await idsOf({ to: day, order: 'highest' })).toHaveLength(3)
    expect(await idsOf({ from: '2020-01-01', to: '2020-01-31' })).toEqual([])
  })

  it('listOrders continues after a page by amount, with each order once', async () => {
    await addPaged()
    const query = { order: 'lowest', status: 'completed' } as const
    const start = await list(query)
    const rest = await list({ ...query, cursor: start.cursor })
    const ids = [...start.orders, ...rest.orders].map(({ id }) => id)
    expect([start.orders.length, new Set(ids).size, rest.cursor]).toEqual([50, 61, undefined])
    await expect(list({ ...query, order: 'newest', cursor: start.cursor })).rejects.toMatchObject({
      code: 'invalid_request',
    })
    await removePaged()
  })

  it.each(['newest', 'oldest'] as const)(
    'listOrders continues after a page, %s first, and refuses an invalid cursor',
    async (order) => {
      await addPaged()
      const start = await list({ search: 'paged', order })
      const rest = await list({ search: 'paged', order, cursor: start.cursor })
      expect([start.orders.length, rest.orders.length, rest.cursor]).toEqual([50, 10, undefined])
      const all = await world.rows<{ id: string }>(
        `select id from orders where product_name = 'Paged' order by placed_at, number`,
      )
      const oldest = all.map(({ id }) => id)
      expect([...start.orders, ...rest.orders].map(({ id }) => id)).toEqual(
        order === 'oldest' ? oldest : oldest.toReversed(),
      )
      await removePaged()
      await expect(list({ cursor: 'bm90IGEgcGxhY2U' })).rejects.toMatchObject({ code: 'invalid_request' })
    },
  )
})
