import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { Services } from '#server/clients/services.ts'
import { findDifferences, type Difference } from '#server/money/reconcile/find-differences.ts'
import { refundOrder } from '#server/money/refund/refund-order.ts'
import { refundPayment } from '#server/money/refund/refund-payment.ts'
import { settlePayment } from '#server/money/settle/settle-payment.ts'
import { listShownPayments } from '#server/reports/list-shown-payments.ts'
import { deliverEvents } from '#tests/harness/deliver-events.ts'
import { takeLoggedErrors } from '#tests/harness/no-stray-errors.ts'
import { orderOf } from '#tests/harness/order-buyer.ts'
import { siteId } from '#tests/harness/site-id.ts'
import { listsOf } from '#tests/harness/start-world.ts'
import { buy, payStarted, startPayment } from '#tests/harness/voucher-buyer.ts'
import { useWorld } from '#tests/harness/world.ts'

const world = useWorld()

/** Returns the differences found the given number of minutes from now. */
async function found(minutes: number, stripe = world.services.stripe): Promise<Difference[]> {
  const later = new Date(world.clock.now().getTime() + minutes * 60_000)
  const services = { ...world.services, stripe, clock: { now: () => later } }
  const scope = { days: 8, shown: await listShownPayments(services), timeIsUp: () => false }
  return (await findDifferences(services, scope)).differences
}

/** A paid intent without a payment row, as after a restore; the owner sees it as unmatched. */
async function unknownMoney(card = 'pm_card_visa') {
  const { id } = await world.services.stripe.paymentIntents.create({
    amount: 4500,
    currency: 'gbp',
    payment_method: card,
    confirm: true,
    return_url: 'http://localhost:4321/',
    metadata: { payment_id: randomUUID(), purpose: 'gift_voucher', site: await siteId(world) },
  })
  await settlePayment(world.services, id)
  takeLoggedErrors()
  return id
}

/** Returns the Stripe client with some methods replaced. */
const stripeWith = (parts: object): Services['stripe'] =>
  Object.assign(Object.create(world.services.stripe), parts)

const SOON = 5
const LATER = 30

describe('findDifferences: what it ignores', () => {
  it('findDifferences ignores a payment received just now', async () => {
    const { intentId } = await buy(world)
    const setState = (state: string) =>
      world.rows(
        `update payment set state = $2, settled_at = case $2 when 'created' then null else now() end where stripe_payment_intent_id = $1`,
        [intentId, state],
      )
    await setState('cancelled')
    expect(await found(SOON)).toEqual([])
    expect(await found(LATER)).toMatchObject([{ kind: 'nothing_given', subject: intentId }])
    await setState('created')
    await settlePayment(world.services, intentId)
  })

  it('findDifferences ignores a bank debit that succeeded just now, days after its start', async () => {
    const started = await startPayment()
    await payStarted(world, started, {
      'payment_method_data[type]': 'klarna',
      return_url: 'http://localhost:4321/',
    })
    await world.stripe.control.leaveProcessing({ intent: started.intentId })
    await settlePayment(world.services, started.intentId)
    await world.stripe.control.completeProcessing({ intent: started.intentId })
    expect(await found(3 * 24 * 60)).toEqual([])
    await settlePayment(world.services, started.intentId)
  })

  it('findDifferences ignores a refund that could not be requested from Stripe', async () => {
    const order = await orderOf(world)
    await world.stripe.control.fault({ match: 'POST /v1/refunds', status: 500 })
    await refundOrder(world.services, { orderId: order.id, pence: 1000, actor: 'admin' })
    expect(await found(LATER)).toEqual([])
    await refundPayment(world.services, { paymentId: await paymentOf(order.intentId), actor: 'admin' })
  })

  it('findDifferences ignores a refund whose response from Stripe was lost', async () => {
    const order = await orderOf(world)
    await refundOrder(world.services, { orderId: order.id, pence: 1000, actor: 'admin' })
    const paymentId = await paymentOf(order.intentId)
    const forget = `update refund set state = 'due', settled_at = null, stripe_refund_id = null where payment_id = $1`
    await world.rows(forget, [paymentId])
    expect(await found(LATER)).toEqual([])
    await refundPayment(world.services, { paymentId, actor: 'admin' })
  })

  it('findDifferences ignores an external refund made just now', async () => {
    const order = await orderOf(world)
    await world.stripe.control.refund({ intent: order.intentId, amount: 1000 })
    expect(await found(SOON)).toEqual([])
    expect(await found(LATER)).toMatchObject([{ kind: 'amounts_differ', expectedPence: 2200 }])
    await deliverEvents(world, order.intentId)
  })

  it('findDifferences ignores a refund made after Stripe’s lists were read', async () => {
    const order = await orderOf(world)
    const before = listsOf(world.stripe.state())
    world.clock.advance(LATER - SOON)
    await refundOrder(world.services, { orderId: order.id, pence: 1000, actor: 'admin' })
    expect(await found(SOON, before)).toEqual([])
    world.clock.set(new Date())
  })

  it('findDifferences ignores a succeeded refund that failed just now', async () => {
    const order = await orderOf(world)
    const refund = await world.stripe.control.refund({ intent: order.intentId, amount: 1000 })
    await deliverEvents(world, order.intentId)
    await world.stripe.control.settleRefund({ refund: refund.id, ok: false })
    const justNow = world.clock.now().getTime() / 1000 + (LATER - SOON) * 60
    const balanceTransactions = { retrieve: () => Promise.resolve({ created: justNow }) }
    expect(await found(LATER, stripeWith({ balanceTransactions }))).toEqual([])
    expect(await found(LATER)).toMatchObject([{ kind: 'amounts_differ', expectedPence: 3200 }])
    await deliverEvents(world, order.intentId)
  })

  it('findDifferences ignores a pending refund that Stripe has decided', async () => {
    const order = await orderOf(world, 1, 'pm_card_pendingRefund')
    await refundOrder(world.services, { orderId: order.id, pence: 1000, actor: 'admin' })
    const refund = world.stripe.state().refunds.at(-1)!
    await world.stripe.control.settleRefund({ refund: refund.id, ok: false })
    expect(await found(LATER)).toEqual([])
    await deliverEvents(world, order.intentId)
  })

  it('findDifferences ignores a lost dispute that is still open in our books', async () => {
    const order = await orderOf(world)
    const { id } = await world.stripe.control.openDispute({ intent: order.intentId })
    await deliverEvents(world, order.intentId)
    await world.stripe.control.setDisputeStatus({ dispute: id, status: 'lost' })
    expect(await found(LATER)).toEqual([])
    await deliverEvents(world, order.intentId)
  })

  it('findDifferences ignores unmatched payments that are disputed or being refunded in part', async () => {
    const [disputed, refunded] = [await unknownMoney(), await unknownMoney('pm_card_pendingRefund')]
    await world.stripe.control.openDispute({ intent: disputed })
    await world.stripe.control.refund({ intent: refunded, amount: 1000 })
    await deliverEvents(world, disputed)
    await deliverEvents(world, refunded)
    expect(await found(LATER)).toEqual([])
  })
})

async function paymentOf(intent: string): Promise<string> {
  const [row] = await world.rows<{ id: string }>(
    'select id from payment where stripe_payment_intent_id = $1',
    [intent],
  )
  return row!.id
}
