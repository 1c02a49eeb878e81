import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { formatPounds } from '#contract/base/money.ts'
import { addDays, londonDay } from '#contract/base/send-date.ts'
import { cancelPurchase } from '#server/cancelling/cancel-purchase.ts'
import { recordCancellation } from '#server/cancelling/record-cancellation.ts'
import { recordGoods } from '#server/cancelling/record-goods.ts'
import { recordPaidBack } from '#server/cancelling/record-paid-back.ts'
import { sendEmails } from '#server/email/send-emails.ts'
import { runSettlementJob } from '#server/jobs/settlement-job.ts'
import { purchaseToken } from '#server/links/purchase-link.ts'
import { refundOrder } from '#server/money/refund/refund-order.ts'
import { changeFulfilment } from '#server/orders/change-fulfilment.ts'
import { findPurchase } from '#server/purchases/find-purchase.ts'
import { redeemVoucher, undoVoucherEntry } from '#server/vouchers/ledger/change-balance.ts'
import { deliverEvents } from '#tests/harness/deliver-events.ts'
import { takeLoggedErrors } from '#tests/harness/no-stray-errors.ts'
import { orderOf, stockOf } from '#tests/harness/order-buyer.ts'
import { buyVoucherOnline, type Bought } from '#tests/harness/voucher-buyer.ts'
import { useWorld } from '#tests/harness/world.ts'

const world = useWorld()

const cancel = ({ token }: Bought, expectedAmount: number) =>
  cancelPurchase(world.services, { token, expectedAmount }, 'key')
const pageOf = async ({ intentId }: { intentId: string }) =>
  findPurchase(world.services, await tokenOf(intentId), 'key')

async function tokenOf(intentId: string): Promise<string> {
  const [row] = await world.rows<{ link: string }>(
    'select coalesce(link_id, id) as link from payment where stripe_payment_intent_id = $1',
    [intentId],
  )
  return purchaseToken(row!.link)
}

const runJob = () => runSettlementJob(world.services, { full: true })

const refundsOf = ({ intentId }: { intentId: string }) =>
  world.stripe.state().refunds.filter((refund) => refund.payment_intent === intentId)

const amountsOf = (bought: { intentId: string }) =>
  refundsOf(bought)
    .map(({ amount }) => amount)
    .toSorted((one, other) => one - other)

/** Cancels a voucher whose refund fails, so that the clinic owes what is not `used` in another way. */
async function oweByHand(used = 0): Promise<Bought> {
  const bought = await buyVoucherOnline(world)
  if (used > 0) await redeem(bought, used)
  await cancel(bought, 5000 - used)
  await world.stripe.control.settleRefund({ refund: refundsOf(bought)[0]!.id, ok: false })
  await deliverEvents(world, bought.intentId)
  expect((await pageOf(bought)).cancellation).toMatchObject({
    stage: 'by_hand',
    amount: formatPounds(5000 - used),
  })
  return bought
}

const failedRefundEmails = async ({ intentId }: { intentId: string }) => {
  await sendEmails(world.services)
  return world.mail
    .list()
    .filter(({ subject, text }) => /refund.*failed/i.test(subject) && text.includes(intentId))
    .map(({ text }) => text)
}

async function loseDispute({ intentId }: Bought, amount: number): Promise<string> {
  const { id: dispute } = await world.stripe.control.openDispute({ intent: intentId, amount })
  await deliverEvents(world, intentId)
  await world.stripe.control.setDisputeStatus({ dispute, status: 'lost' })
  await deliverEvents(world, intentId)
  return dispute
}

const redeem = ({ id }: Bought, amount: number) =>
  redeemVoucher(world.services, { voucherId: id, actor: 'admin' }, { amount, description: undefined })

describe('what the clinic owes in another way for a cancelled voucher', () => {
  it.each([
    [0, 5000, 'settled', '50.00'],
    [0, 2000, 'by_hand', '30.00'],
    [2000, 1500, 'by_hand', '15.00'],
    [2000, 3000, 'settled', '30.00'],
  ])(
    'of which %i pence were used is less after %i were refunded in Stripe’s dashboard: %s, £%s',
    async (used, amount, stage, told) => {
      const bought = await oweByHand(used)
      await world.stripe.control.refund({ intent: bought.intentId, amount })
      await deliverEvents(world, bought.intentId)
      expect((await pageOf(bought)).cancellation).toMatchObject({ stage, amount: told })
    },
  )

  it('is owed again after such a refund failed too', async () => {
    const bought = await oweByHand()
    const { id: refund } = await world.stripe.control.refund({ intent: bought.intentId })
    await deliverEvents(world, bought.intentId)
    await world.stripe.control.settleRefund({ refund, ok: false })
    await deliverEvents(world, bought.intentId)
    await runJob()
    expect((await pageOf(bought)).cancellation).toMatchObject({ stage: 'settled', amount: '50.00' })
    expect(refundsOf(bought).map(({ status }) => status)).toEqual(['failed', 'failed', 'succeeded'])
  })

  it('is all of it when a refund made in Stripe’s dashboard has failed before its own', async () => {
    const bought = await buyVoucherOnline(world)
    const { id: earlier } = await world.stripe.control.refund({ intent: bought.intentId, amount: 4000 })
    await deliverEvents(world, bought.intentId)
    await cancel(bought, 1000)
    const own = refundsOf(bought).find(({ id }) => id !== earlier)!
    for (const refund of [earlier, own.id]) {
      await world.stripe.control.settleRefund({ refund, ok: false })
      await deliverEvents(world, bought.intentId)
    }
    expect((await pageOf(bought)).cancellation).toMatchObject({ stage: 'by_hand', amount: '50.00' })
  })

  it('is nothing after the bank took it in a dispute', async () => {
    const bought = await oweByHand()
    await loseDispute(bought, 5000)
    expect((await pageOf(bought)).cancellation).toMatchObject({ stage: 'settled' })
  })
})

it('what was paid in another way for a cancelled order is not owed again when Stripe repeats that the refund failed', async () => {
  const order = await orderOf(world)
  const move = (fulfilment: 'ready' | 'collected') =>
    changeFulfilment(world.services, { orderId: order.id, fulfilment, actor: 'admin' })
  await move('ready')
  await move('collected')
  const sentOn = londonDay(world.clock.now())
  const { id } = await recordCancellation(world.services, { recordId: order.id, sentOn, actor: 'admin' })
  await refundOrder(world.services, { orderId: order.id, pence: 1000, actor: 'admin' })
  const refund = world.stripe.state().refunds.find((made) => made.payment_intent === order.intentId)!
  await world.stripe.control.settleRefund({ refund: refund.id, ok: false })
  await deliverEvents(world, order.intentId)
  expect(await pageOf(order)).toMatchObject({ cancellation: { stage: 'by_hand', amount: '10.00' } })
  expect(await recordPaidBack(world.services, id, 'admin')).toMatchObject({ stage: 'goods', amount: '32.00' })
  await deliverEvents(world, order.intentId)
  expect(await recordPaidBack(world.services, id, 'admin').catch(({ code }) => code)).toBe('not_active')
})

it('the clinic is told that it owes nothing when Stripe refuses a refund that the dashboard has paid back', async () => {
  const bought = await buyVoucherOnline(world)
  await world.stripe.control.fault({ match: 'POST /v1/refunds', status: 500, times: 3 })
  await cancel(bought, 5000)
  await world.stripe.control.heal()
  await world.stripe.control.refund({ intent: bought.intentId })
  await runJob()
  expect((await pageOf(bought)).cancellation).toMatchObject({ stage: 'settled', amount: '50.00' })
  expect(takeLoggedErrors()).toEqual([expect.stringContaining('refund refused')])
  expect(await failedRefundEmails(bought)).toEqual([expect.stringContaining('nothing more is owed')])
})

it('the clinic is not asked to pay in another way what is refunded through Stripe again', async () => {
  const order = await orderOf(world)
  await refundOrder(world.services, { orderId: order.id, pence: 1000, actor: 'admin' })
  const [earlier] = refundsOf(order)
  world.clock.set(new Date(world.clock.now().getTime() + 60_000))
  await cancelPurchase(world.services, { token: await tokenOf(order.intentId), expectedAmount: 2200 }, 'key')
  await world.stripe.control.settleRefund({ refund: earlier!.id, ok: false })
  await deliverEvents(world, order.intentId)
  const told = await failedRefundEmails(order)
  expect(told).toEqual([expect.stringContaining('your website pays back what is due')])
  expect(told[0]).not.toMatch(/“Paid back”|try the refund again/)
  await runJob()
  expect(amountsOf(order)).toEqual([1000, 1000, 2200])
  expect(await pageOf(order)).toMatchObject({ cancellation: { stage: 'settled', amount: '32.00' } })
})

describe('what a cancelled order is paid back', () => {
  const cancelled = async (...steps: ('ready' | 'collected')[]) => {
    world.clock.set(new Date())
    const order = await orderOf(world, 1, 'pm_card_pendingRefund')
    for (const fulfilment of steps)
      await changeFulfilment(world.services, { orderId: order.id, fulfilment, actor: 'admin' })
    const sentOn = londonDay(world.clock.now())
    const { id } = await recordCancellation(world.services, { recordId: order.id, sentOn, actor: 'admin' })
    return { ...order, cancellationId: id, sentOn }
  }
  const disputed = async (...steps: 'ready'[]) => {
    const order = await orderOf(world)
    for (const fulfilment of steps)
      await changeFulfilment(world.services, { orderId: order.id, fulfilment, actor: 'admin' })
    const { id: dispute } = await world.stripe.control.openDispute({ intent: order.intentId, amount: 3200 })
    await deliverEvents(world, order.intentId)
    const sentOn = londonDay(world.clock.now())
    await recordCancellation(world.services, { recordId: order.id, sentOn, actor: 'admin' })
    await world.stripe.control.setDisputeStatus({ dispute, status: 'lost' })
    await deliverEvents(world, order.intentId)
    return order
  }
  const recordGoodsAfter = (days: number, id: string, what: 'back' | 'posted', deduct = 0) => {
    world.clock.set(new Date(Date.now() + days * 86_400_000))
    const on = londonDay(world.clock.now())
    const admin = { id: randomUUID(), role: 'owner' } as const
    const reason = deduct > 0 ? 'The mat is stained' : undefined
    return recordGoods(world.services, { id, what, on, deduct, reason, admin })
  }

  it('is computed again once nobody else can change it', async () => {
    const { id: orderId, intentId, cancellationId } = await cancelled('ready')
    await changeFulfilment(world.services, { orderId, fulfilment: 'collected', actor: 'admin' })
    const asListed = { orderId, pence: 3200, restock: 1, cancellationId, actor: 'admin' }
    expect(await refundOrder(world.services, asListed).catch(({ code }) => code)).toBe('changed_meanwhile')
    expect(refundsOf({ intentId })).toEqual([])
  })

  it('puts the goods back on the shelf, also if its bank has taken all of the money', async () => {
    const { intentId, product } = await disputed()
    for (let run = 0; run < 2; run += 1) await runJob()
    expect(await stockOf(world, product)).toEqual({ stock: 5, reserved: 0 })
    expect(refundsOf({ intentId })).toEqual([])
  })

  it('leaves the goods at the counter until the next opening day is over, and then shelves them', async () => {
    const { product } = await disputed('ready')
    await runJob()
    expect(await stockOf(world, product)).toMatchObject({ stock: 4 })
    world.clock.set(new Date(Date.now() + 5 * 86_400_000))
    for (let run = 0; run < 2; run += 1) await runJob()
    expect(await stockOf(world, product)).toMatchObject({ stock: 5 })
    world.clock.set(new Date())
  })

  it('is asked for from its buyer only once it is collected for certain, and then', async () => {
    const { id: orderId, email } = await cancelled('ready')
    const asked = async (secondsLater: number) => {
      world.clock.set(new Date(world.clock.now().getTime() + secondsLater * 1000))
      await sendEmails(world.services)
      return world.mail
        .list()
        .filter(({ to, subject }) => to === email && subject.includes('return your order'))
    }
    const move = (fulfilment: 'ready' | 'collected') =>
      changeFulfilment(world.services, { orderId, fulfilment, actor: 'admin' })
    await move('collected')
    expect(await asked(5)).toEqual([])
    await move('ready')
    expect(await asked(3600)).toEqual([])
    for (const step of ['collected', 'ready', 'collected'] as const) await move(step)
    expect(await asked(60)).toHaveLength(1)
    for (const step of ['ready', 'collected'] as const) await move(step)
    expect(await asked(60)).toHaveLength(1)
    world.clock.set(new Date())
  })

  it('leaves out a deduction also after a dispute over it was won, and the clinic is told so', async () => {
    const { cancellationId, intentId } = await cancelled('ready', 'collected')
    await recordGoodsAfter(0, cancellationId, 'back', 500)
    await world.stripe.control.settleRefund({ refund: refundsOf({ intentId })[0]!.id, ok: true })
    const { id: dispute } = await world.stripe.control.openDispute({ intent: intentId, amount: 500 })
    await deliverEvents(world, intentId)
    await world.stripe.control.setDisputeStatus({ dispute, status: 'won' })
    await deliverEvents(world, intentId)
    await runJob()
    expect(amountsOf({ intentId })).toEqual([2700])
    await sendEmails(world.services)
    const told = world.mail
      .list()
      .find(({ subject, text }) => subject.startsWith('You have won a dispute') && text.includes(intentId))
    expect(told?.text).toContain('is no longer frozen')
  })

  it('is due 14 days after the proof of posting, also if the goods come later', async () => {
    const { cancellationId: id, sentOn } = await cancelled('ready', 'collected')
    expect(await recordGoodsAfter(2, id, 'posted')).toMatchObject({ payBy: addDays(sentOn, 16) })
    expect(await recordGoodsAfter(5, id, 'back')).toMatchObject({
      stage: 'refunding',
      payBy: addDays(sentOn, 16),
    })
  })

  it('is due 14 days after the notice if the goods never left', async () => {
    const { cancellationId: id, sentOn } = await cancelled('ready')
    expect(await recordGoodsAfter(2, id, 'back')).toMatchObject({
      stage: 'refunding',
      payBy: addDays(sentOn, 14),
    })
  })
})

describe('a cancelled voucher', () => {
  it('whose dispute is won on appeal, after the rest was refunded, pays that back too', async () => {
    const bought = await buyVoucherOnline(world)
    const dispute = await loseDispute(bought, 2000)
    await cancel(bought, 3000)
    await deliverEvents(world, bought.intentId)
    await world.stripe.control.setDisputeStatus({ dispute, status: 'won' })
    await deliverEvents(world, bought.intentId)
    await runJob()
    expect(amountsOf(bought)).toEqual([2000, 3000])
  })

  it('pays back the rest after a part of what an Undo brought back was refunded in the dashboard', async () => {
    const bought = await buyVoucherOnline(world)
    const { entry } = await redeem(bought, 5000)
    await cancel(bought, 0)
    await undoVoucherEntry(world.services, { voucherId: bought.id, actor: 'admin' }, { entryId: entry.id })
    await world.stripe.control.refund({ intent: bought.intentId, amount: 1000 })
    await deliverEvents(world, bought.intentId)
    await runJob()
    expect(amountsOf(bought)).toEqual([1000, 4000])
  })

  it('that was used up shows its buyer no code', async () => {
    const bought = await buyVoucherOnline(world)
    await redeem(bought, 5000)
    await cancel(bought, 0)
    expect(await pageOf(bought)).not.toHaveProperty('voucherCode')
  })
})
