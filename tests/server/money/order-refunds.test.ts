import { randomUUID } from 'node:crypto'
import { parse } from 'valibot'
import { afterEach, describe, expect, it } from 'vitest'
import { clinic } from '#clinic/current-clinic.ts'
import { adminOrdersEndpoint, type Fulfilment } from '#contract/orders/admin-orders.ts'
import { sendEmails } from '#server/email/send-emails.ts'
import { refundOrder, type OrderRefundRequest } from '#server/money/refund/refund-order.ts'
import { settlePayments } from '#server/money/settle/settle-payments.ts'
import { changeFulfilment } from '#server/orders/change-fulfilment.ts'
import { getOrder } from '#server/orders/get-order.ts'
import { listOrders } from '#server/orders/list-orders.ts'
import { listPackingSlips } from '#server/orders/list-packing-slips.ts'
import { eraseCustomer } from '#server/privacy/erase-customer.ts'
import { listAttention } from '#server/reports/attention.ts'
import { deliverEvents, subjectsTo } from '#tests/harness/deliver-events.ts'
import { takeLoggedErrors } from '#tests/harness/no-stray-errors.ts'
import { orderOf, stockOf, type Order } from '#tests/harness/order-buyer.ts'
import { useWorld } from '#tests/harness/world.ts'

const world = useWorld()
afterEach(() => world.clock.set(new Date()))

const refund = (order: Order, wanted: Partial<OrderRefundRequest> = {}) =>
  refundOrder(world.services, { orderId: order.id, actor: 'admin', ...wanted })

async function books({ id }: Order) {
  const [row] = await world.rows(
    `select status, state from orders join payment on payment.id = orders.payment_id where orders.id = $1`,
    [id],
  )
  return row
}

const atStripe = ({ intentId }: Order) =>
  world.stripe
    .state()
    .refunds.filter((one) => one.payment_intent === intentId && one.status !== 'failed')
    .map(({ amount }) => amount)
    .toSorted((a, b) => a - b)

/** Decides the pending refund of an intent. */
async function bankDecides({ intentId }: Order, ok: boolean) {
  const { id } = world.stripe.state().refunds.find((one) => one.payment_intent === intentId)!
  await world.stripe.control.settleRefund({ refund: id, ok })
}

const stripeIsDown = (times = 2) => world.stripe.control.fault({ match: '* /v1/*', status: 500, times })

describe('refundOrder', () => {
  it('refundOrder refunds the whole order to the card and sends the buyer one email', async () => {
    const order = await orderOf(world, 2)
    const done = await refund(order)
    expect(done).toEqual({ refundedPence: 6400, restocked: 0, state: 'succeeded', status: 'refunded' })
    expect(await books(order)).toEqual({ status: 'refunded', state: 'refunded' })
    await deliverEvents(world, order.intentId)
    await deliverEvents(world, order.intentId)
    expect(atStripe(order)).toEqual([6400])
    expect(subjectsTo(world, order.email)).toEqual([
      'Your refund of £64.00 is on its way',
      'Your order is confirmed: £64.00',
    ])
    expect((await stockOf(world, order.product))?.['stock']).toBe(3)
  })

  it('refundOrder refunds a part and later the rest', async () => {
    const order = await orderOf(world, 2)
    expect(await refund(order, { pence: 1400 })).toMatchObject({ status: 'part_refunded' })
    expect(await books(order)).toEqual({ status: 'part_refunded', state: 'fulfilled' })
    expect(await refund(order)).toMatchObject({ refundedPence: 5000, status: 'refunded' })
    expect(atStripe(order)).toEqual([1400, 5000])
    await expect(refund(order)).rejects.toThrow('nothing left')
  })

  it('refundOrder refuses more than is left and states the amount left', async () => {
    const order = await orderOf(world)
    await expect(refund(order, { pence: 3201 })).rejects.toMatchObject({
      code: 'invalid_request',
      fields: { amount: 'Please enter an amount from £0.01 to £32.00' },
    })
    // Stripe has a refund that our books lack.
    await world.stripe.control.refund({ intent: order.intentId, amount: 1000 })
    await expect(refund(order, { pence: 2500 })).rejects.toMatchObject({
      fields: { amount: 'Please enter an amount from £0.01 to £22.00' },
    })
    expect(await refund(order)).toMatchObject({ refundedPence: 2200 })
    await deliverEvents(world, order.intentId)
    expect(await books(order)).toEqual({ status: 'refunded', state: 'refunded' })
  })

  it.each([undefined, 1400])(
    'two owners who refund %s pence of what both were shown refund it once',
    async (pence) => {
      const order = await orderOf(world, 2)
      const wanted = { pence: 1400, refundablePence: 6400, requestId: randomUUID() }
      await refund(order, wanted)
      await expect(refund(order, { pence, refundablePence: 6400 })).rejects.toMatchObject({
        code: 'changed_meanwhile',
        message: expect.stringContaining('£50.00'),
      })
      expect(await refund(order, { ...wanted, refundablePence: 5000 })).toMatchObject({ refundedPence: 1400 })
      expect(atStripe(order)).toEqual([1400])
      expect(await refund(order, { pence, refundablePence: 5000 })).toMatchObject({
        refundedPence: pence ?? 5000,
      })
    },
  )

  it('a part that was refunded at Stripe, of which the books do not know yet, is not refunded again', async () => {
    const order = await orderOf(world, 2)
    await world.stripe.control.refund({ intent: order.intentId, amount: 1400 })
    const wanted = { pence: 1400, refundablePence: 6400 }
    await expect(refund(order, wanted)).rejects.toMatchObject({
      code: 'changed_meanwhile',
      message: expect.stringContaining('try again in a few minutes'),
    })
    expect(atStripe(order)).toEqual([1400])
    await deliverEvents(world, order.intentId)
    expect(await refund(order, { refundablePence: 5000 })).toMatchObject({ refundedPence: 5000 })
    await deliverEvents(world, order.intentId)
  })

  it('two owners who refund a part at the same moment refund it once', async () => {
    const order = await orderOf(world, 2)
    const presses = await Promise.allSettled(
      [1, 2, 3].map(() => refund(order, { pence: 1000, refundablePence: 6400, requestId: randomUUID() })),
    )
    expect(presses.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(atStripe(order)).toEqual([1000])
  })

  it.each([0, -1])('refundOrder refuses to refund %i pence', async (pence) => {
    const order = await orderOf(world)
    await expect(refund(order, { pence })).rejects.toThrow('from £0.01 to £32.00')
    expect(atStripe(order)).toEqual([])
  })

  it('refundOrder refuses an unknown order', async () => {
    const order = { ...(await orderOf(world)), id: randomUUID() }
    await expect(refund(order)).rejects.toMatchObject({ code: 'not_found' })
  })

  it('concurrent calls of refundOrder make one refund', async () => {
    const order = await orderOf(world)
    const presses = await Promise.allSettled([1, 2, 3, 4, 5].map(() => refund(order, { restock: 1 })))
    expect(presses.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(atStripe(order)).toEqual([3200])
    expect((await stockOf(world, order.product))?.['stock']).toBe(5)
  })

  it('refundOrder returns the first result for the same request id, concurrent or later', async () => {
    const order = await orderOf(world, 2)
    const wanted = { pence: 1000, restock: 1, requestId: randomUUID() }
    const presses = await Promise.all([1, 2, 3, 4, 5].map(() => refund(order, wanted)))
    for (const done of presses) expect(done).toMatchObject({ refundedPence: 1000, restocked: 1 })
    await refund(order)
    expect(await refund(order, wanted)).toMatchObject({ refundedPence: 1000, restocked: 1 })
    expect(atStripe(order)).toEqual([1000, 5400])
    expect((await stockOf(world, order.product))?.['stock']).toBe(4)
    await expect(refund(order, { ...wanted, pence: 999 })).rejects.toMatchObject({ code: 'request_reused' })
  })

  it('refundOrder restocks at most the units sold over all refunds', async () => {
    const order = await orderOf(world, 3)
    await expect(refund(order, { pence: 100, restock: 4 })).rejects.toMatchObject({
      fields: { restock: 'Only 3 of these can go back on the shelf' },
    })
    await refund(order, { pence: 100, restock: 2 })
    await expect(refund(order, { restock: 2 })).rejects.toMatchObject({
      fields: { restock: 'Only 1 of these can go back on the shelf' },
    })
    expect(await stockOf(world, order.product)).toEqual({ stock: 4, reserved: 0 })
    await refund(order, { restock: 1 })
    expect(await stockOf(world, order.product)).toEqual({ stock: 5, reserved: 0 })
  })

  it('the database refuses to restock more units than were sold', async () => {
    const order = await orderOf(world)
    const tooMuch = `insert into stock_movement (product_id, payment_id, kind, quantity, actor, at)
      select product_id, payment_id, 'return', 2, 'admin', now() from orders where id = $1`
    await expect(world.rows(tooMuch, [order.id])).rejects.toThrow('than was sold')
  })

  it('refundOrder refuses a second refund while the first is pending', async () => {
    const order = await orderOf(world, 1, 'pm_card_pendingRefund')
    expect(await refund(order, { pence: 1000 })).toMatchObject({ state: 'pending', status: 'refunding' })
    await expect(refund(order)).rejects.toThrow('already being refunded')
    await bankDecides(order, true)
    await deliverEvents(world, order.intentId)
    expect(await books(order)).toEqual({ status: 'part_refunded', state: 'fulfilled' })
  })

  it('a refund that fails later restores the order, keeps the restocked units and emails the clinic', async () => {
    const order = await orderOf(world, 1, 'pm_card_refundFail')
    await refund(order, { restock: 1 })
    await bankDecides(order, false)
    await deliverEvents(world, order.intentId)
    expect(await books(order)).toEqual({ status: 'completed', state: 'fulfilled' })
    expect(subjectsTo(world, clinic.email)[0]).toBe('A refund has failed: £32.00')
    await expect(refund(order, { restock: 1 })).rejects.toThrow('Only 0 of these')
    expect(await stockOf(world, order.product)).toEqual({ stock: 5, reserved: 0 })
  })

  it('a refund that Stripe refuses leaves the order unchanged and reports it', async () => {
    const order = await orderOf(world)
    await world.stripe.control.fault({ match: 'POST /v1/refunds', status: 400 })
    await expect(refund(order)).rejects.toThrow('has refused this refund')
    expect(takeLoggedErrors()).toEqual([expect.stringContaining('refund refused')])
    expect(await books(order)).toEqual({ status: 'completed', state: 'fulfilled' })
    expect(await refund(order)).toMatchObject({ status: 'refunded' })
  })

  it('refundOrder records nothing when Stripe is down before the refund is recorded', async () => {
    const order = await orderOf(world)
    await stripeIsDown()
    await expect(refund(order, { restock: 1 })).rejects.toThrow('Nothing has been refunded')
    expect(await books(order)).toEqual({ status: 'completed', state: 'fulfilled' })
    expect((await stockOf(world, order.product))?.['stock']).toBe(4)
  })

  it.each([
    { when: 'out of reach', status: 0, times: 2 },
    // Stripe stores that failure under its idempotency key.
    { when: 'failing', status: 500, times: 1 },
  ])(
    'refundOrder with Stripe $when completes once on retry or by the full run',
    async ({ status, times }) => {
      for (const next of ['press', 'pass'] as const) {
        const order = await orderOf(world)
        const wanted = { restock: 1, requestId: randomUUID() }
        await world.stripe.control.fault({ match: 'POST /v1/refunds', status, times })
        expect(await refund(order, wanted)).toMatchObject({ state: 'due', status: 'refunding' })
        await expect(refund(order)).rejects.toThrow('already being refunded')
        await (next === 'press' ? refund(order, wanted) : settlePayments(world.services, { full: true }))
        expect(await books(order), next).toEqual({ status: 'refunded', state: 'refunded' })
        expect(atStripe(order)).toEqual([3200])
        expect((await stockOf(world, order.product))?.['stock']).toBe(5)
      }
    },
  )
})

describe('handing over an order after a refund', () => {
  const READY = 'Your order is ready to collect'

  const take = ({ id }: Order, fulfilment: Fulfilment) =>
    changeFulfilment(world.services, { orderId: id, fulfilment, actor: 'admin' })

  /** Sends what waits for an Undo, or for Postmark. */
  async function sendWaiting(): Promise<void> {
    world.clock.advance(5)
    await sendEmails(world.services)
  }

  /** Returns the order as the list with this fulfilment status has it. */
  async function listed({ id, email }: Order, fulfilment: Fulfilment) {
    const wanted = parse(adminOrdersEndpoint.query!, { search: email, fulfilment })
    const { orders } = await listOrders(world.services.db, wanted)
    return orders.find((order) => order.id === id)
  }

  it('units that are back on the shelf are not listed, packed or announced, but are on the receipt', async () => {
    const order = await orderOf(world, 3)
    await refund(order, { pence: 3200, restock: 1 })
    expect(await listed(order, 'to_prepare')).toMatchObject({ quantity: 2 })
    expect(await listPackingSlips(world.services, [order.id], 'admin')).toMatchObject([{ quantity: 2 }])
    await take(order, 'ready')
    // While the email waits.
    await refund(order, { pence: 3200, restock: 1 })
    await sendWaiting()
    const ready = world.mail.list().find(({ to, subject }) => to === order.email && subject === READY)
    expect(ready?.text).toContain('Quantity: 1')
    expect(await getOrder(world.services.db, order.id)).toMatchObject({
      quantity: 1,
      sold: 3,
      restockable: 1,
    })
    await take(order, 'collected')
    await refund(order, { pence: 1000, restock: 1 })
    expect(await getOrder(world.services.db, order.id)).toMatchObject({
      quantity: 3,
      sold: 3,
      restockable: 0,
    })
  })

  it('an order whose refund fails is packed as it was sold', async () => {
    const order = await orderOf(world, 3, 'pm_card_refundFail')
    await refund(order, { pence: 3200, restock: 1 })
    expect(await listed(order, 'to_prepare')).toMatchObject({ quantity: 2 })
    await bankDecides(order, false)
    await deliverEvents(world, order.intentId)
    expect(await listed(order, 'to_prepare')).toMatchObject({ quantity: 3 })
  })

  it('an order whose money is all on its way back is not prepared, unless the refund fails', async () => {
    const order = await orderOf(world, 1, 'pm_card_pendingRefund')
    const countToPrepare = async () => (await listAttention(world.services)).waiting.ordersToPrepare
    const before = await countToPrepare()
    expect(await refund(order)).toMatchObject({ state: 'pending', status: 'refunding' })
    expect(await listed(order, 'to_prepare')).toBeUndefined()
    expect(await countToPrepare()).toBe(before - 1)
    await expect(take(order, 'ready')).rejects.toThrow(
      'This order is being refunded, so there is nothing to hand over.',
    )
    await bankDecides(order, false)
    await deliverEvents(world, order.intentId)
    expect(await listed(order, 'to_prepare')).toMatchObject({ canHandOver: true })
    await take(order, 'ready')
    await sendWaiting()
    expect(subjectsTo(world, order.email)).toEqual([READY, 'Your order is confirmed: £32.00'])
  })

  it('an order of which a part of the money is on its way back is prepared', async () => {
    const order = await orderOf(world, 1, 'pm_card_pendingRefund')
    expect(await refund(order, { pence: 1000 })).toMatchObject({ status: 'refunding' })
    expect(await listed(order, 'to_prepare')).toMatchObject({ canHandOver: true, quantity: 1 })
    await take(order, 'ready')
    await sendWaiting()
    expect(subjectsTo(world, order.email)[0]).toBe(READY)
  })

  it.each([
    ['back', 'pm_card_visa'],
    ['on its way back', 'pm_card_pendingRefund'],
  ])('the email that an order is ready does not leave once all its money is %s', async (_, card) => {
    const order = await orderOf(world, 1, card)
    await take(order, 'ready')
    world.mail.control.setDown(true)
    world.clock.advance(1)
    await sendEmails(world.services)
    world.mail.control.setDown(false)
    await refund(order)
    // Again, from a page that is out of date.
    await take(order, 'ready')
    await sendWaiting()
    expect(subjectsTo(world, order.email)).not.toContain(READY)
  })

  it('the email that an order is ready stays withdrawn if the refund fails, until the step is taken again', async () => {
    const order = await orderOf(world, 1, 'pm_card_refundFail')
    await take(order, 'ready')
    await refund(order)
    await sendWaiting()
    await bankDecides(order, false)
    await deliverEvents(world, order.intentId)
    await sendWaiting()
    expect(subjectsTo(world, order.email)).not.toContain(READY)
    await take(order, 'to_prepare')
    await take(order, 'ready')
    await sendWaiting()
    expect(subjectsTo(world, order.email)[0]).toBe(READY)
  })

  it('an order whose units are all back on the shelf is not handed over, and its buyer can be erased', async () => {
    const [fresh, ready] = [await orderOf(world, 2), await orderOf(world, 2)]
    await take(ready, 'ready')
    for (const order of [fresh, ready]) await refund(order, { pence: 6000, restock: 2 })
    expect([await listed(fresh, 'to_prepare'), await listed(ready, 'ready')]).toEqual([undefined, undefined])
    await expect(take(fresh, 'ready')).rejects.toThrow(
      'Everything in this order is back on the shelf, so there is nothing to hand over.',
    )
    await sendWaiting()
    expect(subjectsTo(world, ready.email)).not.toContain(READY)
    expect(await getOrder(world.services.db, fresh.id)).toMatchObject({ quantity: 2, restockable: 0 })
    await eraseCustomer(world.services, fresh.email, 'admin')
    expect(await getOrder(world.services.db, fresh.id)).toMatchObject({ email: '' })
  })
})

describe('an external refund of an order', () => {
  it('external refunds of an order, partial then full, update it and email the buyer', async () => {
    const order = await orderOf(world)
    await world.stripe.control.refund({ intent: order.intentId, amount: 1200 })
    await deliverEvents(world, order.intentId)
    await deliverEvents(world, order.intentId)
    expect(await books(order)).toEqual({ status: 'part_refunded', state: 'fulfilled' })
    await world.stripe.control.refund({ intent: order.intentId })
    await deliverEvents(world, order.intentId, 'reversed')
    expect(await books(order)).toEqual({ status: 'refunded', state: 'refunded' })
    expect(subjectsTo(world, order.email)).toHaveLength(3)
    const noted = await world.rows(
      `select action from activity where order_id = $1 and actor = 'stripe' order by id`,
      [order.id],
    )
    expect(noted.map(({ action }) => action)).toEqual([
      'refund_made_at_stripe',
      'refund_succeeded',
      'refund_made_at_stripe',
      'refund_succeeded',
    ])
  })
})

describe('a dispute of an order', () => {
  const open = async (order: Order) => {
    const { id } = await world.stripe.control.openDispute({ intent: order.intentId })
    return id
  }
  const close = async (order: Order, dispute: string, status: 'won' | 'lost') => {
    await world.stripe.control.setDisputeStatus({ dispute, status })
    await deliverEvents(world, order.intentId)
  }

  it('a won dispute restores the order, which can be refunded again', async () => {
    const order = await orderOf(world)
    await refund(order, { pence: 500 })
    const dispute = await open(order)
    await deliverEvents(world, order.intentId)
    expect(await books(order)).toEqual({ status: 'disputed', state: 'disputed' })
    expect(subjectsTo(world, clinic.email)[0]).toMatch(/^A payment is disputed/)
    await close(order, dispute, 'won')
    expect(await books(order)).toEqual({ status: 'part_refunded', state: 'fulfilled' })
    expect(await refund(order)).toMatchObject({ refundedPence: 2700, status: 'refunded' })
  })

  it('a lost dispute ends the order like a refund', async () => {
    const order = await orderOf(world)
    const dispute = await open(order)
    await close(order, dispute, 'lost')
    await deliverEvents(world, order.intentId)
    expect(await books(order)).toEqual({ status: 'refunded', state: 'refunded' })
    await expect(refund(order)).rejects.toMatchObject({ code: 'not_active' })
  })

  it('a partly lost dispute of an order leaves the rest paid and refundable', async () => {
    const order = await orderOf(world)
    const terms = { intent: order.intentId, amount: 1000 }
    const { id } = await world.stripe.control.openDispute(terms)
    await deliverEvents(world, order.intentId)
    expect(await books(order)).toEqual({ status: 'disputed', state: 'disputed' })
    await close(order, id, 'lost')
    expect(await books(order)).toEqual({ status: 'part_refunded', state: 'fulfilled' })
    const { items } = await listAttention(world.services)
    expect(items.find((item) => item.kind === 'part_lost')).toMatchObject({
      amount: '10.00',
      left: '22.00',
      reference: order.intentId,
      voucherId: null,
    })
    await expect(refund(order, { pence: 2201 })).rejects.toMatchObject({ code: 'invalid_request' })
    expect(await refund(order)).toMatchObject({ refundedPence: 2200, status: 'refunded' })
    expect(await books(order)).toEqual({ status: 'refunded', state: 'refunded' })
    await close(order, id, 'won')
    expect(await books(order)).toEqual({ status: 'part_refunded', state: 'fulfilled' })
  })

  it('a refund of what a partly lost dispute has left tells the buyer that the order is closed', async () => {
    const order = await orderOf(world)
    const dispute = await world.stripe.control.openDispute({ intent: order.intentId, amount: 1000 })
    await close(order, dispute.id, 'lost')
    await refund(order)
    await deliverEvents(world, order.intentId)
    const told = world.mail.list().find(({ to, subject }) => to === order.email && subject.includes('refund'))
    expect(told?.text).toContain('Your order is now closed.')
  })

  it('a dispute at Stripe forbids a refund of the order at once', async () => {
    const order = await orderOf(world)
    await open(order)
    await expect(refund(order, { restock: 1 })).rejects.toMatchObject({ code: 'not_active' })
    await deliverEvents(world, order.intentId)
    await expect(refund(order, { restock: 1 })).rejects.toThrow('disputed')
    expect((await stockOf(world, order.product))?.['stock']).toBe(4)
  })

  it('a dispute of an order during a refund ends with the results of both', async () => {
    const order = await orderOf(world, 1, 'pm_card_pendingRefund')
    await refund(order, { pence: 1000 })
    const dispute = await open(order)
    await deliverEvents(world, order.intentId)
    expect(await books(order)).toEqual({ status: 'disputed', state: 'disputed' })
    await bankDecides(order, true)
    await deliverEvents(world, order.intentId)
    expect(await books(order)).toEqual({ status: 'disputed', state: 'disputed' })
    await close(order, dispute, 'won')
    expect(await books(order)).toEqual({ status: 'part_refunded', state: 'fulfilled' })
  })
})
