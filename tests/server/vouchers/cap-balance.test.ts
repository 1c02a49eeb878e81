import { describe, expect, it } from 'vitest'
import { refundVoucher } from '#server/money/refund/refund-voucher.ts'
import { settlePayment } from '#server/money/settle/settle-payment.ts'
import { redeemVoucher, undoVoucherEntry } from '#server/vouchers/ledger/change-balance.ts'
import { expireVouchers } from '#server/vouchers/ledger/expire-vouchers.ts'
import { extendVoucher } from '#server/vouchers/ledger/extend-voucher.ts'
import { AFTER_VALIDITY_DAYS } from '#tests/harness/after-validity-days.ts'
import { deliverEvents, deliverLastEvent } from '#tests/harness/deliver-events.ts'
import { payStarted, startPayment } from '#tests/harness/voucher-buyer.ts'
import { useWorld } from '#tests/harness/world.ts'

// After each test the invariants check that no balance exceeds the money paid for the voucher.
const world = useWorld()

async function buyVoucher(card = 'pm_card_visa') {
  const started = await startPayment(10_000)
  await payStarted(world, started, card)
  const settled = await settlePayment(world.services, started.intentId)
  if (settled.outcome !== 'fulfilled') throw new Error(settled.outcome)
  const change = { voucherId: settled.voucher.id, actor: 'admin' }
  return {
    intent: started.intentId,
    redeem: (amount: number) => redeemVoucher(world.services, change, { amount, description: undefined }),
    undo: (entryId: string) => undoVoucherEntry(world.services, change, { entryId }),
    extend: (day: string) => extendVoucher(world.services, change, day),
    refund: () => refundVoucher(world.services, change.voucherId, 'admin'),
    state: async () =>
      (
        await world.rows('select status, balance_pence as balance from gift_voucher where id = $1', [
          change.voucherId,
        ])
      )[0],
  }
}

type Voucher = Awaited<ReturnType<typeof buyVoucher>>

async function refundAtStripe({ intent }: Voucher, amount: number) {
  const refund = await world.stripe.control.refund({ intent, amount })
  await deliverEvents(world, intent)
  return {
    fail: async () => {
      await world.stripe.control.settleRefund({ refund: refund.id, ok: false })
      await deliverEvents(world, intent)
    },
  }
}

async function loseDispute({ intent }: Voucher, amount?: number) {
  const dispute = await world.stripe.control.openDispute({ intent, ...(amount && { amount }) })
  await world.stripe.control.setDisputeStatus({ dispute: dispute.id, status: 'lost' })
  await deliverEvents(world, intent)
  return dispute
}

describe('undoing a redemption', () => {
  it('undoing a redemption is refused after a full refund at Stripe', async () => {
    const voucher = await buyVoucher()
    const { entry } = await voucher.redeem(10_000)
    await refundAtStripe(voucher, 10_000)
    await expect(voucher.undo(entry.id)).rejects.toMatchObject({ code: 'not_active' })
    expect(await voucher.state()).toEqual({ status: 'refunded', balance: 0 })
  })

  it.each([
    [6000, { status: 'active', balance: 4000 }],
    [9999, { status: 'active', balance: 1 }],
    [1, { status: 'active', balance: 9999 }],
  ])(
    'undoing a redemption restores what is left after %i of 10000 pence were refunded at Stripe',
    async (refunded, left) => {
      const voucher = await buyVoucher()
      const { entry } = await voucher.redeem(10_000)
      await refundAtStripe(voucher, refunded)
      await voucher.undo(entry.id)
      expect(await voucher.state()).toEqual(left)
    },
  )

  it('undoing a redemption restores nothing while refunds exceed it', async () => {
    const voucher = await buyVoucher()
    const { entry } = await voucher.redeem(6000)
    await voucher.redeem(4000)
    await refundAtStripe(voucher, 7000)
    const { voucher: shown, entries } = await voucher.undo(entry.id)
    expect(shown).toMatchObject({ status: 'spent', currentBalance: '0.00' })
    expect(entries[0]).toMatchObject({ amount: '-60.00', description: 'Already refunded or lost at Stripe' })
  })

  it('an undone redemption is restored in full when the refund fails', async () => {
    const voucher = await buyVoucher()
    const { entry } = await voucher.redeem(10_000)
    const refund = await refundAtStripe(voucher, 6000)
    await voucher.undo(entry.id)
    await refund.fail()
    expect(await voucher.state()).toEqual({ status: 'active', balance: 10_000 })
  })

  it('an undone redemption is restored in full when the earlier of two refunds fails', async () => {
    const voucher = await buyVoucher()
    const { entry } = await voucher.redeem(10_000)
    const earlier = await refundAtStripe(voucher, 6000)
    await refundAtStripe(voucher, 3000)
    await voucher.undo(entry.id)
    expect(await voucher.state()).toEqual({ status: 'active', balance: 1000 })
    await earlier.fail()
    expect(await voucher.state()).toEqual({ status: 'active', balance: 7000 })
  })

  it('an undone redemption is restored in full when an earlier dispute is won on appeal', async () => {
    const voucher = await buyVoucher()
    const { entry } = await voucher.redeem(10_000)
    const dispute = await loseDispute(voucher, 6000)
    await refundAtStripe(voucher, 3000)
    await voucher.undo(entry.id)
    expect(await voucher.state()).toEqual({ status: 'active', balance: 1000 })
    await world.stripe.control.setDisputeStatus({ dispute: dispute.id, status: 'won' })
    await deliverEvents(world, voucher.intent)
    expect(await voucher.state()).toEqual({ status: 'active', balance: 7000 })
  })

  it('an undone redemption stays taken by the first of two disputes when the second is won on appeal', async () => {
    const voucher = await buyVoucher()
    const { entry } = await voucher.redeem(10_000)
    await loseDispute(voucher, 6000)
    const second = await loseDispute(voucher, 1000)
    await voucher.undo(entry.id)
    expect(await voucher.state()).toEqual({ status: 'active', balance: 3000 })
    await world.stripe.control.setDisputeStatus({ dispute: second.id, status: 'won' })
    await deliverEvents(world, voucher.intent)
    expect(await voucher.state()).toEqual({ status: 'active', balance: 4000 })
  })
})

describe('extending an expired voucher', () => {
  const NEXT_YEAR = () => new Date(world.clock.now().getTime() + 30 * 86_400_000).toISOString().slice(0, 10)

  it.each([
    [6000, 4000],
    [1, 9999],
  ])(
    'extending an expired voucher restores it without the %i pence refunded at Stripe',
    async (refunded, left) => {
      const voucher = await buyVoucher()
      world.clock.advance(AFTER_VALIDITY_DAYS * 24 * 60)
      await expireVouchers(world.services)
      await refundAtStripe(voucher, refunded)
      await voucher.extend(NEXT_YEAR())
      world.clock.set(new Date())
      expect(await voucher.state()).toEqual({ status: 'active', balance: left })
    },
  )

  it('extending an expired voucher leaves it refunded after a full refund at Stripe', async () => {
    const voucher = await buyVoucher()
    world.clock.advance(AFTER_VALIDITY_DAYS * 24 * 60)
    await expireVouchers(world.services)
    await refundAtStripe(voucher, 10_000)
    await expect(voucher.extend(NEXT_YEAR())).rejects.toMatchObject({ code: 'not_active' })
    world.clock.set(new Date())
  })
})

describe('a refund that fails after a dispute was lost', () => {
  it('a refund that fails after a lost dispute restores nothing', async () => {
    const voucher = await buyVoucher('pm_card_pendingRefund')
    await voucher.redeem(5000)
    await voucher.refund()
    await loseDispute(voucher)
    const refund = world.stripe.state().refunds.find((one) => one.payment_intent === voucher.intent)!
    await world.stripe.control.settleRefund({ refund: refund.id, ok: false })
    // Without the older events: those of the dispute would deduct the amount again.
    await deliverLastEvent(world, voucher.intent)
    expect(await voucher.state()).toEqual({ status: 'spent', balance: 0 })
  })
})
