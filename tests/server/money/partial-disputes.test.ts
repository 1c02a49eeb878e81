import type Stripe from 'stripe'
import { describe, expect, it } from 'vitest'
import { clinic } from '#clinic/current-clinic.ts'
import { syncDisputes } from '#server/money/dispute/apply-dispute.ts'
import { refundOrder } from '#server/money/refund/refund-order.ts'
import { refundPayment } from '#server/money/refund/refund-payment.ts'
import { refundVoucher } from '#server/money/refund/refund-voucher.ts'
import { settlePayments } from '#server/money/settle/settle-payments.ts'
import { getOrder } from '#server/orders/get-order.ts'
import { listAttention } from '#server/reports/attention.ts'
import { adjustVoucher } from '#server/vouchers/ledger/change-balance.ts'
import { expireVouchers } from '#server/vouchers/ledger/expire-vouchers.ts'
import { extendVoucher } from '#server/vouchers/ledger/extend-voucher.ts'
import { AFTER_VALIDITY_DAYS } from '#tests/harness/after-validity-days.ts'
import { deliverEvents, subjectsTo } from '#tests/harness/deliver-events.ts'
import { takeLoggedErrors } from '#tests/harness/no-stray-errors.ts'
import { orderOf } from '#tests/harness/order-buyer.ts'
import { voucherShop, type ShopVoucher } from '#tests/harness/voucher-shop.ts'
import { useWorld } from '#tests/harness/world.ts'

// Each voucher costs 5000 pence. After each test the books are compared with Stripe.
const world = useWorld()
const { buyVoucher, books, redeem } = voucherShop(world)

const open = async ({ intentId }: ShopVoucher, terms: { amount?: number; inquiry?: boolean } = {}) => {
  const { id } = await world.stripe.control.openDispute({ intent: intentId, ...terms })
  await deliverEvents(world, intentId)
  return id
}
const decide = async ({ intentId }: ShopVoucher, dispute: string, ...statuses: Stripe.Dispute.Status[]) => {
  for (const status of statuses) {
    await world.stripe.control.setDisputeStatus({ dispute, status })
    await deliverEvents(world, intentId)
  }
}
const FROZEN = { status: 'disputed', state: 'disputed' }

describe('a partial dispute', () => {
  it('a lost partial dispute takes its part, and the rest can be redeemed and refunded', async () => {
    const voucher = await buyVoucher()
    const dispute = await open(voucher, { amount: 2000 })
    expect(await books(voucher)).toEqual({ ...FROZEN, balance: 5000 })
    await expect(redeem(voucher, 100)).rejects.toMatchObject({ code: 'not_active' })
    await decide(voucher, dispute, 'lost')
    expect(await books(voucher)).toEqual({ status: 'active', balance: 3000, state: 'fulfilled' })
    await redeem(voucher, 500)
    expect(await refundVoucher(world.services, voucher.id, 'admin')).toMatchObject({
      refundedPence: 2500,
      state: 'succeeded',
    })
    expect(await books(voucher)).toEqual({ status: 'refunded', balance: 0, state: 'refunded' })
  })

  it('a won partial dispute leaves the voucher unchanged', async () => {
    const voucher = await buyVoucher()
    await decide(voucher, await open(voucher, { amount: 2000 }), 'won')
    expect(await books(voucher)).toEqual({ status: 'active', balance: 5000, state: 'fulfilled' })
  })

  it('after a partial dispute Stripe’s refundable amount is refunded and the clinic’s addition cancelled', async () => {
    const voucher = await buyVoucher()
    const gift = { amount: 2000, description: 'For the wait', adminNotes: undefined }
    await adjustVoucher(world.services, { voucherId: voucher.id, actor: 'admin' }, gift)
    await decide(voucher, await open(voucher, { amount: 2000 }), 'lost')
    expect(await refundVoucher(world.services, voucher.id, 'admin')).toMatchObject({
      refundedPence: 3000,
      cancelledPence: 2000,
    })
  })

  it('a lost partial dispute takes at most the balance and an empty voucher becomes spent', async () => {
    const voucher = await buyVoucher()
    await redeem(voucher, 4000)
    await decide(voucher, await open(voucher, { amount: 2000 }), 'lost')
    expect(await books(voucher)).toEqual({ status: 'spent', balance: 0, state: 'fulfilled' })
  })

  it('a partial dispute and refunds of the other part end the voucher', async () => {
    const voucher = await buyVoucher()
    await world.stripe.control.refund({ intent: voucher.intentId, amount: 3000 })
    await decide(voucher, await open(voucher), 'lost')
    expect(await books(voucher)).toEqual({ status: 'refunded', balance: 0, state: 'refunded' })
  })
})

describe('the email to the clinic', () => {
  const newest = () => world.mail.list().find(({ to }) => to.includes(clinic.email))

  it('the email about a partly lost dispute states the balance of the voucher', async () => {
    const voucher = await buyVoucher()
    const dispute = await open(voucher, { amount: 2000 })
    expect(newest()).toMatchObject({ subject: 'A payment is disputed: £20.00' })
    await decide(voucher, dispute, 'lost')
    expect(newest()).toMatchObject({
      subject: 'You have lost a dispute: £20.00',
      text: expect.stringContaining('There is still £30.00 on the voucher'),
    })
  })

  it('the email about a decided dispute asks for no response', async () => {
    const voucher = await buyVoucher()
    const { id } = await world.stripe.control.openDispute({ intent: voucher.intentId, amount: 1300 })
    await decide(voucher, id, 'lost')
    expect(subjectsTo(world, clinic.email).filter((subject) => subject.includes('£13.00'))).toEqual([
      'You have lost a dispute: £13.00',
    ])
  })
})

describe('two disputes of one payment', () => {
  it('two disputes freeze the voucher until both are decided and each takes its part', async () => {
    const voucher = await buyVoucher()
    const first = await open(voucher, { amount: 1000 })
    const second = await open(voucher, { amount: 1500 })
    await decide(voucher, first, 'lost')
    expect(await books(voucher)).toEqual({ ...FROZEN, balance: 4000 })
    await decide(voucher, second, 'lost')
    expect(await books(voucher)).toEqual({ status: 'active', balance: 2500, state: 'fulfilled' })
    await decide(voucher, first, 'won')
    expect(await books(voucher)).toEqual({ status: 'active', balance: 3500, state: 'fulfilled' })
  })

  it('two lost disputes of the whole amount end the voucher', async () => {
    const voucher = await buyVoucher()
    const first = await open(voucher, { amount: 3000 })
    await decide(voucher, await open(voucher), 'lost')
    expect(await books(voucher)).toEqual({ ...FROZEN, balance: 3000 })
    await decide(voucher, first, 'lost')
    expect(await books(voucher)).toEqual({ status: 'refunded', balance: 0, state: 'refunded' })
  })

  it.each(['given', 'reversed'] as const)(
    'two disputes have the same result with events in %s order, twice',
    async (order) => {
      const voucher = await buyVoucher()
      const ids: string[] = []
      for (const amount of [1000, 1500]) {
        ids.push((await world.stripe.control.openDispute({ intent: voucher.intentId, amount })).id)
      }
      await world.stripe.control.setDisputeStatus({ dispute: ids[0]!, status: 'lost' })
      await world.stripe.control.setDisputeStatus({ dispute: ids[1]!, status: 'won' })
      for (const about of [...ids, ...ids]) await deliverEvents(world, about, order)
      expect(await books(voucher)).toEqual({ status: 'active', balance: 4000, state: 'fulfilled' })
    },
  )
})

describe('a list of disputes', () => {
  it('a list of disputes older than the one applied last is requested again', async () => {
    const voucher = await buyVoucher()
    const dispute = await open(voucher)
    const { db } = world.services
    let overtaken = false
    const slow: typeof db = {
      ...db,
      batch: async (statements) => {
        if ('updated' in statements && !overtaken) {
          overtaken = true
          await decide(voucher, dispute, 'lost')
        }
        return await db.batch(statements)
      },
    }
    await syncDisputes({ ...world.services, db: slow }, voucher.intentId)
    expect(overtaken).toBe(true)
    expect(await books(voucher)).toEqual({ status: 'refunded', balance: 0, state: 'refunded' })
    const noted = `select action from activity where voucher_id = $1 and action like 'dispute%' order by id`
    expect(await world.rows(noted, [voucher.id])).toEqual([
      { action: 'dispute_opened' },
      { action: 'dispute_lost' },
    ])
  })
})

describe('a prevented dispute', () => {
  it('a prevented dispute counts as lost if money was withdrawn', async () => {
    const voucher = await buyVoucher()
    await decide(voucher, await open(voucher), 'prevented')
    expect(await books(voucher)).toEqual({ status: 'refunded', balance: 0, state: 'refunded' })
  })

  it('a prevented dispute counts as won if no money was withdrawn', async () => {
    const voucher = await buyVoucher()
    await decide(voucher, await open(voucher, { inquiry: true }), 'prevented')
    expect(await books(voucher)).toEqual({ status: 'active', balance: 5000, state: 'fulfilled' })
    expect(subjectsTo(world, clinic.email)[0]).toBe('You have won a dispute: £50.00')
  })
})

describe('an appeal', () => {
  it('a won appeal restores what the lost dispute took, an open one changes nothing', async () => {
    const voucher = await buyVoucher()
    await redeem(voucher, 1500)
    const dispute = await open(voucher)
    await decide(voucher, dispute, 'lost', 'appeal_needs_response', 'appeal_under_review')
    expect(await books(voucher)).toEqual({ status: 'refunded', balance: 0, state: 'refunded' })
    await decide(voucher, dispute, 'won')
    expect(await books(voucher)).toEqual({ status: 'active', balance: 3500, state: 'fulfilled' })
    expect(
      subjectsTo(world, clinic.email)
        .filter((subject) => subject.includes('£50.00'))
        .slice(0, 3),
    ).toEqual([
      'You have won a dispute after all: £50.00',
      'You have lost a dispute: £50.00',
      'A payment is disputed: £50.00',
    ])
  })

  it.each([
    ['spent', 5000],
    ['active', 1],
  ])('a won appeal leaves a voucher %s of which %i pence had been redeemed', async (status, redeemed) => {
    const voucher = await buyVoucher()
    await redeem(voucher, redeemed)
    await decide(voucher, await open(voucher), 'lost', 'won')
    expect(await books(voucher)).toEqual({ status, balance: 5000 - redeemed, state: 'fulfilled' })
  })

  it('a won appeal restores no more than the refunds have left', async () => {
    const voucher = await buyVoucher()
    await redeem(voucher, 4000)
    const dispute = await open(voucher, { amount: 2000 })
    await decide(voucher, dispute, 'lost')
    await world.stripe.control.refund({ intent: voucher.intentId })
    await deliverEvents(world, voucher.intentId)
    await decide(voucher, dispute, 'won')
    expect(await books(voucher)).toEqual({ status: 'spent', balance: 0, state: 'fulfilled' })
  })

  it('a won appeal after the last valid day restores an expired balance', async () => {
    const voucher = await buyVoucher()
    const dispute = await open(voucher)
    await decide(voucher, dispute, 'lost')
    world.clock.advance(AFTER_VALIDITY_DAYS * 24 * 60)
    await decide(voucher, dispute, 'won')
    await expireVouchers(world.services)
    expect(await books(voucher)).toEqual({ status: 'expired', balance: 0, state: 'fulfilled' })
    const day = new Date(world.clock.now().getTime() + 30 * 86_400_000).toISOString().slice(0, 10)
    await extendVoucher(world.services, { voucherId: voucher.id, actor: 'admin' }, day)
    world.clock.set(new Date())
    expect(await books(voucher)).toEqual({ status: 'active', balance: 5000, state: 'fulfilled' })
  })
})

describe('an inquiry', () => {
  it('an inquiry that escalates after a refund takes nothing that was refunded', async () => {
    const voucher = await buyVoucher()
    const dispute = await open(voucher, { inquiry: true })
    await world.stripe.control.refund({ intent: voucher.intentId })
    await decide(voucher, dispute, 'needs_response', 'lost')
    expect(await books(voucher)).toEqual({ status: 'refunded', balance: 0, state: 'refunded' })
  })
})

describe('a dispute with an unknown status', () => {
  it('a dispute with an unknown status is logged and keeps the voucher frozen until it is decided', async () => {
    const voucher = await buyVoucher()
    const dispute = await open(voucher)
    await decide(voucher, dispute, 'mediation')
    expect(takeLoggedErrors().at(-1)).toContain('dispute status not known')
    expect(await books(voucher)).toEqual({ ...FROZEN, balance: 5000 })
    await decide(voucher, dispute, 'won')
    expect(await books(voucher)).toEqual({ status: 'active', balance: 5000, state: 'fulfilled' })
  })
})

describe('the full run', () => {
  const fullPass = () => settlePayments(world.services, { full: true })

  it('the full run syncs a dispute without events, also from lost to won', async () => {
    const voucher = await buyVoucher()
    const { id } = await world.stripe.control.openDispute({ intent: voucher.intentId, amount: 2000 })
    await fullPass()
    expect(await books(voucher)).toEqual({ ...FROZEN, balance: 5000 })
    await world.stripe.control.setDisputeStatus({ dispute: id, status: 'lost' })
    await fullPass()
    expect(await books(voucher)).toEqual({ status: 'active', balance: 3000, state: 'fulfilled' })
    await world.stripe.control.setDisputeStatus({ dispute: id, status: 'won' })
    world.clock.advance(200 * 24 * 60)
    await fullPass()
    world.clock.set(new Date())
    expect(await books(voucher)).toEqual({ status: 'active', balance: 5000, state: 'fulfilled' })
  })
})

it('of an order the refund dialog offers what the bank has left', async () => {
  const order = await orderOf(world)
  const { id: dispute } = await world.stripe.control.openDispute({ intent: order.intentId, amount: 1200 })
  await deliverEvents(world, order.intentId)
  await world.stripe.control.setDisputeStatus({ dispute, status: 'lost' })
  await deliverEvents(world, order.intentId)
  const refundable = async () => (await getOrder(world.services.db, order.id)).refundable
  expect(await refundable()).toBe('20.00')
  await refundOrder(world.services, { orderId: order.id, pence: 500, actor: 'admin' })
  expect(await refundable()).toBe('15.00')
})

it('a refund of an order that failed is made again over what the bank has left since', async () => {
  const order = await orderOf(world, 2)
  const attention = async () =>
    (await listAttention(world.services)).items.find(
      (item) => item.kind === 'refund' && item.reference === order.intentId,
    )
  await refundOrder(world.services, { orderId: order.id, actor: 'admin' })
  const { id: failed } = world.stripe
    .state()
    .refunds.find(({ payment_intent }) => payment_intent === order.intentId)!
  await world.stripe.control.settleRefund({ refund: failed, ok: false })
  const { id: dispute } = await world.stripe.control.openDispute({ intent: order.intentId, amount: 1400 })
  await deliverEvents(world, order.intentId)
  await world.stripe.control.setDisputeStatus({ dispute, status: 'lost' })
  await deliverEvents(world, order.intentId)
  const shown = await attention()
  expect(shown).toMatchObject({ amount: '64.00', refundable: '50.00' })
  const asked = { paymentId: shown!.id, actor: 'admin', expectedPence: 5000 }
  expect(await refundPayment(world.services, asked)).toMatchObject({ refundedPence: 5000 })
})
