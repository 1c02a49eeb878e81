import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Difference } from '#server/money/reconcile/find-differences.ts'
import { reconcile } from '#server/money/reconcile/reconcile.ts'
import { refundOrder } from '#server/money/refund/refund-order.ts'
import { refundVoucher } from '#server/money/refund/refund-voucher.ts'
import { settlePayment } from '#server/money/settle/settle-payment.ts'
import { listAttention } from '#server/reports/attention.ts'
import { listShownPayments } from '#server/reports/list-shown-payments.ts'
import { adjustVoucher, redeemVoucher } from '#server/vouchers/ledger/change-balance.ts'
import { deliverEvents } from '#tests/harness/deliver-events.ts'
import { generateAsOwner } from '#tests/harness/generate-as-owner.ts'
import { takeLoggedErrors } from '#tests/harness/no-stray-errors.ts'
import { orderOf } from '#tests/harness/order-buyer.ts'
import { siteId } from '#tests/harness/site-id.ts'
import { buy, payStarted, startPayment } from '#tests/harness/voucher-buyer.ts'
import { useWorld } from '#tests/harness/world.ts'

const world = useWorld()
const ADMIN = randomUUID()
beforeEach(() => world.clock.set(new Date()))

const never = () => false
/** Runs 15 minutes later, when no change counts as recent. */
const run = async (timeIsUp = never) => {
  const later = new Date(world.clock.now().getTime() + 15 * 60_000)
  const services = { ...world.services, clock: { now: () => later } }
  return reconcile(services, { days: 8, shown: await listShownPayments(services), timeIsUp })
}
/** Returns the differences of one payment or voucher. */
const found = async (subject: string) => (await run()).filter((difference) => difference.subject === subject)

async function buyVoucher() {
  const { intentId } = await buy(world, 10_000)
  const settled = await settlePayment(world.services, intentId)
  if (settled.outcome !== 'fulfilled') throw new Error(settled.outcome)
  return { id: settled.voucher.id, intentId }
}

const CASH = {
  paidBy: 'cash',
  originalAmount: 10_000,
  recipientName: 'Recipient Name',
  recipientEmail: 'recipient@example.com',
  buyerName: undefined,
  buyerEmail: undefined,
  personalMessage: undefined,
  customVoucherCode: undefined,
} as const
const GOODWILL = { amount: 5000, description: 'For the wait', adminNotes: undefined }

/** Time is up after this many pages of Stripe's list of intents. */
function afterIntentPages(pages: number): () => boolean {
  const asked = () =>
    world.stripe.state().requests.filter(({ path }) => path.startsWith('/v1/payment_intents')).length
  const before = asked()
  return () => asked() >= before + pages
}

/** Breaks the books by SQL, runs reconcile, and repairs them. */
async function whileBroken(breaking: string, mending: string, intent: string, look: () => Promise<void>) {
  await world.rows(breaking, [intent])
  await look()
  await world.rows(mending, [intent])
}

const payIntent = (metadata: Record<string, string>) =>
  world.services.stripe.paymentIntents.create({
    amount: 4500,
    currency: 'gbp',
    payment_method: 'pm_card_visa',
    confirm: true,
    return_url: 'http://localhost:4321/',
    metadata,
  })

describe('reconcile', () => {
  it('reconcile finds no difference in a day of purchases, refunds and disputes', async () => {
    const [whole, part, lost, won] = [
      await buyVoucher(),
      await buyVoucher(),
      await buyVoucher(),
      await buyVoucher(),
    ]
    await refundVoucher(world.services, whole.id, 'admin')
    await redeemVoucher(
      world.services,
      { voucherId: part.id, actor: 'admin' },
      { amount: 7000, description: undefined },
    )
    await world.stripe.control.refund({ intent: part.intentId, amount: 2500 })
    for (const [{ intentId: intent }, status] of [
      [lost, 'lost'],
      [won, 'won'],
    ] as const) {
      const { id } = await world.stripe.control.openDispute({ intent })
      await world.stripe.control.setDisputeStatus({ dispute: id, status })
    }
    // A partial refund that is still open.
    await world.stripe.control.openDispute({ intent: won.intentId, amount: 1000 })
    const order = await orderOf(world, 2)
    await refundOrder(world.services, { orderId: order.id, pence: 1000, actor: 'admin' })
    for (const { intentId } of [whole, part, lost, won, order]) await deliverEvents(world, intentId)
    expect(await run()).toEqual([])
  })

  it('reconcile reports a paid intent without voucher or order until it is refunded in full', async () => {
    const { intentId } = await buy(world, 10_000)
    const close = `update payment set state = 'cancelled', settled_at = now(), caller = null where stripe_payment_intent_id = $1`
    await world.rows(close, [intentId])
    expect(await found(intentId)).toMatchObject([
      { kind: 'nothing_given', expectedPence: 10_000, actualPence: 0 },
    ])
    expect(takeLoggedErrors()).toEqual([expect.stringContaining('our books differ from Stripe')])
    const { items } = await listAttention(world.services)
    expect(items.find((item) => item.kind === 'difference')).toMatchObject({
      what: 'nothing_given',
      reference: intentId,
      expected: '100.00',
    })
    expect(await found(intentId), 'and logs it once').toHaveLength(1)
    await world.stripe.control.refund({ intent: intentId })
    expect(await found(intentId)).toEqual([])
  })

  it('reconcile ignores an open payment', async () => {
    const { intentId } = await buy(world)
    expect(await found(intentId)).toEqual([])
    await settlePayment(world.services, intentId)
  })

  it('reconcile ignores payments that Needs attention shows already', async () => {
    const { id } = await payIntent({ site: await siteId(world) })
    await settlePayment(world.services, id)
    takeLoggedErrors()
    expect(await found(id)).toEqual([])
  })

  it('reconcile ignores intents of other products and unpaid intents', async () => {
    const [foreign, unpaid] = [await payIntent({ order: '17' }), await startPayment()]
    expect(await found(foreign.id)).toEqual([])
    expect(await found(unpaid.intentId)).toEqual([])
  })

  it('reconcile reports an intent with our payment id that has no payment here', async () => {
    const { id } = await payIntent({ site: await siteId(world) })
    expect(await found(id)).toMatchObject([{ kind: 'nothing_given', expectedPence: 4500 }])
    takeLoggedErrors()
    await world.stripe.control.refund({ intent: id })
    await run()
  })

  it.each([
    ['a lost dispute that Stripe does not know', 'lost_pence = 100', 'lost_pence = 0'],
    ['another amount', 'amount_pence = amount_pence + 1', 'amount_pence = amount_pence - 1'],
  ])('reconcile reports books that have %s', async (_, broken, whole) => {
    const { intentId } = await buyVoucher()
    const update = (change: string) => `update payment set ${change} where stripe_payment_intent_id = $1`
    await whileBroken(update(broken), update(whole), intentId, async () => {
      expect(await found(intentId)).toMatchObject([{ kind: 'amounts_differ', expectedPence: 10_000 }])
    })
    takeLoggedErrors()
    expect(await run()).toEqual([])
  })

  it('reconcile reports a refund at Stripe that our books lack', async () => {
    const { intentId } = await buyVoucher()
    await world.stripe.control.refund({ intent: intentId, amount: 3000 })
    expect(await found(intentId)).toMatchObject([
      { kind: 'amounts_differ', expectedPence: 7000, actualPence: 10_000 },
    ])
    takeLoggedErrors()
    await deliverEvents(world, intentId)
    expect(await run()).toEqual([])
  })

  it('reconcile reports a voucher whose balance exceeds the money paid for it', async () => {
    const { id, intentId } = await buyVoucher()
    const lower = 'update payment set lost_pence = $2::int where stripe_payment_intent_id = $1'
    await world.rows(lower, [intentId, 4000])
    expect(await found(id)).toMatchObject([
      {
        kind: 'balance_exceeds',
        voucherId: id,
        expectedPence: 6000,
        actualPence: 10_000,
      } satisfies Partial<Difference>,
    ])
    takeLoggedErrors()
    await world.rows(lower, [intentId, 0])
    expect(await run()).toEqual([])
  })

  it('reconcile reports a redemption that was raised in the ledger by hand', async () => {
    const { id } = await buyVoucher()
    const spent = { amount: 3000, description: undefined }
    const { entry } = await redeemVoucher(world.services, { voucherId: id, actor: 'admin' }, spent)
    const edit = 'update voucher_entry set pence = $2::int where id = $1'
    await expect(world.rows(edit, [entry.id, -4000])).rejects.toThrow()
    const byHand = async (pence: number) => {
      await world.rows('set session_replication_role = replica')
      await world.rows(edit, [entry.id, pence])
      await world.rows('set session_replication_role = origin')
    }
    await byHand(-4000)
    expect(await found(id)).toMatchObject([
      { kind: 'balance_exceeds', voucherId: id, expectedPence: 6000, actualPence: 7000 },
    ])
    takeLoggedErrors()
    await byHand(-3000)
    expect(await run()).toEqual([])
  })

  it.each(['online', 'cash'] as const)(
    'reconcile reports a refund of more than was paid and not redeemed: %s',
    async (how) => {
      const { id } =
        how === 'online' ? await buyVoucher() : await generateAsOwner(world.services, ADMIN, CASH)
      await adjustVoucher(world.services, { voucherId: id, actor: 'admin' }, GOODWILL)
      const spent = { amount: 2000, description: undefined }
      const { entry } = await redeemVoucher(world.services, { voucherId: id, actor: 'admin' }, spent)
      await refundVoucher(world.services, id, ADMIN)
      expect(await run()).toEqual([])
      const byHand = async (pence: number) => {
        await world.rows('set session_replication_role = replica')
        await world.rows('update voucher_entry set pence = $2::int where id = $1', [entry.id, pence])
        await world.rows('set session_replication_role = origin')
      }
      await byHand(-3000)
      expect(await found(id)).toMatchObject([
        { kind: 'refunds_exceed', voucherId: id, expectedPence: 7000, actualPence: 8000 },
      ])
      takeLoggedErrors()
      await byHand(-2000)
      expect(await run()).toEqual([])
    },
  )

  it('reconcile continues in the next run where it ran out of time', async () => {
    const lost = await payIntent({ site: await siteId(world) })
    await Promise.all(Array.from({ length: 120 }, () => payIntent({ order: 'another product' })))
    // The newest hundred come first, then time is up.
    await run(afterIntentPages(1))
    const first = await world.rows<{ after_intent: string | null }>('select after_intent from reconciliation')
    expect(first[0]?.after_intent).toMatch(/^pi_/)
    expect(await found(lost.id)).toHaveLength(1)
    takeLoggedErrors()
    expect((await world.rows('select after_intent from reconciliation'))[0]).toEqual({ after_intent: null })
    await world.stripe.control.refund({ intent: lost.id })
    await run()
  })

  it('reconcile sends Stripe at most ten requests for 500 intents', async () => {
    await Promise.all(Array.from({ length: 400 }, () => payIntent({ order: 'another product' })))
    const before = world.stripe.state().requests.length
    await run()
    expect(world.stripe.state().intents.length).toBeGreaterThan(500)
    expect(world.stripe.state().requests.length - before).toBeLessThanOrEqual(10)
  })
})

describe('Needs attention', () => {
  it('Needs attention shows a shortfall when redeemed money was refunded', async () => {
    const { id, intentId } = await buyVoucher()
    const spent = { amount: 10_000, description: undefined }
    await redeemVoucher(world.services, { voucherId: id, actor: 'admin' }, spent)
    await world.stripe.control.refund({ intent: intentId, amount: 6000 })
    await deliverEvents(world, intentId)
    const { items } = await listAttention(world.services)
    expect(items.find((item) => item.kind === 'shortfall' && item.id === id)).toMatchObject({
      amount: '60.00',
      reference: intentId,
    })
  })

  it('Needs attention shows a shortfall when redeemed money was lost to a dispute', async () => {
    const started = await startPayment(10_000)
    await payStarted(world, started)
    const settled = await settlePayment(world.services, started.intentId)
    if (settled.outcome !== 'fulfilled') throw new Error(settled.outcome)
    const spent = { amount: 8000, description: undefined }
    await redeemVoucher(world.services, { voucherId: settled.voucher.id, actor: 'admin' }, spent)
    const { id } = await world.stripe.control.openDispute({ intent: started.intentId })
    await world.stripe.control.setDisputeStatus({ dispute: id, status: 'lost' })
    await deliverEvents(world, started.intentId)
    const { items } = await listAttention(world.services)
    const shortfall = items.find((item) => item.kind === 'shortfall' && item.id === settled.voucher.id)
    expect(shortfall).toMatchObject({ amount: '80.00' })
  })
})
