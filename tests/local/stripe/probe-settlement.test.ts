import { describe, expect, it, vi } from 'vitest'
import {
  createPaidIntent,
  createTestIntent,
  EVENTUALLY,
  useProbeAccount,
} from '#tests/harness/probe-account.ts'
import { stripeErrorOf } from '#tests/harness/test-account.ts'

// What settling, the full run and the reconciliation take for granted of Stripe's answers.
const probe = useProbeAccount()

const A_MINUTE_AGO = () => ({ created: { gte: Math.floor(Date.now() / 1000) - 60 }, limit: 100 })

describe('an intent', () => {
  it('expands its charge with the amounts received and refunded', async () => {
    const paid = await createPaidIntent(probe.stripe)
    await probe.stripe.refunds.create({ payment_intent: paid.id, amount: 1500 })
    const intent = await probe.stripe.paymentIntents.retrieve(paid.id, {
      expand: ['latest_charge', 'review'],
    })
    expect(intent).toMatchObject({
      status: 'succeeded',
      review: null,
      amount_received: 5000,
      latest_charge: {
        amount_captured: 5000,
        amount_refunded: 1500,
        disputed: false,
        payment_method_details: { type: 'card' },
      },
    })
  })

  it('stores the delivery address', async () => {
    const shipping = {
      name: 'First Last',
      phone: '0151 496 0000',
      address: { line1: '2 Example Street', city: 'Liverpool', postal_code: 'L1 0AB', country: 'GB' },
    }
    const { id } = await createTestIntent(probe.stripe, { shipping })
    expect(await probe.stripe.paymentIntents.retrieve(id)).toMatchObject({ shipping })
  })

  it('can be paid with another card after a decline, which stays in the list as a failed charge', async () => {
    const { id } = await createTestIntent(probe.stripe)
    const declined = probe.stripe.paymentIntents.confirm(id, {
      payment_method: 'pm_card_visa_chargeDeclined',
    })
    expect((await stripeErrorOf(declined)).code).toBe('card_declined')
    const after = await probe.stripe.paymentIntents.retrieve(id, { expand: ['latest_charge'] })
    expect(after).toMatchObject({ status: 'requires_payment_method', latest_charge: { status: 'failed' } })
    await probe.stripe.paymentIntents.confirm(id, { payment_method: 'pm_card_visa' })
    const paid = await probe.stripe.paymentIntents.retrieve(id, { expand: ['latest_charge'] })
    expect(paid).toMatchObject({ status: 'succeeded', latest_charge: { paid: true } })
    const { data } = await probe.stripe.charges.list({ payment_intent: id })
    expect(data.map(({ status }) => status)).toEqual(['succeeded', 'failed'])
  })
})

describe('the lists of the full run', () => {
  it('contain a refund of the last minute with its charge', async () => {
    const paid = await createPaidIntent(probe.stripe)
    const { id } = await probe.stripe.refunds.create({ payment_intent: paid.id, amount: 100 })
    const { data } = await probe.stripe.refunds.list({ ...A_MINUTE_AGO(), expand: ['data.charge'] })
    expect(data.find((refund) => refund.id === id)).toMatchObject({
      payment_intent: paid.id,
      charge: { amount: 5000, amount_refunded: 100 },
    })
  })

  it('show when a refund failed by its balance transaction', async () => {
    const paid = await createPaidIntent(probe.stripe, 'pm_card_refundFail')
    const { id } = await probe.stripe.refunds.create({ payment_intent: paid.id })
    const failure = await vi.waitFor(async () => {
      const { status, failure_balance_transaction: transaction } = await probe.stripe.refunds.retrieve(id)
      expect(status).toBe('failed')
      return transaction
    }, EVENTUALLY)
    const found = await probe.stripe.balanceTransactions.retrieve(failure as string)
    expect(found).toMatchObject({ type: 'refund_failure', amount: 5000 })
  })

  it('contain a dispute of the last minute with the withdrawn amount and whether a refund is possible', async () => {
    const paid = await createPaidIntent(probe.stripe, 'pm_card_createDispute')
    const dispute = await vi.waitFor(async () => {
      const { data } = await probe.stripe.disputes.list({ ...A_MINUTE_AGO(), expand: ['data.charge'] })
      const found = data.find((one) => one.payment_intent === paid.id)
      expect(found?.balance_transactions).toHaveLength(1)
      return found
    }, EVENTUALLY)
    expect(dispute).toMatchObject({
      status: 'needs_response',
      is_charge_refundable: false,
      balance_transactions: [{ amount: -5000 }],
      charge: { disputed: true, amount_refunded: 0 },
    })
  })

  it('contain an inquiry, which withdraws nothing and leaves the charge refundable', async () => {
    const paid = await createPaidIntent(probe.stripe, 'pm_card_createDisputeInquiry')
    await vi.waitFor(async () => {
      const { data } = await probe.stripe.disputes.list({ payment_intent: paid.id })
      expect(data).toMatchObject([
        { status: 'warning_needs_response', is_charge_refundable: true, balance_transactions: [] },
      ])
    }, EVENTUALLY)
  })

  it('continue after an intent and refuse an unknown one', async () => {
    const [first, second] = [await createTestIntent(probe.stripe), await createTestIntent(probe.stripe)]
    const { data } = await probe.stripe.paymentIntents.list({ limit: 1, starting_after: second.id })
    expect(data[0]?.id).toBe(first.id)
    const unknown = probe.stripe.paymentIntents.list({ limit: 1, starting_after: 'pi_nobodys' })
    expect((await stripeErrorOf(unknown)).code).toBe('resource_missing')
  })
})

describe('a dispute', () => {
  it.each([
    ['won', 0],
    ['lost', -5000],
  ] as const)(
    'that is %s has moved %d pence',
    async (status, moved) => {
      const paid = await createPaidIntent(probe.stripe, 'pm_card_createDispute')
      const { id } = await vi.waitFor(async () => {
        const { data } = await probe.stripe.disputes.list({ payment_intent: paid.id })
        expect(data).toHaveLength(1)
        return data[0]!
      }, EVENTUALLY)
      await probe.decide(id, status)
      await vi.waitFor(async () => {
        const decided = await probe.stripe.disputes.retrieve(id)
        expect(decided.status).toBe(status)
        expect(decided.balance_transactions.reduce((sum, { amount }) => sum + amount, 0)).toBe(moved)
      }, EVENTUALLY)
    },
    100_000,
  )
})
