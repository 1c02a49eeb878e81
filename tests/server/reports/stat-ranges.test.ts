import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { formatPounds } from '#contract/base/money.ts'
import { RECENT_ACTIVITY, statRanges } from '#contract/reports/reports.ts'
import { sendEmails } from '#server/email/send-emails.ts'
import { syncDisputes } from '#server/money/dispute/apply-dispute.ts'
import { refundOrder } from '#server/money/refund/refund-order.ts'
import { refundVoucher } from '#server/money/refund/refund-voucher.ts'
import { settlePayment } from '#server/money/settle/settle-payment.ts'
import { getStats } from '#server/reports/stats.ts'
import { redeemVoucher } from '#server/vouchers/ledger/change-balance.ts'
import { generateAsOwner } from '#tests/harness/generate-as-owner.ts'
import { orderOf } from '#tests/harness/order-buyer.ts'
import { buy, payStarted, startPayment } from '#tests/harness/voucher-buyer.ts'
import { useWorld } from '#tests/harness/world.ts'

const world = useWorld()
const ADMIN = randomUUID()

async function sellOnline(pence: number) {
  const { intentId } = await buy(world, pence)
  const settled = await settlePayment(world.services, intentId)
  if (settled.outcome !== 'fulfilled') throw new Error(settled.outcome)
  return { intentId, id: settled.voucher.id }
}

const makeAtDesk = (pence: number, paidBy: 'cash' | 'complimentary') =>
  generateAsOwner(world.services, ADMIN, {
    recipientName: 'Recipient',
    recipientEmail: 'recipient@example.com',
    originalAmount: pence,
    paidBy,
  } as Parameters<typeof generateAsOwner>[2])

describe('the figures of a day with sales, refunds and a lost dispute', () => {
  const DESK_PENCE = 2000

  beforeAll(async () => {
    await sellOnline(5000)
    const refunded = await sellOnline(7500)
    await refundVoucher(world.services, refunded.id, ADMIN)
    const { intentId } = await sellOnline(4000)
    const dispute = await world.stripe.control.openDispute({ intent: intentId, amount: 1500 })
    await world.stripe.control.setDisputeStatus({ dispute: dispute.id, status: 'lost' })
    await syncDisputes(world.services, intentId)
    const { id } = await orderOf(world, 3)
    await refundOrder(world.services, { orderId: id, pence: 1000, actor: ADMIN })
    await startPayment(9900)
    const voucher = await makeAtDesk(DESK_PENCE, 'cash')
    await redeemVoucher(
      world.services,
      { voucherId: voucher.id, actor: ADMIN },
      { amount: 500, description: undefined },
    )
    await makeAtDesk(3000, 'complimentary')
    await sendEmails(world.services)
  })

  it.each(statRanges)('getStats has the revenue of the %s that Stripe and the till have', async (range) => {
    const { intents, charges } = world.stripe.state()
    const received = intents.reduce((sum, { amount_received }) => sum + amount_received, 0)
    const returned = charges.reduce((sum, { amount_refunded }) => sum + amount_refunded, 0)
    const { ranges } = await getStats(world.services)
    expect(ranges[range].revenue).toBe(formatPounds(received - returned - 1500 + DESK_PENCE))
  })

  it.each(statRanges)('getStats counts the purchases of the %s that Stripe knows', async (range) => {
    const { intents } = world.stripe.state()
    const { ranges } = await getStats(world.services)
    expect(ranges[range]).toMatchObject({
      purchasesBegun: intents.length,
      purchasesPaid: intents.filter(({ status }) => status === 'succeeded').length,
      // One of three is refunded; of two at the desk, one is paid.
      vouchersSold: 3,
      productsSold: 3,
    })
  })

  it('getStats counts a purchase once that its buyer changed twice before paying', async () => {
    const { week: before } = (await getStats(world.services)).ranges
    const { length: intents } = world.stripe.state().intents
    const first = await startPayment(4000)
    const second = await startPayment(6000, {}, first)
    const third = await startPayment(8000, {}, second)
    await payStarted(world, third)
    await settlePayment(world.services, third.intentId)
    await startPayment(3000)
    const { week: after } = (await getStats(world.services)).ranges
    expect(world.stripe.state().intents).toHaveLength(intents + 4)
    expect(after.purchasesBegun - before.purchasesBegun).toBe(2)
    expect(after.purchasesPaid - before.purchasesPaid).toBe(1)
  })

  it('voucherValue is the sum of the ledgers of the vouchers that can be redeemed', async () => {
    const [ledger] = await world.rows<{ pence: number }>(
      `select sum(pence)::int as pence from voucher_entry join gift_voucher on gift_voucher.id = voucher_id
       where status = 'active'`,
    )
    const { voucherValue } = await getStats(world.services)
    expect(voucherValue).toBe(formatPounds(ledger!.pence))
  })
})

describe('the ranges of getStats', () => {
  /** Sells a voucher at the desk at each time, and returns the figures at `now`. */
  async function sellAt(now: string, ...times: string[]) {
    for (const time of times) {
      world.clock.set(time)
      await makeAtDesk(1000, 'cash')
    }
    world.clock.set(now)
    return (await getStats(world.services)).ranges
  }

  it('begin at midnight in London, the week six days ago', async () => {
    const { week, month, year } = await sellAt(
      '2031-06-10T12:00:00Z',
      '2030-12-31T23:59:59Z',
      '2031-01-01T00:00:00Z',
      '2031-05-31T22:59:59Z',
      '2031-05-31T23:00:00Z',
      '2031-06-03T22:59:59Z',
      '2031-06-03T23:00:00Z',
    )
    expect(week).toMatchObject({ since: '2031-06-04', vouchersSold: 1, revenue: '10.00' })
    expect(month).toMatchObject({ since: '2031-06-01', vouchersSold: 3, revenue: '30.00' })
    expect(year).toMatchObject({ since: '2031-01-01', vouchersSold: 5, revenue: '50.00' })
  })

  it('hold more in the week than in the year on the first days of January', async () => {
    const { week, month, year } = await sellAt(
      '2033-01-02T12:00:00Z',
      '2032-12-29T12:00:00Z',
      '2033-01-01T12:00:00Z',
    )
    expect(week).toMatchObject({ since: '2032-12-27', vouchersSold: 2, revenue: '20.00' })
    expect([month, year]).toMatchObject([
      { since: '2033-01-01', vouchersSold: 1, revenue: '10.00' },
      { since: '2033-01-01', vouchersSold: 1, revenue: '10.00' },
    ])
  })
})

it('recentActivity has the eight latest entries of the shop, newest first', async () => {
  world.clock.set('2035-03-01T12:00:00Z')
  const pounds = Array.from({ length: RECENT_ACTIVITY + 1 }, (_, index) => index + 10)
  for (const amount of pounds) await makeAtDesk(amount * 100, 'cash')
  const { recentActivity } = await getStats(world.services)
  expect(recentActivity.map(({ type, description }) => `${type}: ${description}`)).toEqual(
    pounds
      .slice(1)
      .toReversed()
      .map((amount) => `voucher: Voucher £${amount}.00 made for Recipient`),
  )
  const times = recentActivity.map(({ timestamp }) => timestamp)
  expect(times).toEqual(times.toSorted().toReversed())
})
