import type { Stripe } from 'stripe'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { StripeStandIn } from '#local/stripe/start-stripe.ts'
import { createPaidIntent } from '#tests/harness/probe-account.ts'
import { sdk, startTestAccount } from '#tests/harness/test-account.ts'

let standIn: StripeStandIn
let stripe: Stripe

beforeAll(async () => {
  standIn = await startTestAccount()
  stripe = sdk(standIn)
})
afterAll(() => standIn.stop())

describe('a refund that fails after its payment was disputed', () => {
  it.each([
    ['pending', 'pm_card_pendingRefund', 'charge_for_pending_refund_disputed'],
    ['succeeded', 'pm_card_visa', 'expired_or_canceled_card'],
  ])('and that was %s (%s) names %s, also once the dispute is lost', async (status, method, reason) => {
    const paid = await createPaidIntent(stripe, method)
    const refund = await stripe.refunds.create({ payment_intent: paid.id, amount: 2000 })
    expect(refund.status).toBe(status)
    const dispute = await standIn.control.openDispute({ intent: paid.id })
    await standIn.control.amend({ id: dispute.id, changes: { status: 'lost' } })

    const failed = await standIn.control.settleRefund({ refund: refund.id, ok: false })
    expect(failed).toMatchObject({ status: 'failed', failure_reason: reason })
    expect(standIn.state().events.slice(-3)).toMatchObject([
      { type: 'refund.updated', data: { object: { status: 'failed' } } },
      { type: 'charge.refund.updated', data: { object: { status: 'failed' } } },
      { type: 'refund.failed', data: { object: { status: 'failed' } } },
    ])
    const [charge] = (await stripe.charges.list({ payment_intent: paid.id })).data
    expect(charge).toMatchObject({ amount_refunded: 0, refunded: false, disputed: true })
  })
})
