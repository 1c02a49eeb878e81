import { randomUUID } from 'node:crypto'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { addDays, londonDay } from '#contract/base/send-date.ts'
import type { AdminCancellation } from '#contract/purchases/cancellation.ts'
import type { Purchased } from '#contract/purchases/purchases.ts'
import { cancelPurchase as cancelIt } from '#server/cancelling/cancel-purchase.ts'
import { executeCancellations } from '#server/cancelling/execute-cancellations.ts'
import { sendEmails } from '#server/email/send-emails.ts'
import { runSettlementJob } from '#server/jobs/settlement-job.ts'
import { purchaseToken } from '#server/links/purchase-link.ts'
import { findPurchase as readPurchase } from '#server/purchases/find-purchase.ts'
import { listAttention } from '#server/reports/attention.ts'
import { callFunction } from '#tests/harness/call-function.ts'
import { deliverEvents } from '#tests/harness/deliver-events.ts'
import { openDesk, type Desk } from '#tests/harness/desk.ts'
import { functions } from '#tests/harness/every-function.ts'
import { flagPayments } from '#tests/harness/flag-payments.ts'
import { orderOf, stockOf } from '#tests/harness/order-buyer.ts'
import { brokenBooks } from '#tests/harness/start-world.ts'
import { buyVoucherOnline } from '#tests/harness/voucher-buyer.ts'
import { voucherShop } from '#tests/harness/voucher-shop.ts'
import { useWorld } from '#tests/harness/world.ts'

const {
  adjustVoucher,
  cancelPurchase,
  changeFulfilment,
  eraseCustomer,
  findPurchase,
  recordCancellation,
  recordGoods,
  recordPaidBack,
  redeemVoucher,
  undoVoucherEntry,
} = functions

const world = useWorld()
const { buyVoucher } = voucherShop(world)
let desk: Desk
beforeAll(async () => void (desk = await openDesk(world)))

let address = 0
beforeEach(() => {
  address += 1
  world.clock.set(new Date())
})

const TODAY = londonDay(new Date())
const inDays = (days: number) => addDays(TODAY, days)

type Answer<Body> = Body & {
  http: number
  code?: string
  message?: string
  fields?: Record<string, string>
}

async function ask(handler: Parameters<typeof callFunction>[0], body: object): Promise<Answer<Purchased>> {
  const response = await callFunction(handler, {
    path: '/api/purchase',
    body,
    address: `198.51.100.${address}`,
  })
  return { ...((await response.json()) as Purchased), http: response.status }
}

const admin = (handler: Parameters<typeof callFunction>[0], id: string, body?: object) =>
  desk.ask(handler, id, body) as unknown as Promise<
    { status: number; code?: string; message?: string; fields?: Record<string, string> } & AdminCancellation
  >

interface Bought {
  id: string
  intentId: string
  email: string
}

async function tokenOf({ intentId }: Bought): Promise<string> {
  const [row] = await world.rows<{ id: string }>(
    'select coalesce(link_id, id) as id from payment where stripe_payment_intent_id = $1',
    [intentId],
  )
  return purchaseToken(row!.id)
}

const find = async (bought: Bought) => ask(findPurchase, { token: await tokenOf(bought) })
const cancel = async (bought: Bought, expectedAmount: unknown) =>
  ask(cancelPurchase, { token: await tokenOf(bought), expectedAmount })

/** Moves the purchase of a voucher to a moment. */
const boughtAt = ({ id }: Bought, moment: string | Date) =>
  world.rows(
    `update gift_voucher set issued_at = $2::timestamptz, expires_at = $2::timestamptz + interval '1 year' where id = $1`,
    [id, moment],
  )

const refundsOf = ({ intentId }: Bought) =>
  world.stripe
    .state()
    .refunds.filter((refund) => refund.payment_intent === intentId)
    .map(({ amount, status }) => [amount, status])

const mailsTo = (recipient: string, subject: RegExp) =>
  world.mail.list().filter((mail) => mail.to === recipient && subject.test(mail.subject))

const attentionOf = async ({ id }: Bought) => {
  const { items } = await listAttention(world.services)
  return items.flatMap((item) =>
    item.kind === 'cancellation' && (item.voucherId === id || item.orderId === id) ? [item] : [],
  )
}

async function moveOn({ id }: Bought, ...steps: string[]) {
  for (const fulfilment of steps) {
    const response = await callFunction(changeFulfilment, {
      path: '/api/admin/orders',
      method: 'PATCH',
      headers: desk.headers,
      params: { id },
      body: { fulfilment },
    })
    if (!response.ok) throw new Error(await response.text())
  }
}

describe('a voucher', () => {
  it('is cancelled: the rest is paid back, the code ends, and both are told what happened', async () => {
    const bought = await buyVoucher('pm_card_visa', { recipientEmail: `held${address}@example.com` })
    await desk.ask(redeemVoucher, bought.id, { amount: 20 })
    expect(await find(bought)).toMatchObject({
      canChangeEmail: true,
      canCancel: true,
      cancelUntil: inDays(14),
      refundableAmount: '30.00',
    })
    const cancelled = await cancel(bought, '30.00')
    expect(cancelled).toMatchObject({
      http: 200,
      status: 'refunded',
      canChangeEmail: false,
      canCancel: false,
      refunded: '30.00',
      cancellation: { stage: 'settled', amount: '30.00' },
    })
    expect(cancelled).not.toHaveProperty('voucherCode')
    expect(refundsOf(bought)).toEqual([[3000, 'succeeded']])
    await sendEmails(world.services)
    const [told, ...more] = mailsTo(bought.email, /cancellation/)
    expect(more).toEqual([])
    expect(told?.text).toContain('£30.00')
    expect(told?.text).toMatch(/on our website\. We received this on \d+ \w+ \d{4} at \d\d:\d\d:\d\d\./)
    expect(told?.text).toContain('We refund £30.00 the way you paid')
    expect(mailsTo(`held${address}@example.com`, /can no longer be used/)).toHaveLength(1)
    expect(mailsTo(bought.email, /refund of £30\.00 is on its way/)).toHaveLength(1)
  })

  it('never pays out what was added without money', async () => {
    const bought = await buyVoucher()
    await desk.ask(redeemVoucher, bought.id, { amount: 45 })
    await desk.ask(adjustVoucher, bought.id, { amount: 25, description: 'For the wait' })
    expect(await cancel(bought, '5.00')).toMatchObject({ http: 200, refunded: '5.00' })
    expect((await desk.look(bought.id)).voucher).toMatchObject({ status: 'refunded', currentBalance: '0.00' })
  })

  it('on which only goodwill is left ends without a refund', async () => {
    const bought = await buyVoucher()
    await desk.ask(redeemVoucher, bought.id, { amount: 50 })
    await desk.ask(adjustVoucher, bought.id, { amount: 10, description: 'For the wait' })
    expect(await cancel(bought, '0.00')).toMatchObject({
      http: 200,
      cancellation: { stage: 'settled', amount: '0.00' },
    })
    expect(await desk.look(bought.id)).toMatchObject({
      voucher: { status: 'void', currentBalance: '0.00' },
      cancellation: { by: 'Customer' },
    })
    expect(refundsOf(bought)).toEqual([])
  })

  it('that is spent is cancelled all the same, and what an Undo brings back is paid back', async () => {
    const bought = await buyVoucher()
    const { entry } = await desk.ask(redeemVoucher, bought.id, { amount: 50 })
    expect(await cancel(bought, '0.00')).toMatchObject({ http: 200, cancellation: { stage: 'settled' } })
    expect(
      await desk.ask(adjustVoucher, bought.id, { amount: 5, description: 'For the wait' }),
    ).toMatchObject({
      status: 409,
      message: 'This purchase was cancelled, so nothing can be added to its voucher.',
    })
    expect((await desk.ask(undoVoucherEntry, bought.id, { entryId: entry.id })).status).toBe(200)
    expect(refundsOf(bought)).toEqual([[5000, 'succeeded']])
    expect((await desk.look(bought.id)).voucher).toMatchObject({ status: 'refunded' })
    expect(await desk.ask(redeemVoucher, bought.id, { amount: 1 })).toMatchObject({ status: 409 })
  })

  it.each([
    ['on the last evening', '2026-11-01T12:00:00Z', '2026-11-15T23:59:59Z', true],
    ['a second later', '2026-11-01T12:00:00Z', '2026-11-16T00:00:00Z', false],
    ['bought at 00:30 in summer, on the last evening', '2026-06-30T23:30:00Z', '2026-07-15T22:59:59Z', true],
    ['bought at 00:30 in summer, a second later', '2026-06-30T23:30:00Z', '2026-07-15T23:00:00Z', false],
    ['across the end of summer time', '2026-10-20T10:00:00Z', '2026-11-03T23:59:59Z', true],
    ['across the end of summer time, a second later', '2026-10-20T10:00:00Z', '2026-11-04T00:00:00Z', false],
    ['across the begin of summer time', '2027-03-20T10:00:00Z', '2027-04-03T22:59:59Z', true],
    [
      'across the begin of summer time, a second later',
      '2027-03-20T10:00:00Z',
      '2027-04-03T23:00:00Z',
      false,
    ],
    ['across 29 February', '2028-02-20T10:00:00Z', '2028-03-05T23:59:59Z', true],
    ['across 29 February, a second later', '2028-02-20T10:00:00Z', '2028-03-06T00:00:00Z', false],
    ['across the New Year', '2026-12-25T10:00:00Z', '2027-01-08T23:59:59Z', true],
    ['across the New Year, a second later', '2026-12-25T10:00:00Z', '2027-01-09T00:00:00Z', false],
  ])('can be cancelled until the end of day 14 in London: %s', async (_, at, now, expected) => {
    world.clock.set(new Date(at))
    const bought = await buyVoucherOnline(world)
    await boughtAt({ ...bought, email: bought.buyer }, at)
    world.clock.set(new Date(now))
    const found = await readPurchase(world.services, bought.token, 'key')
    expect(found.canCancel).toBe(expected)
    const wanted = { token: bought.token, expectedAmount: 5000 }
    if (expected) expect(await cancelIt(world.services, wanted, 'key')).toHaveProperty('cancellation')
    else await expect(cancelIt(world.services, wanted, 'key')).rejects.toMatchObject({ code: 'too_late' })
  })

  it('is refused on day 15 with the day it ended, and with another sum, of which nothing happens', async () => {
    const late = await buyVoucher()
    await boughtAt(late, new Date(Date.now() - 15 * 86_400_000))
    const refused = await cancel(late, '50.00')
    expect(refused).toMatchObject({ http: 409, code: 'too_late' })
    expect(refused.message).toMatch(/^The 14 days ended on \w+ \d+ \w+ \d{4}\. /)
    const other = await buyVoucher()
    await desk.ask(redeemVoucher, other.id, { amount: 20 })
    expect(await cancel(other, '50.00')).toMatchObject({
      http: 409,
      code: 'changed_meanwhile',
      fields: { expectedAmount: 'The amount has changed: we would now refund £30.00' },
    })
    expect(await find(other)).not.toHaveProperty('cancellation')
    expect(refundsOf(other)).toEqual([])
  })

  it('is in time if its first press was, for an hour', async () => {
    const begin = new Date('2026-11-01T12:00:00Z')
    world.clock.set(begin)
    const [one, other] = [await buyVoucherOnline(world), await buyVoucherOnline(world)]
    for (const bought of [one, other]) await boughtAt({ ...bought, email: '' }, begin)
    world.clock.set(new Date('2026-11-15T23:59:00Z'))
    for (const { token } of [one, other])
      await expect(cancelIt(world.services, { token, expectedAmount: 1 }, 'key')).rejects.toMatchObject({
        code: 'changed_meanwhile',
      })
    world.clock.set(new Date('2026-11-16T00:58:00Z'))
    expect(await cancelIt(world.services, { token: one.token, expectedAmount: 5000 }, 'key')).toHaveProperty(
      'cancellation',
    )
    world.clock.set(new Date('2026-11-16T01:05:00Z'))
    await expect(
      cancelIt(world.services, { token: other.token, expectedAmount: 5000 }, 'key'),
    ).rejects.toMatchObject({ code: 'too_late' })
  })

  it('is cancelled once, however often and from how many tabs Confirm is pressed', async () => {
    const bought = await buyVoucher()
    const answers = await Promise.all(Array.from({ length: 4 }, () => cancel(bought, '50.00')))
    expect(answers.map(({ http }) => http)).toEqual([200, 200, 200, 200])
    expect(await cancel(bought, '50.00')).toMatchObject({ http: 200, cancellation: { amount: '50.00' } })
    expect(refundsOf(bought)).toEqual([[5000, 'succeeded']])
    await sendEmails(world.services)
    expect(mailsTo(bought.email, /cancellation/)).toHaveLength(1)
  })

  it('whose refund fails stays ended, is owed in another way, and is paid once', async () => {
    const bought = await buyVoucher('pm_card_refundFail')
    expect(await cancel(bought, '50.00')).toMatchObject({ http: 200 })
    const refund = world.stripe.state().refunds.find((made) => made.payment_intent === bought.intentId)
    await world.stripe.control.settleRefund({ refund: refund!.id, ok: false })
    await deliverEvents(world, bought.intentId)
    await runSettlementJob(world.services, { full: true })
    expect(await find(bought)).toMatchObject({
      status: 'refunding',
      cancellation: { stage: 'by_hand', amount: '50.00', payBy: inDays(14) },
    })
    expect(await desk.ask(redeemVoucher, bought.id, { amount: 1 })).toMatchObject({ status: 409 })
    const [item] = await attentionOf(bought)
    expect(item).toMatchObject({ stage: 'by_hand', amount: '50.00', payBy: inDays(14) })
    await sendEmails(world.services)
    expect(mailsTo(bought.email, /paying you back in another way/).map(({ text }) => text)).toEqual([
      expect.stringContaining('We pay £50.00 back to you by'),
    ])
    for (let press = 0; press < 2; press += 1)
      expect(await admin(recordPaidBack, item!.id)).toMatchObject({
        status: 200,
        stage: 'settled',
        amount: '50.00',
      })
    expect((await desk.look(bought.id)).voucher).toMatchObject({ status: 'refunded', currentBalance: '0.00' })
    await sendEmails(world.services)
    expect(mailsTo(bought.email, /We have paid £50\.00 back to you/)).toHaveLength(1)
    await runSettlementJob(world.services, { full: true })
    expect(await attentionOf(bought)).toEqual([])
    expect(await brokenBooks(world)).toEqual([])
  })

  it.each(['warning', 'review'] as const)('under a %s is refunded once it is released', async (kind) => {
    const bought = await buyVoucher()
    const flags = flagPayments(world)
    await flags.open(bought, kind)
    const found = await find(bought)
    expect(found).toMatchObject({ canCancel: true, frozenBy: kind })
    expect(found).not.toHaveProperty('refundableAmount')
    const cancelled = await cancel(bought, '0.00')
    expect(cancelled).toMatchObject({ http: 200, cancellation: { stage: 'frozen', payBy: inDays(14) } })
    expect(cancelled.cancellation).not.toHaveProperty('amount')
    expect(await attentionOf(bought)).toMatchObject([{ stage: 'frozen', payBy: inDays(14) }])
    expect(refundsOf(bought)).toEqual([])
    await flags.release(bought)
    await deliverEvents(world, bought.intentId)
    expect(await desk.ask(redeemVoucher, bought.id, { amount: 1 })).toMatchObject({ status: 409 })
    await runSettlementJob(world.services, { full: true })
    expect(refundsOf(bought)).toEqual([[5000, 'succeeded']])
    expect(await find(bought)).toMatchObject({ cancellation: { stage: 'settled', amount: '50.00' } })
  })

  it.each([
    ['won', [[5000, 'succeeded']]],
    ['lost', []],
  ] as const)('in a dispute that is %s is settled', async (outcome, refunds) => {
    const bought = await buyVoucher()
    const { id: dispute } = await world.stripe.control.openDispute({ intent: bought.intentId })
    await deliverEvents(world, bought.intentId)
    expect(await cancel(bought, '0.00')).toMatchObject({ http: 200, cancellation: { stage: 'frozen' } })
    await sendEmails(world.services)
    expect(mailsTo(bought.email, /cancellation/)[0]?.text).toContain('your bank decides about the money')
    await world.stripe.control.setDisputeStatus({ dispute, status: outcome })
    await deliverEvents(world, bought.intentId)
    await runSettlementJob(world.services, { full: true })
    expect(refundsOf(bought)).toEqual(refunds)
    expect(await find(bought)).toMatchObject({ status: 'refunded', cancellation: { stage: 'settled' } })
    expect(await attentionOf(bought)).toEqual([])
  })

  it('withdraws what waits for its recipient, never a receipt', async () => {
    const recipientEmail = `later${address}@example.com`
    const bought = await buyVoucher('pm_card_visa', { recipientEmail, sendOn: inDays(5) })
    await cancel(bought, '50.00')
    world.clock.set(new Date(Date.now() + 6 * 86_400_000))
    await sendEmails(world.services)
    expect(mailsTo(recipientEmail, /./)).toEqual([])
    expect(mailsTo(bought.email, /receipt/)).toHaveLength(1)
  })

  it('from the desk has no right to cancel, unless it was sold by telephone: then it is paid back by hand', async () => {
    const sold = await desk.generate({ paidBy: 'cash' })
    expect((await desk.look(sold.id)).canRecordCancellation).toBe(false)
    expect(await admin(recordCancellation, sold.id, { sentOn: TODAY })).toMatchObject({
      status: 409,
      message: 'This voucher was not sold online or by telephone, so there is no right to cancel it.',
    })
    const email = `phone${address}@example.com`
    const byPhone = await desk.generate({
      paidBy: 'card',
      byPhone: true,
      buyerName: 'A Buyer',
      buyerEmail: email,
    })
    await sendEmails(world.services)
    expect(mailsTo(email, /./)[0]?.text).toContain('Model cancellation form')
    await desk.ask(redeemVoucher, byPhone.id, { amount: 10 })
    const cancelled = await admin(recordCancellation, byPhone.id, { sentOn: TODAY })
    expect(cancelled).toMatchObject({ status: 200, stage: 'by_hand', amount: '40.00', payBy: inDays(14) })
    expect(await desk.ask(redeemVoucher, byPhone.id, { amount: 1 })).toMatchObject({ status: 409 })
    expect(await admin(recordPaidBack, cancelled.id)).toMatchObject({ stage: 'settled', amount: '40.00' })
    expect((await desk.look(byPhone.id)).voucher).toMatchObject({
      status: 'refunded',
      currentBalance: '0.00',
    })
    await admin(recordPaidBack, cancelled.id)
    await sendEmails(world.services)
    expect(mailsTo(email, /We have paid you back/).map(({ text }) => text)).toEqual([
      expect.stringContaining('We have paid £40.00 back to you'),
    ])
  })
})

describe('an order', () => {
  it('to prepare is refunded and restocked at once', async () => {
    const order = await orderOf(world, 2)
    expect(await find(order)).toMatchObject({ canCancel: true, refundableAmount: '64.00' })
    expect(await find(order)).not.toHaveProperty('cancelUntil')
    expect(await cancel(order, '64.00')).toMatchObject({
      http: 200,
      status: 'refunded',
      cancellation: { stage: 'settled', amount: '64.00' },
    })
    expect(await stockOf(world, order.product)).toEqual({ stock: 5, reserved: 0 })
    expect(refundsOf(order)).toEqual([[6400, 'succeeded']])
  })

  it('whose refund fails after it had succeeded is being refunded until the clinic has paid in another way', async () => {
    const order = await orderOf(world, 2)
    await cancel(order, '64.00')
    const refund = world.stripe.state().refunds.find((made) => made.payment_intent === order.intentId)
    await world.stripe.control.settleRefund({ refund: refund!.id, ok: false })
    await deliverEvents(world, order.intentId)
    expect(await find(order)).toMatchObject({ status: 'refunding', cancellation: { stage: 'by_hand' } })
    const [item] = await attentionOf(order)
    expect((await admin(recordPaidBack, item!.id)).status).toBe(200)
    expect(await find(order)).toMatchObject({ status: 'refunded', cancellation: { stage: 'settled' } })
  })

  it.each([
    ['is refunded and restocked when it is still here', true],
    ['is refunded and restocked after the next opening day', false],
  ])('ready for collection %s', async (_, isPressed) => {
    const order = await orderOf(world)
    await moveOn(order, 'ready')
    expect(await cancel(order, '32.00')).toMatchObject({ cancellation: { stage: 'at_counter' } })
    const [item] = await attentionOf(order)
    expect(item).toMatchObject({ stage: 'at_counter', amount: '32.00', payBy: inDays(14) })
    await executeCancellations(world.services)
    expect(refundsOf(order)).toEqual([])
    if (isPressed) await admin(recordGoods, item!.id, { what: 'back', on: TODAY })
    else {
      world.clock.set(new Date(Date.now() + 5 * 86_400_000))
      await runSettlementJob(world.services, { full: true })
    }
    expect(refundsOf(order)).toEqual([[3200, 'succeeded']])
    expect(await stockOf(world, order.product)).toEqual({ stock: 5, reserved: 0 })
    expect(await attentionOf(order)).toEqual([])
  })

  it('ready for collection that was collected meanwhile waits for its goods', async () => {
    const order = await orderOf(world)
    await moveOn(order, 'ready')
    await cancel(order, '32.00')
    await sendEmails(world.services)
    expect(mailsTo(order.email, /ready/)).toEqual([])
    await expect(moveOn(order, 'to_prepare')).rejects.toThrow('The buyer has cancelled this order')
    await moveOn(order, 'collected')
    world.clock.advance(1)
    await sendEmails(world.services)
    expect(mailsTo(order.email, /return your order/).map(({ text }) => text)).toEqual([
      expect.stringContaining('Please send or bring the goods back by'),
    ])
    world.clock.set(new Date(Date.now() + 5 * 86_400_000))
    await runSettlementJob(world.services, { full: true })
    expect(await attentionOf(order)).toMatchObject([{ stage: 'goods', goodsBy: inDays(14), payBy: null }])
    expect(refundsOf(order)).toEqual([])
  })

  it('that was collected before the notice stays so, and nothing is refunded until its goods come', async () => {
    const order = await orderOf(world)
    await moveOn(order, 'ready', 'collected')
    await cancel(order, '32.00')
    await expect(moveOn(order, 'ready')).rejects.toThrow('so it stays as it is')
    world.clock.set(new Date(Date.now() + 5 * 86_400_000))
    await runSettlementJob(world.services, { full: true })
    expect(await attentionOf(order)).toMatchObject([{ stage: 'goods' }])
    expect(refundsOf(order)).toEqual([])
  })

  it('that was collected is paid back when the goods are, less what handling has cost them', async () => {
    const order = await orderOf(world)
    await moveOn(order, 'ready', 'collected')
    expect(await find(order)).toMatchObject({ canCancel: true, cancelUntil: inDays(14) })
    expect(await cancel(order, '32.00')).toMatchObject({
      cancellation: { stage: 'goods', goodsBy: inDays(14), amount: '32.00' },
    })
    const { id } = (await attentionOf(order))[0]!
    expect(await admin(recordGoods, id, { what: 'posted', on: TODAY })).toMatchObject({
      stage: 'posted',
      payBy: inDays(14),
    })
    await expect(moveOn(order, 'ready')).rejects.toThrow('so it stays as it is')
    const back = { what: 'back', on: TODAY, deduct: '12.00', reason: 'The mat is stained' }
    for (let press = 0; press < 2; press += 1)
      expect(await admin(recordGoods, id, back)).toMatchObject({
        status: 200,
        stage: 'settled',
        amount: '20.00',
        deducted: '12.00',
      })
    expect(refundsOf(order)).toEqual([[2000, 'succeeded']])
    expect(await stockOf(world, order.product)).toEqual({ stock: 4, reserved: 0 })
    await sendEmails(world.services)
    expect(mailsTo(order.email, /refund of £20\.00/)[0]?.text).toContain('The mat is stained')
    expect(await find(order)).toMatchObject({
      cancellation: { deducted: '12.00', deductionReason: 'The mat is stained', amount: '20.00' },
    })
  })

  it('of which the whole price is deducted pays nothing back, and says why', async () => {
    const order = await orderOf(world)
    await moveOn(order, 'ready', 'collected')
    await cancel(order, '32.00')
    const { id } = (await attentionOf(order))[0]!
    const back = { what: 'back', on: TODAY, deduct: '32.00', reason: 'The mat is torn' }
    expect(await admin(recordGoods, id, back)).toMatchObject({ stage: 'settled', amount: '0.00' })
    await sendEmails(world.services)
    const [told] = mailsTo(order.email, /goods are back/)
    expect(told?.text).toContain('The mat is torn')
    expect(refundsOf(order)).toEqual([])
    await expect(moveOn(order, 'ready')).rejects.toThrow('so it stays as it is')
  })

  it.each([
    ['goods back before they went out', { what: 'back', on: inDays(-1) }, 'on'],
    ['a day to come', { what: 'back', on: inDays(1) }, 'on'],
    ['more than the price', { what: 'back', on: TODAY, deduct: '32.01', reason: 'Torn' }, 'deduct'],
    ['a deduction without a reason', { what: 'back', on: TODAY, deduct: '1.00' }, 'reason'],
    [
      'a deduction of goods nobody has seen',
      { what: 'posted', on: TODAY, deduct: '1.00', reason: 'Torn' },
      'deduct',
    ],
    ['something else', { what: 'lost', on: TODAY }, 'what'],
    ['no day', { what: 'back' }, 'on'],
  ])('refuses %s beside its field', async (_, body, field) => {
    const order = await orderOf(world)
    await moveOn(order, 'ready', 'collected')
    await cancel(order, '32.00')
    const { id } = (await attentionOf(order))[0]!
    const refused = await admin(recordGoods, id, body)
    expect(refused.status).toBe(400)
    expect(Object.keys(refused.fields ?? {})).toEqual([field])
    expect(await attentionOf(order)).toMatchObject([{ stage: 'goods' }])
  })

  it('can be cancelled until 14 days after it was handed over', async () => {
    const order = await orderOf(world)
    await moveOn(order, 'ready', 'collected')
    const past = (days: number) => new Date(Date.now() - days * 86_400_000)
    await world.rows('alter table activity disable trigger keep_activity')
    await world.rows(`update activity set at = $2 where order_id = $1 and action = 'fulfilment_changed'`, [
      order.id,
      past(14),
    ])
    expect(await find(order)).toMatchObject({ canCancel: true, cancelUntil: TODAY })
    await world.rows(`update activity set at = $2 where order_id = $1 and action = 'fulfilment_changed'`, [
      order.id,
      past(15),
    ])
    await world.rows('alter table activity enable trigger keep_activity')
    expect(await find(order)).toMatchObject({ canCancel: false, cancelUntil: inDays(-1) })
    expect(await cancel(order, '32.00')).toMatchObject({ http: 409, code: 'too_late' })
    expect(await admin(recordCancellation, order.id, { sentOn: inDays(-1) })).toMatchObject({
      status: 400,
      fields: { sentOn: expect.stringContaining('before the purchase') },
    })
  })
})

describe('a notice that came otherwise', () => {
  it('counts from the day it was sent, is recorded once, and is acknowledged', async () => {
    const bought = await buyVoucher()
    await boughtAt(bought, new Date(Date.now() - 20 * 86_400_000))
    const { canRecordCancellation } = await desk.look(bought.id)
    expect(canRecordCancellation).toBe(true)
    const answers = await Promise.all(
      [1, 2].map(() => admin(recordCancellation, bought.id, { sentOn: inDays(-6) })),
    )
    for (const answer of answers)
      expect(answer).toMatchObject({ status: 200, sentOn: inDays(-6), amount: '50.00' })
    expect(new Set(answers.map(({ id }) => id)).size).toBe(1)
    expect(refundsOf(bought)).toEqual([[5000, 'succeeded']])
    await sendEmails(world.services)
    expect(mailsTo(bought.email, /cancellation/)).toHaveLength(1)
  })

  it.each([
    ['before the purchase', -1, 'That is before the purchase'],
    ['in the future', 1, 'That day is still to come'],
  ])('%s is refused beside its field', async (_, days, sentence) => {
    const bought = await buyVoucher()
    const refused = await admin(recordCancellation, bought.id, { sentOn: inDays(days) })
    expect(refused).toMatchObject({ status: 400, fields: { sentOn: expect.stringContaining(sentence) } })
  })

  it('sent after the last day is refused', async () => {
    const bought = await buyVoucher()
    await boughtAt(bought, new Date(Date.now() - 20 * 86_400_000))
    expect(await admin(recordCancellation, bought.id, { sentOn: inDays(-5) })).toMatchObject({
      status: 400,
      fields: { sentOn: expect.stringContaining('The 14 days ended on') },
    })
  })

  it('of nothing is not found', async () => {
    expect(await admin(recordCancellation, randomUUID(), { sentOn: TODAY })).toMatchObject({ status: 404 })
    expect(await admin(recordGoods, randomUUID(), { what: 'back', on: TODAY })).toMatchObject({ status: 404 })
    expect(await admin(recordPaidBack, randomUUID())).toMatchObject({ status: 404 })
  })
})

describe('while Stripe is down', () => {
  it('the code ends, the refund stays due, and the next run makes it', async () => {
    const bought = await buyVoucher()
    await world.stripe.control.takeDown()
    const cancelled = await cancel(bought, '50.00')
    expect(cancelled).toMatchObject({ http: 200, cancellation: { stage: 'refunding', amount: '50.00' } })
    expect(await desk.ask(redeemVoucher, bought.id, { amount: 1 })).toMatchObject({ status: 409 })
    expect(
      await desk.ask(adjustVoucher, bought.id, { amount: 1, description: 'For the wait' }),
    ).toMatchObject({
      status: 409,
    })
    await world.stripe.control.heal()
    await runSettlementJob(world.services, { full: true })
    expect(refundsOf(bought)).toEqual([[5000, 'succeeded']])
  })
})

describe('a request', () => {
  it.each([
    ['cut short', (token: string) => token.slice(0, -4)],
    ['of 100 KB', (token: string) => token + 'x'.repeat(30_000)],
    ['empty', () => ''],
  ])('with a token %s opens nothing', async (_, change) => {
    const bought = await buyVoucher()
    const token = change(await tokenOf(bought))
    expect(await ask(cancelPurchase, { token, expectedAmount: '50.00' })).toMatchObject({ http: 404 })
    expect(await find(bought)).not.toHaveProperty('cancellation')
  })

  it.each([undefined, '', 'all', -1, null])('with the sum %s is refused', async (expectedAmount) => {
    const bought = await buyVoucher()
    expect((await cancel(bought, expectedAmount)).http).toBe(400)
    expect(await find(bought)).not.toHaveProperty('cancellation')
  })

  it('to erase the buyer waits until the cancellation is settled', async () => {
    const order = await orderOf(world)
    await moveOn(order, 'ready', 'collected')
    await cancel(order, '32.00')
    await sendEmails(world.services)
    const erase = () => desk.ask(eraseCustomer, undefined, { email: order.email })
    expect(await erase()).toMatchObject({ status: 409, code: 'still_open' })
    const { id } = (await attentionOf(order))[0]!
    await admin(recordGoods, id, { what: 'back', on: TODAY })
    await sendEmails(world.services)
    expect((await erase()).status).toBe(200)
  })
})

it('the books are sound', async () => {
  expect(await brokenBooks(world)).toEqual([])
})
