import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { clinic } from '#clinic/current-clinic.ts'
import { formatPounds, parsePence } from '#contract/base/money.ts'
import { addDays, lastValidDay } from '#contract/base/send-date.ts'
import { statRanges } from '#contract/reports/reports.ts'
import { sendEmails } from '#server/email/send-emails.ts'
import { syncDisputes } from '#server/money/dispute/apply-dispute.ts'
import { refundOrder } from '#server/money/refund/refund-order.ts'
import { refundVoucher } from '#server/money/refund/refund-voucher.ts'
import { settlePayment } from '#server/money/settle/settle-payment.ts'
import { getCharts } from '#server/reports/charts.ts'
import { getStats } from '#server/reports/stats.ts'
import { listVouchers } from '#server/vouchers/desk/list-vouchers.ts'
import { redeemVoucher, undoVoucherEntry } from '#server/vouchers/ledger/change-balance.ts'
import { extendVoucher } from '#server/vouchers/ledger/extend-voucher.ts'
import { generateAsOwner } from '#tests/harness/generate-as-owner.ts'
import { orderOf } from '#tests/harness/order-buyer.ts'
import { buy } from '#tests/harness/voucher-buyer.ts'
import { useWorld } from '#tests/harness/world.ts'

const world = useWorld()
const ADMIN = randomUUID()

const sum = (...amounts: string[]) =>
  formatPounds(amounts.reduce((pence, amount) => pence + parsePence(amount)!, 0))

async function sellAtDesk(pence: number, at: string): Promise<string> {
  world.clock.set(at)
  const sale = {
    recipientName: 'Recipient',
    recipientEmail: 'recipient@example.com',
    originalAmount: pence,
    paidBy: 'cash',
  }
  return (await generateAsOwner(world.services, ADMIN, sale as Parameters<typeof generateAsOwner>[2])).id
}

async function refundAt(voucherId: string, at: string): Promise<void> {
  world.clock.set(at)
  await refundVoucher(world.services, voucherId, ADMIN)
}

/** Returns the bars of a range as `[first day, vouchers, shop, a year before]`. */
async function barsOf(range: (typeof statRanges)[number]) {
  const { step, bars } = (await getCharts(world.services)).revenue[range]
  return {
    step,
    bars: bars.map(({ since, vouchers, shop, yearBefore }) => [since, vouchers, shop, yearBefore]),
  }
}

it('getCharts has one bar of nothing for all time before the first sale', async () => {
  world.clock.set('2026-11-26T12:00:00Z')
  expect(await barsOf('all')).toEqual({ step: 'month', bars: [['2026-11-01', '0.00', '0.00', null]] })
  const { liability } = await getCharts(world.services)
  expect(liability).toMatchObject({ later: '0.00', expiring: '0.00' })
  expect([liability.months.length, liability.months[0], liability.months.at(-1)]).toEqual([
    13,
    { since: '2026-11-01', balance: '0.00' },
    { since: '2027-11-01', balance: '0.00' },
  ])
})

describe('the bars of a history of years', () => {
  const EXTENDED = addDays(lastValidDay('2031-06-10', clinic.vouchers.validMonths), 80)

  beforeAll(async () => {
    // The month began at midnight in London, which was 23:00 in UTC.
    await sellAtDesk(1000, '2030-05-31T22:59:59Z')
    await sellAtDesk(2000, '2030-05-31T23:00:00Z')
    // Later than the same day of the year after, so that June 2031 is not compared with it.
    await sellAtDesk(300, '2030-06-12T12:00:00Z')
    await sellAtDesk(3000, '2031-01-01T12:00:00Z')
    const refunded = await sellAtDesk(4000, '2031-05-28T12:00:00Z')
    await sellAtDesk(1100, '2031-06-01T12:00:00Z')
    await refundAt(refunded, '2031-06-03T12:00:00Z')
    const used = { voucherId: await sellAtDesk(5000, '2031-06-04T12:00:00Z'), actor: ADMIN }
    await redeemVoucher(world.services, used, { amount: 1500, description: undefined })
    const { entry } = await redeemVoucher(world.services, used, { amount: 200, description: undefined })
    await undoVoucherEntry(world.services, used, { entryId: entry.id })
    const extended = await sellAtDesk(700, '2031-06-09T23:30:00Z')
    await extendVoucher(world.services, { voucherId: extended, actor: ADMIN }, EXTENDED)
  })

  const NOW = '2031-06-10T12:00:00Z'
  /** Days in London, and what is left of the vouchers that were sold on them, in pence. */
  const SOLD = [
    ['2030-05-31', 1000],
    ['2030-06-01', 2000],
    ['2030-06-12', 300],
    ['2031-01-01', 3000],
    ['2031-06-01', 1100],
    ['2031-06-04', 3500],
  ] as const

  it('are the weeks of this month, of which the first begins with it', async () => {
    world.clock.set(NOW)
    expect(await barsOf('month')).toEqual({
      step: 'week',
      bars: [
        ['2031-06-01', '11.00', '0.00', '0.00'],
        ['2031-06-02', '10.00', '0.00', '0.00'],
        ['2031-06-09', '7.00', '0.00', '0.00'],
      ],
    })
  })

  it('are the twelve weeks up to this one, beside the same weeks a year before', async () => {
    world.clock.set(NOW)
    const { step, bars } = await barsOf('quarter')
    expect([step, bars.length, bars[0]![0]]).toEqual(['week', 12, '2031-03-24'])
    expect(bars.slice(-3)).toEqual([
      // 1 June 2030 was the Saturday of this week, 31 May its Friday.
      ['2031-05-26', '51.00', '0.00', '30.00'],
      ['2031-06-02', '10.00', '0.00', '0.00'],
      ['2031-06-09', '7.00', '0.00', '0.00'],
    ])
  })

  it('are the last seven days, one of which lost more than it sold', async () => {
    world.clock.set('2031-06-08T12:00:00Z')
    const { step, bars } = await barsOf('week')
    expect([step, ...bars.map(([since, vouchers]) => `${since} ${vouchers}`)]).toEqual([
      'day',
      '2031-06-02 0.00',
      '2031-06-03 -40.00',
      '2031-06-04 50.00',
      '2031-06-05 0.00',
      '2031-06-06 0.00',
      '2031-06-07 0.00',
      // Sales after “now” count today, as in the figures.
      '2031-06-08 7.00',
    ])
  })

  it('are the months of this year, beside the same months of last year, and this one beside the same days', async () => {
    world.clock.set(NOW)
    expect(await barsOf('year')).toEqual({
      step: 'month',
      bars: [
        ['2031-01-01', '30.00', '0.00', null],
        ['2031-02-01', '0.00', '0.00', null],
        ['2031-03-01', '0.00', '0.00', null],
        ['2031-04-01', '0.00', '0.00', null],
        ['2031-05-01', '40.00', '0.00', '10.00'],
        ['2031-06-01', '28.00', '0.00', '20.00'],
      ],
    })
  })

  it('are months of all time, and its years once there are more than 36 months', async () => {
    world.clock.set('2033-04-30T12:00:00Z')
    const { step, bars } = await barsOf('all')
    expect([step, bars.length]).toEqual(['month', 36])
    world.clock.set('2033-05-01T12:00:00Z')
    expect(await barsOf('all')).toEqual({
      step: 'year',
      bars: [
        ['2030-01-01', '33.00', '0.00', null],
        ['2031-01-01', '98.00', '0.00', '33.00'],
        ['2032-01-01', '0.00', '0.00', '98.00'],
        ['2033-01-01', '0.00', '0.00', '0.00'],
      ],
    })
  })

  it('have the balances by the month of the last valid day, and a last bar of all later months', async () => {
    world.clock.set(NOW)
    const { liability } = await getCharts(world.services)
    const valid = SOLD.map(([day, pence]) => [lastValidDay(day, clinic.vouchers.validMonths), pence] as const)
    const left = [...valid, [EXTENDED, 700] as const].filter(([last]) => last >= NOW.slice(0, 10))
    const balanceOf = (isOf: (month: string) => boolean) =>
      formatPounds(left.filter(([last]) => isOf(last.slice(0, 7))).reduce((all, [, pence]) => all + pence, 0))
    const shown = liability.months.map(({ since }) => since.slice(0, 7))
    expect(liability.months.map(({ balance }) => balance)).toEqual(
      shown.map((month) => balanceOf((last) => last === month)),
    )
    expect(liability.later).toBe(balanceOf((last) => last > shown.at(-1)!))
    expect(liability.later).not.toBe('0.00')
  })

  it('stand above what was redeemed this month', async () => {
    const redeemedAt = async (at: string) => {
      world.clock.set(at)
      return (await getCharts(world.services)).liability.redeemed
    }
    expect([await redeemedAt(NOW), await redeemedAt('2031-07-01T12:00:00Z')]).toEqual(['15.00', '0.00'])
  })

  it.each(['2031-01-02', '2031-06-10', '2031-12-31', '2032-05-20', '2033-06-01'])(
    'sum to the figures beside them on %s',
    async (day) => {
      world.clock.set(`${day}T12:00:00Z`)
      const figures = await getStats(world.services)
      const { revenue, liability } = await getCharts(world.services)
      for (const range of statRanges) {
        const amounts = revenue[range].bars.flatMap(({ vouchers, shop }) => [vouchers, shop])
        expect([range, sum(...amounts)]).toEqual([range, figures.ranges[range].revenue])
      }
      expect(figures.ranges.all.revenue).toBe(figures.totalRevenue)
      expect(sum(...liability.months.map(({ balance }) => balance), liability.later)).toBe(
        figures.voucherValue,
      )
      const { vouchers } = await listVouchers(
        world.services,
        {
          status: 'expiring',
          search: undefined,
          cursor: undefined,
        },
        'owner',
      )
      expect(liability.expiring).toBe(sum(...vouchers.map(({ currentBalance }) => currentBalance)))
    },
  )
})

it('getCharts tells vouchers from the shop, with their refunds and lost disputes', async () => {
  world.clock.set(new Date())
  const soldToday = async () => (await getCharts(world.services)).revenue.week.bars.at(-1)!
  const before = await soldToday()
  const { intentId } = await buy(world, 5000)
  await settlePayment(world.services, intentId)
  const dispute = await world.stripe.control.openDispute({ intent: intentId, amount: 1500 })
  await world.stripe.control.setDisputeStatus({ dispute: dispute.id, status: 'lost' })
  await syncDisputes(world.services, intentId)
  const { id } = await orderOf(world, 3)
  await refundOrder(world.services, { orderId: id, pence: 1000, actor: ADMIN })
  await sendEmails(world.services)
  const { vouchers, shop } = await soldToday()
  expect(vouchers).toBe(sum(before.vouchers, '50.00', '-15.00'))
  expect(shop).toBe(sum(before.shop, '96.00', '-10.00'))
})
