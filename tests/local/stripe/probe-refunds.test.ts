import { randomUUID } from 'node:crypto'
import { describe, expect, it, vi } from 'vitest'
import {
  createPaidIntent,
  createTestIntent,
  EVENTUALLY,
  useProbeAccount,
} from '#tests/harness/probe-account.ts'
import { stripeErrorOf } from '#tests/harness/test-account.ts'

const probe = useProbeAccount()

const refundsOf = async (intent: string) => (await probe.stripe.refunds.list({ payment_intent: intent })).data

async function chargeOf(intent: string) {
  const { data } = await probe.stripe.charges.list({ payment_intent: intent })
  return data[0]
}

describe('a refund', () => {
  it('can be partial, then of the rest, then nothing more', async () => {
    const paid = await createPaidIntent(probe.stripe)
    const part = await probe.stripe.refunds.create({
      payment_intent: paid.id,
      amount: 2000,
      reason: 'requested_by_customer',
      metadata: { by: 'owner' },
    })
    expect(part).toMatchObject({ amount: 2000, status: 'succeeded', metadata: { by: 'owner' } })
    expect(await chargeOf(paid.id)).toMatchObject({ amount_refunded: 2000, refunded: false })
    const rest = await probe.stripe.refunds.create({ payment_intent: paid.id })
    expect(rest.amount).toBe(3000)
    expect(await chargeOf(paid.id)).toMatchObject({ amount_refunded: 5000, refunded: true })
    const error = await stripeErrorOf(probe.stripe.refunds.create({ payment_intent: paid.id }))
    expect(error.code).toBe('charge_already_refunded')
    expect(await refundsOf(paid.id)).toHaveLength(2)
  })

  it('of more than was paid is refused, and so is one of an unpaid intent', async () => {
    const paid = await createPaidIntent(probe.stripe)
    const tooMuch = await stripeErrorOf(
      probe.stripe.refunds.create({ payment_intent: paid.id, amount: 5001 }),
    )
    expect(tooMuch.message).toContain('greater than unrefunded amount')
    const unpaid = await createTestIntent(probe.stripe)
    const nothing = await stripeErrorOf(probe.stripe.refunds.create({ payment_intent: unpaid.id }))
    expect(nothing.message).toContain('does not have a successful charge to refund')
  })

  it('requested twice with the same key is made once', async () => {
    const paid = await createPaidIntent(probe.stripe)
    const idempotencyKey = randomUUID()
    const refund = () =>
      probe.stripe.refunds.create({ payment_intent: paid.id, amount: 1000 }, { idempotencyKey })
    expect((await refund()).id).toBe((await refund()).id)
    expect(await refundsOf(paid.id)).toHaveLength(1)
  })

  it('that the bank returns fails later, and the charge is no longer refunded', async () => {
    const paid = await createPaidIntent(probe.stripe, 'pm_card_refundFail')
    const refund = await probe.stripe.refunds.create({ payment_intent: paid.id })
    expect(refund.status).toBe('succeeded')
    await vi.waitFor(async () => {
      const now = await probe.stripe.refunds.retrieve(refund.id)
      expect(now).toMatchObject({ status: 'failed', failure_reason: 'expired_or_canceled_card' })
    }, EVENTUALLY)
    expect(await chargeOf(paid.id)).toMatchObject({ amount_refunded: 0, refunded: false })
  })

  it('that is pending first succeeds later', async () => {
    const paid = await createPaidIntent(probe.stripe, 'pm_card_pendingRefund')
    const refund = await probe.stripe.refunds.create({ payment_intent: paid.id })
    expect(refund.status).toBe('pending')
    await vi.waitFor(async () => {
      expect((await probe.stripe.refunds.retrieve(refund.id)).status).toBe('succeeded')
    }, EVENTUALLY)
  })
})
