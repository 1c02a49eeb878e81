import type Stripe from 'stripe'
import { describe, expect, it } from 'vitest'
import { findDifferences, type Difference } from '#server/money/reconcile/find-differences.ts'
import { reconcile } from '#server/money/reconcile/reconcile.ts'
import { refundOrder } from '#server/money/refund/refund-order.ts'
import { settlePayment } from '#server/money/settle/settle-payment.ts'
import { listShownPayments } from '#server/reports/list-shown-payments.ts'
import { deliverEvents } from '#tests/harness/deliver-events.ts'
import { takeLoggedErrors } from '#tests/harness/no-stray-errors.ts'
import { orderOf } from '#tests/harness/order-buyer.ts'
import { siteId } from '#tests/harness/site-id.ts'
import { buy } from '#tests/harness/voucher-buyer.ts'
import { useWorld } from '#tests/harness/world.ts'

const world = useWorld()

type Page = Stripe.ApiList<Stripe.PaymentIntent>

/** Returns the services 15 minutes later, with each page of Stripe's list of intents changed. */
function servicesWith(change: (page: Page) => Page = (page) => page) {
  const { stripe } = world.services
  const list = async (params: Stripe.PaymentIntentListParams) =>
    change(structuredClone(await stripe.paymentIntents.list(params)))
  const later = new Date(world.clock.now().getTime() + 15 * 60_000)
  return {
    ...world.services,
    stripe: Object.assign(Object.create(stripe), { paymentIntents: { list } }) as Stripe,
    clock: { now: () => later },
  }
}

const scope = async (timeIsUp = () => false) => ({
  days: 8,
  shown: await listShownPayments(world.services),
  timeIsUp,
})

const found = async (change?: (page: Page) => Page): Promise<Difference[]> =>
  (await findDifferences(servicesWith(change), await scope())).differences

const payIntent = (metadata: Record<string, string>, currency = 'gbp') =>
  world.services.stripe.paymentIntents.create({
    amount: 4500,
    currency,
    payment_method: 'pm_card_visa',
    confirm: true,
    return_url: 'http://localhost:4321/',
    metadata,
  })

/** An order of £32.00 with an external refund of £10.00 whose event never arrived. */
async function untoldRefund() {
  const order = await orderOf(world)
  await world.stripe.control.refund({ intent: order.intentId, amount: 1000 })
  return order
}

/** A paid intent of ours without a payment row, followed by `foreign` intents of another product. */
async function lostBehind(foreign: number): Promise<string> {
  const { id } = await payIntent({ site: await siteId(world) })
  await Promise.all(Array.from({ length: foreign }, () => payIntent({ order: '17' })))
  return id
}

async function lostDispute() {
  const order = await orderOf(world)
  const { id } = await world.stripe.control.openDispute({ intent: order.intentId })
  await world.stripe.control.setDisputeStatus({ dispute: id, status: 'lost' })
  await deliverEvents(world, order.intentId)
  return order
}

async function* listOf(...items: object[]) {
  yield* items
}

describe('findDifferences: what it reports', () => {
  it.each([
    [
      'an order’s amount',
      'update orders set amount_pence = amount_pence + $2::int where payment_id = $1',
      [100, -100],
    ],
    [
      'a payment’s amount',
      'update payment set amount_pence = amount_pence + $2::int where id = $1',
      [100, -100],
    ],
    ['a refund, raised', 'update refund set pence = pence + $2::int where payment_id = $1', [100, -100]],
    ['a refund, lowered', 'update refund set pence = pence + $2::int where payment_id = $1', [-100, 100]],
    [
      'a refund’s state',
      `update refund set state = case $2::int when 1 then 'failed' else 'succeeded' end where payment_id = $1`,
      [1, 0],
    ],
  ])('findDifferences reports a manual edit of %s', async (_, edit, [broken, whole]) => {
    const order = await orderOf(world, 2)
    await refundOrder(world.services, { orderId: order.id, pence: 1000, actor: 'admin' })
    const [payment] = await world.rows<{ id: string }>(
      'select id from payment where stripe_payment_intent_id = $1',
      [order.intentId],
    )
    await world.rows(edit, [payment!.id, broken])
    expect(await found()).toMatchObject([
      { kind: 'amounts_differ', subject: order.intentId, expectedPence: 5400 },
    ])
    await world.rows(edit, [payment!.id, whole])
    expect(await found()).toEqual([])
  })

  it('findDifferences reports a voucher whose intent was never paid', async () => {
    const { intentId } = await buy(world, 5000)
    await settlePayment(world.services, intentId)
    const unpaid = (page: Page): Page => ({
      ...page,
      data: page.data.map((one) => ({ ...one, amount_received: 0, latest_charge: null })),
    })
    expect(await found(unpaid)).toContainEqual({
      kind: 'amounts_differ',
      subject: intentId,
      voucherId: null,
      expectedPence: 0,
      actualPence: 5000,
    })
  })

  it('findDifferences reports a refund of a payment older than the window', async () => {
    const { intentId } = await untoldRefund()
    const none = (page: Page): Page => ({ ...page, data: [] })
    expect(await found(none)).toMatchObject([{ subject: intentId, expectedPence: 2200 }])
    await deliverEvents(world, intentId)
  })

  it('findDifferences counts a loss before the window for a payment refunded within it', async () => {
    const { intentId } = await lostDispute()
    const charge = world.stripe.state().charges.find((one) => one.payment_intent === intentId)!
    const created = charge.created - 20 * 86_400
    const services = servicesWith((page) => ({ ...page, data: [] }))
    const { disputes } = world.services.stripe
    Object.assign(services.stripe, {
      refunds: { list: () => listOf({ created, charge: { ...charge, created } }) },
      disputes: {
        list: (params: Stripe.DisputeListParams) => (params.created ? listOf() : disputes.list(params)),
      },
    })
    const setLost = 'update payment set lost_pence = $2 where stripe_payment_intent_id = $1'
    await world.rows(setLost, [intentId, 3100])
    const { differences } = await findDifferences(services, await scope())
    await world.rows(setLost, [intentId, 3200])
    expect(differences).toMatchObject([{ subject: intentId, expectedPence: 0, actualPence: 100 }])
  })

  it('findDifferences reports our intent in euros as £0.00 until it is refunded, and none of another product', async () => {
    const ours = await payIntent({ site: await siteId(world) }, 'eur')
    await payIntent({ order: '17' }, 'eur')
    expect(await found()).toMatchObject([{ kind: 'nothing_given', subject: ours.id, expectedPence: 0 }])
    await world.stripe.control.refund({ intent: ours.id })
    expect(await found()).toEqual([])
  })
})

describe('findDifferences: what does not mislead it', () => {
  const reversed = (page: Page): Page => ({ ...page, data: page.data.toReversed() })
  const half = ({ data, ...page }: Page): Page => ({
    ...page,
    data: data.slice(0, Math.ceil(data.length / 2)),
    has_more: page.has_more || data.length > 1,
  })
  const odd = (page: Page): Page => ({
    ...page,
    data: page.data.map((one) => ({ ...one, status: 'settling_tomorrow' as 'succeeded' })),
  })

  it.each([
    ['pages in reverse order', reversed],
    ['pages with fewer items than requested', half],
    ['an unknown status', odd],
  ])('findDifferences reports a missing payment despite %s', async (_, change) => {
    const lost = await lostBehind(120)
    expect(await found(change)).toMatchObject([{ kind: 'nothing_given', subject: lost }])
    await world.stripe.control.refund({ intent: lost })
    expect(await found(change)).toEqual([])
  })

  const firstPage: Page[] = []
  it.each([
    ['a list that ends too early', (page: Page): Page => ({ ...page, has_more: false })],
    ['an empty page that is not the last', (page: Page): Page => ({ ...page, data: [], has_more: true })],
    ['a page that repeats endlessly', (page: Page): Page => ({ ...(firstPage[0] ??= page), has_more: true })],
  ])('findDifferences reports nothing and ends with %s', async (_, change) => {
    await Promise.all(Array.from({ length: 101 }, () => payIntent({ order: '17' })))
    expect(await found(change)).toEqual([])
  })

  it('findDifferences reports nothing when the lists of refunds and disputes are incomplete', async () => {
    const [refunded, disputed] = [await untoldRefund(), await lostDispute()]
    const services = servicesWith()
    Object.assign(services.stripe, { refunds: { list: () => listOf() }, disputes: { list: () => listOf() } })
    expect((await findDifferences(services, await scope())).differences).toEqual([])
    for (const { intentId } of [refunded, disputed]) await deliverEvents(world, intentId)
  })

  it('findDifferences reports nothing when time is up while it reads the lists', async () => {
    const { intentId } = await untoldRefund()
    const nothing = { differences: [], complete: false }
    expect(await findDifferences(servicesWith(), await scope(() => true))).toEqual(nothing)
    await deliverEvents(world, intentId)
  })
})

describe('reconcile', () => {
  /** Our intent is the last of 10,000; each page takes 0.4 s. */
  it('reconcile stays within its time among 10,000 foreign intents, continues where it stopped and finds ours', async () => {
    const lost = await payIntent({ site: await siteId(world) })
    const foreign = Array.from({ length: 9999 }, (_, nth) => ({
      ...lost,
      id: `pi_foreign${nth}`,
      metadata: {},
      latest_charge: null,
      amount_received: 0,
    }))
    const all = [...foreign, { ...lost, latest_charge: null }]
    let pages = 0
    const list = ({ starting_after: after }: Stripe.PaymentIntentListParams) => {
      pages += 1
      const from = after ? all.findIndex(({ id }) => id === after) + 1 : 0
      return Promise.resolve({ data: all.slice(from, from + 100), has_more: from + 100 < all.length })
    }
    const services = servicesWith()
    Object.assign(services.stripe, { paymentIntents: { list } })
    const run = async () => {
      const began = pages
      const differences = await reconcile(services, await scope(() => (pages - began) * 400 > 25_000))
      return { pages: pages - began, differences }
    }
    expect(await run()).toEqual({ pages: 63, differences: [] })
    expect(await run()).toMatchObject({ pages: 37, differences: [{ subject: lost.id }] })
    takeLoggedErrors()
    await world.stripe.control.refund({ intent: lost.id })
    await reconcile(servicesWith(), await scope())
  })

  it('reconcile starts from the beginning when Stripe does not know the intent where it stopped', async () => {
    await world.rows(`update reconciliation set after_intent = 'pi_of_another_account'`)
    const lost = await lostBehind(0)
    expect(await reconcile(servicesWith(), await scope())).toMatchObject([{ subject: lost }])
    takeLoggedErrors()
    await world.stripe.control.refund({ intent: lost })
    expect(await reconcile(servicesWith(), await scope())).toEqual([])
  })

  it('reconcile keeps a recorded difference while its payment changes', async () => {
    const lost = await lostBehind(0)
    await reconcile(servicesWith(), await scope())
    takeLoggedErrors()
    await world.stripe.control.refund({ intent: lost, amount: 1000 })
    const now = await reconcile(world.services, await scope())
    expect(now).toMatchObject([{ subject: lost, expectedPence: 4500 }])
    await world.stripe.control.refund({ intent: lost })
    await reconcile(servicesWith(), await scope())
  })
})
