import type { Stripe } from 'stripe'
import { describe, expect, it } from 'vitest'
import { createPrng, type Prng } from '#local/prng.ts'
import { refundVoucher } from '#server/money/refund/refund-voucher.ts'
import { applyStripeEvent } from '#server/money/settle/apply-stripe-event.ts'
import { settlePayments } from '#server/money/settle/settle-payments.ts'
import { redeemVoucher, undoVoucherEntry } from '#server/vouchers/ledger/change-balance.ts'
import { TEST_LIMIT } from '#tests/harness/limits.ts'
import { makeAtOnce, makeChanges, shuffle, type RacedChange } from '#tests/harness/make-changes.ts'
import { takeLoggedErrors } from '#tests/harness/no-stray-errors.ts'
import { voucherShop } from '#tests/harness/voucher-shop.ts'
import { expectInvariants, useWorld } from '#tests/harness/world.ts'

const world = useWorld()
const { buyVoucher } = voucherShop(world)

/** Repetitions; `ROUNDS=1000` for a thorough run. */
const ROUNDS = Number(process.env['ROUNDS'] ?? 5)
const ROUNDS_PER_CHECK = 20

const PAID = 5000
/** Share of rounds in which the full run runs as well. */
const FULL_RUN_SHARE = 0.1
/** The site reads the present state from Stripe after an event, so one event of each kind is enough. */
const EVENTS = ['refund.updated', 'charge.dispute.updated'] as const

/** One voucher of £50.00 that is redeemed, disputed, refunded here and at Stripe, and has a redemption undone. */
async function playRound(random: Prng): Promise<void> {
  const { id, intentId: intent } = await buyVoucher(random.pick(['pm_card_visa', 'pm_card_pendingRefund']))
  const target = { voucherId: id, actor: 'admin' }
  const redeem = (amount: number) => redeemVoucher(world.services, target, { amount, description: undefined })
  const { entry } = await redeem(random.between(1, PAID))
  const disputes = () => world.stripe.state().disputes.filter((one) => one.payment_intent === intent)
  const deliver = async () => {
    for (const type of shuffle(EVENTS, random)) {
      const event = { id: 'evt_1', type, data: { object: { payment_intent: intent } } }
      await applyStripeEvent(world.services, event as Stripe.Event)
    }
  }
  const decideDisputes = async () => {
    const status = random.pick(['won', 'lost'] as const)
    for (const { id: dispute } of disputes()) await world.stripe.control.setDisputeStatus({ dispute, status })
    await deliver()
  }
  const decideRefunds = async () => {
    const pending = world.stripe
      .state()
      .refunds.filter((one) => one.payment_intent === intent && one.status === 'pending')
    for (const { id: refund } of pending)
      await world.stripe.control.settleRefund({ refund, ok: random.chance(0.5) })
    await deliver()
  }
  const changes: RacedChange[] = [
    () => redeem(random.between(1, PAID)),
    () => undoVoucherEntry(world.services, target, { entryId: entry.id }),
    () => refundVoucher(world.services, id, 'admin'),
    () => world.stripe.control.refund({ intent, amount: random.between(1, PAID) }),
    () => world.stripe.control.openDispute({ intent, amount: random.between(1, PAID) }),
    decideDisputes,
    decideRefunds,
    deliver,
    ...(random.chance(FULL_RUN_SHARE) ? [() => settlePayments(world.services, { full: true })] : []),
  ]
  await makeChanges(changes, random)
  await makeAtOnce([decideDisputes])
  await decideRefunds()
}

describe('changes of one voucher', { timeout: TEST_LIMIT * ROUNDS }, () => {
  it('disputes, redemptions, refunds and undone redemptions in random order leave the books equal to Stripe’s', async () => {
    // Pending refunds are decided by the rounds.
    await world.stripe.control.holdSettling()
    for (let round = 0; round < ROUNDS; round++) {
      await playRound(createPrng(round))
      takeLoggedErrors()
      if (round % ROUNDS_PER_CHECK === 0) await expectInvariants(world)
    }
    const ends = await world.rows<{ status: string }>('select distinct status from gift_voucher')
    expect(ends.length).toBeGreaterThan(1)
  })
})
