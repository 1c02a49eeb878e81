import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { sendEmails } from '#server/email/send-emails.ts'
import { syncDisputes } from '#server/money/dispute/apply-dispute.ts'
import { refundOrder } from '#server/money/refund/refund-order.ts'
import { settlePayment } from '#server/money/settle/settle-payment.ts'
import { getStats } from '#server/reports/stats.ts'
import { adjustVoucher, redeemVoucher } from '#server/vouchers/ledger/change-balance.ts'
import { generateAsOwner } from '#tests/harness/generate-as-owner.ts'
import { orderOf } from '#tests/harness/order-buyer.ts'
import { buy } from '#tests/harness/voucher-buyer.ts'
import { useWorld } from '#tests/harness/world.ts'

const world = useWorld()
const ADMIN = randomUUID()

async function buyVoucher(pence: number, buyerEmail: string): Promise<void> {
  await settlePayment(world.services, (await buy(world, pence, { buyerEmail })).intentId)
  await sendEmails(world.services)
}

type PaidBy = 'cash' | 'card' | 'complimentary'

/** Issues a voucher at the desk at `at`, and redeems equal parts at `takenAt` until it is empty. */
async function makeVoucher(pence: number, paidBy: PaidBy, at: string, ...takenAt: string[]) {
  const now = world.clock.now()
  world.clock.set(at)
  const { id } = await generateAsOwner(world.services, ADMIN, {
    recipientName: 'Recipient',
    recipientEmail: 'recipient@example.com',
    buyerEmail: `${randomUUID()}@example.com`,
    originalAmount: pence,
    paidBy,
  } as Parameters<typeof generateAsOwner>[2])
  for (const taken of takenAt) {
    world.clock.set(taken)
    await redeemVoucher(
      world.services,
      { voucherId: id, actor: ADMIN },
      { amount: pence / takenAt.length, description: undefined },
    )
  }
  world.clock.set(now)
  return id
}

const stats = () => getStats(world.services)
/** Returns by how much the figures rise during an action. */
async function risen(work: () => Promise<unknown>) {
  const before = await stats()
  await work()
  const after = await stats()
  return {
    revenue: Number(after.totalRevenue) - Number(before.totalRevenue),
    vouchers: after.activeVouchers - before.activeVouchers,
    value: Number(after.voucherValue) - Number(before.voucherValue),
    products: after.productsSold - before.productsSold,
    customers: after.newCustomers - before.newCustomers,
  }
}

describe('getStats', () => {
  it('getStats returns zeros and no trends on the first day', async () => {
    const { ranges, ...figures } = await stats()
    expect(figures).toEqual({
      totalRevenue: '0.00',
      revenueTrend: null,
      activeVouchers: 0,
      voucherValue: '0.00',
      activeVouchersTrend: null,
      productsSold: 0,
      productsTrend: null,
      newCustomers: 0,
      customersTrend: null,
      recentActivity: [],
    })
    const nothing = { vouchersSold: 0, productsSold: 0, purchasesBegun: 0, purchasesPaid: 0 }
    for (const range of Object.values(ranges)) expect(range).toMatchObject({ revenue: '0.00', ...nothing })
  })

  it('getStats counts a bought voucher, its balance, and its buyer once', async () => {
    expect(await risen(() => buyVoucher(5000, 'first@example.com'))).toEqual({
      revenue: 50,
      vouchers: 1,
      value: 50,
      products: 0,
      customers: 1,
    })
    expect(await risen(() => buyVoucher(2500, 'first@example.com'))).toMatchObject({
      revenue: 25,
      customers: 0,
    })
  })

  it('getStats counts the units of orders that are not refunded', async () => {
    let id = ''
    expect(await risen(async () => (id = (await orderOf(world, 2)).id))).toMatchObject({
      revenue: 64,
      products: 2,
      customers: 1,
    })
    const refund = () => refundOrder(world.services, { orderId: id, pence: 1000, actor: 'admin' })
    expect(await risen(refund)).toMatchObject({ revenue: -10, products: 0 })
  })

  it('getStats counts each lost dispute once, until it is won on appeal', async () => {
    const { intentId: intent } = await buy(world)
    await settlePayment(world.services, intent)
    await sendEmails(world.services)
    const decide = async (dispute: string, status: 'lost' | 'won') => {
      await world.stripe.control.setDisputeStatus({ dispute, status })
      await syncDisputes(world.services, intent)
    }
    const { id: first } = await world.stripe.control.openDispute({ intent, amount: 1000 })
    const { id: second } = await world.stripe.control.openDispute({ intent, amount: 500 })
    expect(await risen(() => decide(first, 'lost'))).toMatchObject({ revenue: -10 })
    expect(await risen(() => decide(second, 'lost'))).toMatchObject({ revenue: -5 })
    expect(await risen(() => decide(first, 'won'))).toMatchObject({ revenue: 10 })
  })

  it('getStats counts vouchers paid at the desk and no complimentary ones', async () => {
    const now = new Date().toISOString()
    expect(await risen(() => makeVoucher(4000, 'cash', now))).toMatchObject({
      revenue: 40,
      vouchers: 1,
      customers: 1,
    })
    expect(await risen(() => makeVoucher(4000, 'complimentary', now))).toMatchObject({
      revenue: 0,
      vouchers: 1,
      value: 40,
      customers: 0,
    })
  })

  it('getStats compares this month with the same days of the previous month in London time', async () => {
    // 00:30 on 1 June in London is still 31 May in UTC.
    world.clock.set('2031-06-10T12:00:00Z')
    await makeVoucher(10_000, 'card', '2031-05-05T12:00:00Z')
    await makeVoucher(90_000 / 2, 'card', '2031-05-20T12:00:00Z')
    await makeVoucher(12_500, 'cash', '2031-05-31T23:30:00Z')
    const { revenueTrend, customersTrend } = await stats()
    expect(revenueTrend).toBe(25)
    expect(customersTrend).toBe(0)
  })

  it('getStats returns the vouchers active at the end of last month', async () => {
    world.clock.set('2033-06-10T12:00:00Z')
    await makeVoucher(1000, 'cash', '2033-05-05T12:00:00Z')
    await makeVoucher(1000, 'cash', '2033-05-06T12:00:00Z', '2033-06-02T12:00:00Z')
    await makeVoucher(1000, 'cash', '2033-05-07T12:00:00Z', '2033-05-20T12:00:00Z')
    await makeVoucher(1000, 'cash', '2033-05-08T12:00:00Z', '2033-05-20T12:00:00Z', '2033-06-02T12:00:00Z')
    const refilled = await makeVoucher(1000, 'cash', '2033-05-09T12:00:00Z', '2033-06-02T12:00:00Z')
    const more = { amount: 500, description: 'Goodwill', adminNotes: undefined }
    await adjustVoucher(world.services, { voucherId: refilled, actor: ADMIN }, more)
    await makeVoucher(1000, 'cash', '2033-06-03T12:00:00Z')
    await makeVoucher(1000, 'cash', '2033-06-04T12:00:00Z')
    const { activeVouchers, activeVouchersTrend } = await stats()
    expect(activeVouchers).toBe(4)
    expect(activeVouchersTrend).toBe(0)
  })
})
