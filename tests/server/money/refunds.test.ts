import { Stripe } from 'stripe'
import { describe, expect, it } from 'vitest'
import { clinic } from '#clinic/current-clinic.ts'
import { refundVoucher } from '#server/money/refund/refund-voucher.ts'
import { settlePayments } from '#server/money/settle/settle-payments.ts'
import { adjustVoucher, redeemVoucher } from '#server/vouchers/ledger/change-balance.ts'
import { expireVouchers } from '#server/vouchers/ledger/expire-vouchers.ts'
import { extendVoucher } from '#server/vouchers/ledger/extend-voucher.ts'
import { AFTER_VALIDITY_DAYS } from '#tests/harness/after-validity-days.ts'
import { deliverEvents, subjectsTo } from '#tests/harness/deliver-events.ts'
import { voucherShop, type ShopVoucher } from '#tests/harness/voucher-shop.ts'
import { useWorld } from '#tests/harness/world.ts'

const world = useWorld()
const { buyVoucher, books, redeem } = voucherShop(world)

/** Services in which Stripe makes a refund, and its response is lost. */
function servicesWithoutRefundResponse(): typeof world.services {
  const { stripe } = world.services
  const refunds = Object.assign(Object.create(stripe.refunds), {
    create: async (...parameters: Parameters<typeof stripe.refunds.create>) => {
      await stripe.refunds.create(...parameters)
      throw new Stripe.errors.StripeConnectionError({ message: 'no response', type: 'api_error' })
    },
  })
  return { ...world.services, stripe: Object.assign(Object.create(stripe), { refunds }) }
}

describe('refundVoucher', () => {
  it('refundVoucher refunds to the card, ends the voucher and emails the buyer', async () => {
    const voucher = await buyVoucher()
    const share = await refundVoucher(world.services, voucher.id, 'admin')
    expect(share).toEqual({ refundedPence: 5000, cancelledPence: 0, state: 'succeeded' })
    expect(await books(voucher)).toEqual({ status: 'refunded', balance: 0, state: 'refunded' })
    expect(
      world.stripe.state().charges.find((one) => one.payment_intent === voucher.intentId)?.amount_refunded,
    ).toBe(5000)
    await deliverEvents(world, voucher.intentId)
    expect(subjectsTo(world, voucher.email)).toHaveLength(2)
  })

  it('refundVoucher refunds only the balance', async () => {
    const voucher = await buyVoucher()
    await redeem(voucher, 3000)
    expect(await refundVoucher(world.services, voucher.id, 'admin')).toEqual({
      refundedPence: 2000,
      cancelledPence: 0,
      state: 'succeeded',
    })
    expect(await books(voucher)).toMatchObject({ status: 'refunded', balance: 0 })
  })

  it('refundVoucher refunds only Stripe’s refundable amount and cancels the rest', async () => {
    const voucher = await buyVoucher()
    await world.stripe.control.refund({ intent: voucher.intentId, amount: 1000 })
    expect(await refundVoucher(world.services, voucher.id, 'admin')).toEqual({
      refundedPence: 4000,
      cancelledPence: 1000,
      state: 'succeeded',
    })
    await deliverEvents(world, voucher.intentId)
    expect(await books(voucher)).toMatchObject({ status: 'refunded', balance: 0 })
  })

  it('concurrent calls of refundVoucher make one refund', async () => {
    const voucher = await buyVoucher()
    const presses = await Promise.allSettled(
      [1, 2, 3, 4, 5].map(() => refundVoucher(world.services, voucher.id, 'admin')),
    )
    expect(presses.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    const made = world.stripe.state().refunds.filter((one) => one.payment_intent === voucher.intentId)
    expect(made.map(({ amount }) => amount)).toEqual([5000])
  })

  it('a refund that fails later is reversed and the clinic gets an email', async () => {
    const voucher = await buyVoucher('pm_card_refundFail')
    await redeem(voucher, 1000)
    await refundVoucher(world.services, voucher.id, 'admin')
    const refund = world.stripe.state().refunds.find((one) => one.payment_intent === voucher.intentId)!
    await world.stripe.control.settleRefund({ refund: refund.id, ok: false })
    await deliverEvents(world, voucher.intentId)
    expect(await books(voucher)).toEqual({ status: 'active', balance: 4000, state: 'fulfilled' })
    expect(subjectsTo(world, clinic.email).length).toBeGreaterThan(0)
    const told = await world.rows(
      `select action from activity where action = 'refund_failed' and voucher_id = $1`,
      [voucher.id],
    )
    expect(told).toHaveLength(1)
  })

  it('a refund whose response was lost is made once, also after Stripe has forgotten its idempotency key', async () => {
    const voucher = await buyVoucher()
    await redeem(voucher, 3000)
    const silent = servicesWithoutRefundResponse()
    expect(await refundVoucher(silent, voucher.id, 'admin')).toMatchObject({ state: 'due' })
    world.clock.advance(25 * 60)
    await world.stripe.control.ageKeys({ hours: 25 })
    await settlePayments(world.services, { full: true })
    world.clock.set(new Date())
    const made = world.stripe.state().refunds.filter((one) => one.payment_intent === voucher.intentId)
    expect(made.map(({ amount }) => amount)).toEqual([2000])
    expect(await books(voucher)).toEqual({ status: 'refunded', balance: 0, state: 'refunded' })
  })

  it('refundVoucher refuses a disputed payment', async () => {
    const voucher = await buyVoucher()
    await world.stripe.control.openDispute({ intent: voucher.intentId })
    await expect(refundVoucher(world.services, voucher.id, 'admin')).rejects.toThrow('cannot be refunded')
    expect(await books(voucher)).toMatchObject({ status: 'active', balance: 5000 })
    await deliverEvents(world, voucher.intentId)
    await expect(refundVoucher(world.services, voucher.id, 'admin')).rejects.toThrow('cannot be refunded')
  })
})

describe('a refund that fails long afterwards', () => {
  const failRefund = async ({ intentId }: ShopVoucher, nth = 0) => {
    const made = world.stripe.state().refunds.filter((one) => one.payment_intent === intentId)
    await world.stripe.control.settleRefund({ refund: made[nth]!.id, ok: false })
    await deliverEvents(world, intentId)
  }
  const refundHalf = async (voucher: ShopVoucher) => {
    await world.stripe.control.refund({ intent: voucher.intentId, amount: 2500 })
    await deliverEvents(world, voucher.intentId)
  }
  const change = ({ id }: ShopVoucher) => ({ voucherId: id, actor: 'admin' })

  it('a failed refund is added to a voucher that was topped up meanwhile', async () => {
    const voucher = await buyVoucher()
    await refundHalf(voucher)
    for (const amount of [50_000, 47_500]) {
      const more = { amount, description: 'For the wait', adminNotes: undefined }
      await adjustVoucher(world.services, change(voucher), more)
      // On another day, because of the day's limit.
      world.clock.advance(24 * 60)
    }
    world.clock.set(new Date())
    await failRefund(voucher)
    expect(await books(voucher)).toEqual({ status: 'active', balance: 102_500, state: 'fulfilled' })
    const more = { amount: 1, description: 'For the wait', adminNotes: undefined }
    await expect(adjustVoucher(world.services, change(voucher), more)).rejects.toThrow(
      'you can add up to £0.00',
    )
    await redeemVoucher(world.services, change(voucher), { amount: 1000, description: undefined })
    expect(await books(voucher)).toMatchObject({ balance: 101_500 })
  })

  it('a failed refund of an expired voucher expires again and returns when it is extended', async () => {
    const voucher = await buyVoucher()
    await refundHalf(voucher)
    world.clock.advance(AFTER_VALIDITY_DAYS * 24 * 60)
    await expireVouchers(world.services)
    await failRefund(voucher)
    expect(await expireVouchers(world.services)).toBe(1)
    expect(await books(voucher)).toMatchObject({ status: 'expired', balance: 0 })
    const day = new Date(world.clock.now().getTime() + 30 * 86_400_000).toISOString().slice(0, 10)
    const { voucher: extended } = await extendVoucher(world.services, change(voucher), day)
    world.clock.set(new Date())
    expect(extended).toMatchObject({ status: 'active', currentBalance: '50.00' })
  })

  it('a failed refund of a voucher refunded meanwhile can be refunded again', async () => {
    const voucher = await buyVoucher()
    await refundHalf(voucher)
    await refundVoucher(world.services, voucher.id, 'admin')
    await failRefund(voucher)
    expect(await books(voucher)).toEqual({ status: 'active', balance: 2500, state: 'fulfilled' })
    expect(await refundVoucher(world.services, voucher.id, 'admin')).toMatchObject({ refundedPence: 2500 })
    expect(await books(voucher)).toEqual({ status: 'refunded', balance: 0, state: 'refunded' })
  })
})

describe('a dispute', () => {
  it('a dispute freezes the voucher and a won one unfreezes it', async () => {
    const voucher = await buyVoucher()
    const dispute = await world.stripe.control.openDispute({ intent: voucher.intentId })
    await deliverEvents(world, voucher.intentId)
    expect(await books(voucher)).toEqual({ status: 'disputed', balance: 5000, state: 'disputed' })
    await world.stripe.control.setDisputeStatus({ dispute: dispute.id, status: 'won' })
    await deliverEvents(world, voucher.intentId)
    expect(await books(voucher)).toEqual({ status: 'active', balance: 5000, state: 'fulfilled' })
  })

  it('a lost dispute ends the voucher like a refund', async () => {
    const voucher = await buyVoucher()
    await redeem(voucher, 1500)
    const dispute = await world.stripe.control.openDispute({ intent: voucher.intentId })
    await deliverEvents(world, voucher.intentId)
    await world.stripe.control.setDisputeStatus({ dispute: dispute.id, status: 'lost' })
    await deliverEvents(world, voucher.intentId)
    await deliverEvents(world, voucher.intentId)
    expect(await books(voucher)).toEqual({ status: 'refunded', balance: 0, state: 'refunded' })
  })

  it('dispute events in the wrong order have the same result', async () => {
    const voucher = await buyVoucher()
    const dispute = await world.stripe.control.openDispute({ intent: voucher.intentId })
    await world.stripe.control.setDisputeStatus({ dispute: dispute.id, status: 'won' })
    await deliverEvents(world, dispute.id, 'reversed')
    expect(await books(voucher)).toEqual({ status: 'active', balance: 5000, state: 'fulfilled' })
  })

  it('a dispute of a voucher during a refund ends with the results of both', async () => {
    const voucher = await buyVoucher('pm_card_pendingRefund')
    await redeem(voucher, 1000)
    await refundVoucher(world.services, voucher.id, 'admin')
    const dispute = await world.stripe.control.openDispute({ intent: voucher.intentId })
    await deliverEvents(world, voucher.intentId)
    const refund = world.stripe.state().refunds.find((one) => one.payment_intent === voucher.intentId)!
    await world.stripe.control.settleRefund({ refund: refund.id })
    await deliverEvents(world, voucher.intentId)
    expect(await books(voucher)).toEqual({ status: 'disputed', balance: 0, state: 'disputed' })
    await world.stripe.control.setDisputeStatus({ dispute: dispute.id, status: 'won' })
    await deliverEvents(world, voucher.intentId)
    expect(await books(voucher)).toEqual({ status: 'refunded', balance: 0, state: 'refunded' })
  })

  it('a dispute opened at the moment of payment freezes the voucher', async () => {
    const voucher = await buyVoucher('pm_card_createDispute')
    await deliverEvents(world, voucher.intentId)
    expect(await books(voucher)).toMatchObject({ status: 'disputed', state: 'disputed' })
  })
})
