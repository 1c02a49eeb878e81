import type { Stripe } from 'stripe'
import { describe, expect, it } from 'vitest'
import { createPrng, type Prng } from '#local/prng.ts'
import { Refusal } from '#local/stripe/stripe-errors.ts'
import { DomainError } from '#server/domain-error.ts'
import { refundVoucher } from '#server/money/refund/refund-voucher.ts'
import { applyStripeEvent } from '#server/money/settle/apply-stripe-event.ts'
import { settlePayments } from '#server/money/settle/settle-payments.ts'
import { redeemVoucher, undoVoucherEntry } from '#server/vouchers/ledger/change-balance.ts'
import { TEST_LIMIT } from '#tests/harness/limits.ts'
import { takeLoggedErrors } from '#tests/harness/no-stray-errors.ts'
import { voucherShop } from '#tests/harness/voucher-shop.ts'
import { expectInvariants, useWorld } from '#tests/harness/world.ts'

const world = useWorld()
const { buyVoucher } = voucherShop(world)

/** Repetitions; `ROUNDS=1000` for a thorough run. */
const ROUNDS = Number(process.env['ROUNDS'] ?? 5)
const ROUNDS_PER_CHECK = 20

const PAID = 5000
/** Share of changes that are made at the same time as the one before. */
const CONCURRENT_SHARE = 0.5
/** Share of rounds in which the full run runs as well. */
const FULL_RUN_SHARE = 0.1
/** The site reads the present state from Stripe after an event, so one event of each kind is enough. */
const EVENTS = ['refund.updated', 'charge.dispute.updated'] as const

type Change = () => Promise<unknown>

function shuffle<Item>(items: readonly Item[], random: Prng): Item[] {
  return items
    .map((item) => ({ item, rank: random.next() }))
    .toSorted((a, b) => a.rank - b.rank)
    .map(({ item }) => item)
}

/** Returns the changes in random order, some of them to be made at the same time. */
function groupsOf(changes: Change[], random: Prng): Change[][] {
  const groups: Change[][] = []
  for (const change of shuffle(changes, random)) {
    const last = groups.at(-1)
    if (last && random.chance(CONCURRENT_SHARE)) last.push(change)
    else groups.push([change])
  }
  return groups
}

/** Makes the changes. Our code and Stripe may refuse each; anything else fails the test. */
async function make(group: Change[]): Promise<void> {
  const results = await Promise.allSettled(group.map((change) => change()))
  for (const result of results)
    if (
      result.status === 'rejected' &&
      !(result.reason instanceof DomainError || result.reason instanceof Refusal)
    )
      throw result.reason
}

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
  const changes: Change[] = [
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
  for (const group of groupsOf(changes, random)) await make(group)
  await make([decideDisputes])
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
