import { randomUUID } from 'node:crypto'
import { afterEach, describe, expect, it } from 'vitest'
import type { Fulfilment } from '#contract/orders/admin-orders.ts'
import { listActivity } from '#server/activity/list-activity.ts'
import { changeAddress } from '#server/delivery/change-address.ts'
import { sendEmails } from '#server/email/send-emails.ts'
import { runHourlyJob } from '#server/jobs/hourly-job.ts'
import { refundOrder } from '#server/money/refund/refund-order.ts'
import { changeFulfilment, changeFulfilments } from '#server/orders/change-fulfilment.ts'
import { getOrder } from '#server/orders/get-order.ts'
import { subjectsTo } from '#tests/harness/deliver-events.ts'
import { orderOf, type Order } from '#tests/harness/order-buyer.ts'
import { useWorld } from '#tests/harness/world.ts'

const world = useWorld()
afterEach(() => world.clock.set(new Date()))

const NOBODY = '00000000-0000-4000-8000-000000000000'

const take = (order: Pick<Order, 'id'>, fulfilment: Fulfilment) =>
  changeFulfilment(world.services, { orderId: order.id, fulfilment, actor: 'admin' })

/** Sends what waits for an Undo. */
async function sendWaiting(): Promise<void> {
  world.clock.advance(1)
  await sendEmails(world.services)
}

const deliverLocally = ({ id }: Order) =>
  world.rows(`update orders set delivery = 'local' where id = $1`, [id])

describe('changeFulfilment', () => {
  it('changeFulfilment moves an order to ready and collected and records it in the history', async () => {
    const order = await orderOf(world)
    await take(order, 'ready')
    await take(order, 'collected')
    const { fulfilment, history } = await getOrder(world.services.db, order.id)
    expect(fulfilment).toBe('collected')
    expect(history.map(({ what }) => what)).toEqual(['Collected', 'Ready', 'Ordered and paid for, £32.00'])
  })

  it('changeFulfilment sends one email that the order is ready', async () => {
    const order = await orderOf(world)
    await take(order, 'ready')
    await take(order, 'to_prepare')
    await Promise.all([take(order, 'ready'), take(order, 'ready')])
    await sendWaiting()
    expect(subjectsTo(world, order.email)).toEqual([
      'Your order is ready to collect',
      'Your order is confirmed: £32.00',
    ])
    expect((await getOrder(world.services.db, order.id)).history).toHaveLength(4)
  })

  it('the email of a ready delivery contains the address', async () => {
    const order = await orderOf(world)
    await deliverLocally(order)
    await take(order, 'ready')
    await sendWaiting()
    const mail = world.mail.list().find(({ to }) => to === order.email)
    expect(mail?.subject).toBe('Your order is on its way')
    expect(mail?.html).toContain('2 Example Street')
    expect(mail?.text).toContain('Deliver to')
    expect((await getOrder(world.services.db, order.id)).history[0]?.what).toBe('Sent out for delivery')
    const { items } = await listActivity(world.services.db, { of: 'shop' })
    expect(items[0]?.description).toBe('Order: 1 × Acupressure mat, sent out for delivery')
    await take(order, 'delivered')
    await expect(take(order, 'collected')).rejects.toMatchObject({ code: 'not_active' })
  })

  it.each([
    { delivery: 'collection', last: 'collected', step: 'Ready' },
    { delivery: 'local', last: 'delivered', step: 'Out for delivery' },
  ] as const)(
    'an order that is no longer $last was moved back to “$step”',
    async ({ delivery, last, step }) => {
      const order = await orderOf(world)
      await world.rows('update orders set delivery = $2 where id = $1', [order.id, delivery])
      for (const fulfilment of ['ready', last, 'ready', 'to_prepare'] as const) await take(order, fulfilment)
      const { history } = await getOrder(world.services.db, order.id)
      expect(history.slice(0, 2).map(({ what }) => what)).toEqual([
        'Moved back to “To prepare”',
        `Moved back to “${step}”`,
      ])
      const { items } = await listActivity(world.services.db, { of: 'shop' })
      expect(items[1]?.description).toBe(`Order: 1 × Acupressure mat, moved back to “${step}”`)
    },
  )

  it('an order that is moved back in time leaves no email behind, and one that is marked again does', async () => {
    const order = await orderOf(world)
    await take(order, 'ready')
    await sendEmails(world.services)
    await take(order, 'to_prepare')
    await sendWaiting()
    expect(subjectsTo(world, order.email)).toEqual(['Your order is confirmed: £32.00'])
    expect(await getOrder(world.services.db, order.id)).toMatchObject({ buyerTold: false })
    await take(order, 'ready')
    await sendWaiting()
    expect(subjectsTo(world, order.email)[0]).toBe('Your order is ready to collect')
    expect(await getOrder(world.services.db, order.id)).toMatchObject({ buyerTold: true })
  })

  it('an order that is collected at once gets no email that it can be collected', async () => {
    const order = await orderOf(world)
    await take(order, 'ready')
    await take(order, 'collected')
    await sendWaiting()
    expect(subjectsTo(world, order.email)).toEqual(['Your order is confirmed: £32.00'])
  })

  it('the hourly job sends the email if the function is stopped while it waits', async () => {
    const order = await orderOf(world)
    // The function would send it from here on.
    await take(order, 'ready')
    world.clock.advance(1)
    await runHourlyJob(world.services)
    expect(subjectsTo(world, order.email)[0]).toBe('Your order is ready to collect')
  })

  it('an email that a sender has claimed counts as left, and leaves only when ready, with the address of then, if that sender dies', async () => {
    const order = await orderOf(world)
    await take(order, 'ready')
    await world.rows(`update outbox set claimed_until = $2 where about = $1 and template = 'order-ready'`, [
      order.id,
      new Date(world.clock.now().getTime() + 60_000),
    ])
    const [result] = await changeFulfilments(
      world.services,
      [{ id: order.id, fulfilment: 'to_prepare', from: 'ready' }],
      'admin',
    )
    expect(result).toMatchObject({ outcome: 'moved', order: { fulfilment: 'to_prepare', buyerTold: true } })
    world.clock.advance(5)
    await sendEmails(world.services)
    expect(subjectsTo(world, order.email)).toEqual(['Your order is confirmed: £32.00'])
    const email = `${randomUUID()}@example.com`
    await changeAddress(world.services, { kind: 'order', id: order.id, email }, 'admin')
    await take(order, 'ready')
    await sendWaiting()
    expect(subjectsTo(world, order.email)).toEqual([
      'We have changed your email address',
      'Your order is confirmed: £32.00',
    ])
    expect(subjectsTo(world, email)[0]).toBe('Your order is ready to collect')
    const withNewLink = await world.rows(
      `select from outbox, payment join orders on payment_id = payment.id
       where orders.id = $1 and about = orders.id and template = 'order-ready' and data ->> 'linkId' = link_id::text`,
      [order.id],
    )
    expect(withNewLink).toHaveLength(1)
  })

  it('changeFulfilment and a concurrent refund do not deadlock', async () => {
    const order = await orderOf(world)
    for (let pence = 1; pence <= 20; pence += 1) {
      const refund = { orderId: order.id, pence, restock: 0, actor: 'admin', requestId: randomUUID() }
      await Promise.all([
        refundOrder(world.services, refund),
        take(order, pence % 2 === 1 ? 'ready' : 'to_prepare'),
      ])
    }
    expect(await getOrder(world.services.db, order.id)).toMatchObject({
      fulfilment: 'to_prepare',
      refunded: '2.10',
    })
  })

  it.each<[Fulfilment[], Fulfilment]>([
    [[], 'collected'],
    [[], 'delivered'],
    [['ready'], 'delivered'],
    [['ready', 'collected'], 'to_prepare'],
  ])('an order after %j cannot be %s', async (steps, wanted) => {
    const order = await orderOf(world)
    for (const step of steps) await take(order, step)
    await expect(take(order, wanted)).rejects.toMatchObject({ code: 'not_active' })
  })

  // ASVS 2.3.1
  it('changeFulfilment refuses a step from a status that has changed', async () => {
    const order = await orderOf(world)
    await take(order, 'ready')
    await take(order, 'collected')
    const late = { orderId: order.id, fulfilment: 'ready', from: 'to_prepare', actor: 'admin' } as const
    await expect(changeFulfilment(world.services, late)).rejects.toMatchObject({ code: 'not_active' })
    await changeFulfilment(world.services, { ...late, from: 'collected' })
    expect((await getOrder(world.services.db, order.id)).fulfilment).toBe('ready')
  })

  it('changeFulfilment refuses a refunded order', async () => {
    const order = await orderOf(world)
    await refundOrder(world.services, { orderId: order.id, actor: 'admin' })
    await expect(take(order, 'ready')).rejects.toThrow(
      'This order has been refunded, so there is nothing to hand over.',
    )
  })

  it('changeFulfilment refuses an unknown order', async () => {
    await expect(take({ id: NOBODY }, 'ready')).rejects.toMatchObject({ code: 'not_found' })
    await expect(getOrder(world.services.db, NOBODY)).rejects.toMatchObject({ code: 'not_found' })
  })
})

describe('changeFulfilments', () => {
  const ready = ({ id }: Pick<Order, 'id'>) => ({ id, fulfilment: 'ready', from: 'to_prepare' }) as const

  it('changeFulfilments moves each order it can and says why not the others', async () => {
    const [fresh, collected, refunded, local] = [
      await orderOf(world),
      await orderOf(world),
      await orderOf(world),
      await orderOf(world),
    ]
    await take(collected, 'ready')
    await take(collected, 'collected')
    await refundOrder(world.services, { orderId: refunded.id, actor: 'admin' })
    await deliverLocally(local)
    await take(local, 'ready')
    const results = await changeFulfilments(
      world.services,
      [
        ready(collected),
        ready(fresh),
        ready({ id: NOBODY }),
        ready(refunded),
        { id: local.id, fulfilment: 'delivered', from: 'ready' },
      ],
      'admin',
    )
    expect(results).toEqual([
      expect.objectContaining({ id: collected.id, outcome: 'refused', message: expect.any(String) }),
      expect.objectContaining({ id: fresh.id, outcome: 'moved' }),
      { id: NOBODY, outcome: 'refused', message: 'We could not find this order.' },
      expect.objectContaining({
        id: refunded.id,
        outcome: 'refused',
        message: 'This order has been refunded, so there is nothing to hand over.',
      }),
      expect.objectContaining({ id: local.id, outcome: 'moved' }),
    ])
    expect(results.map(({ order }) => order?.fulfilment)).toEqual([
      'collected',
      'ready',
      undefined,
      'to_prepare',
      'delivered',
    ])
    await sendWaiting()
    expect(subjectsTo(world, fresh.email)[0]).toBe('Your order is ready to collect')
    expect(subjectsTo(world, refunded.email)).not.toContain('Your order is ready to collect')
    expect((await getOrder(world.services.db, fresh.id)).history[0]?.what).toBe('Ready')
  })

  it('changeFulfilments from two devices at once moves each order once, in whatever order they name them', async () => {
    const orders = [await orderOf(world), await orderOf(world), await orderOf(world)]
    const devices = await Promise.all(
      [orders, orders.toReversed(), orders].map((named) =>
        changeFulfilments(world.services, named.map(ready), 'admin'),
      ),
    )
    await sendWaiting()
    for (const { id, email } of orders) {
      const outcomes = devices.flat().filter((result) => result.id === id)
      expect(outcomes.map(({ outcome }) => outcome).toSorted()).toEqual(['moved', 'unchanged', 'unchanged'])
      expect((await getOrder(world.services.db, id)).history).toHaveLength(2)
      expect(subjectsTo(world, email).filter((subject) => subject.includes('ready'))).toHaveLength(1)
    }
  })
})
