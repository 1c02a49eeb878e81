import type { Stripe } from 'stripe'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { StripeStandIn } from '#local/stripe/start-stripe.ts'
import { createPaidIntent, createTestIntent } from '#tests/harness/probe-account.ts'
import { confirmAsBrowser, sdk, startTestAccount, stripeErrorOf } from '#tests/harness/test-account.ts'

const DAY_MS = 86_400_000
const NOON = Date.UTC(2026, 0, 5, 12)

let now = NOON
let standIn: StripeStandIn
let stripe: Stripe

beforeAll(async () => {
  standIn = await startTestAccount({ clock: () => now })
  stripe = sdk(standIn)
})
afterAll(() => standIn.stop())
afterEach(async () => {
  now = NOON
  await standIn.control.reset()
})

const list = (params: Stripe.BalanceTransactionListParams = {}) =>
  stripe.balanceTransactions.list({ limit: 100, ...params }).then(({ data }) => data)

const ids = (rows: { id: string }[]) => rows.map(({ id }) => id)

async function payByKlarna(): Promise<Stripe.PaymentIntent> {
  const intent = await createTestIntent(stripe, { automatic_payment_methods: { enabled: true } })
  await confirmAsBrowser(standIn.url, intent, {
    'payment_method_data[type]': 'klarna',
    return_url: 'http://localhost:4321/shop',
  })
  return standIn.control.authenticate({ intent: intent.id })
}

describe('a balance transaction', () => {
  it('of a charge is of type and category charge, less the fee of 1.5% and 20p', async () => {
    const { latest_charge: charge } = await createPaidIntent(stripe)
    expect(await list()).toMatchObject([
      {
        type: 'charge',
        reporting_category: 'charge',
        source: charge,
        amount: 5000,
        fee: 95,
        fee_details: [{ amount: 95, type: 'stripe_fee', description: 'Stripe processing fees' }],
        net: 4905,
      },
    ])
  })

  it('of a refund or of its failure has no fee, and its category is its type', async () => {
    const paid = await createPaidIntent(stripe)
    const refund = await stripe.refunds.create({ payment_intent: paid.id, amount: 2000 })
    await standIn.control.settleRefund({ refund: refund.id, ok: false })
    const [failed, refunded] = await list()
    const same = { source: refund.id, fee: 0, fee_details: [] }
    expect(refunded).toMatchObject({ ...same, type: 'refund', reporting_category: 'refund', net: -2000 })
    expect(failed).toMatchObject({
      ...same,
      type: 'refund_failure',
      reporting_category: 'refund_failure',
      net: 2000,
    })
  })

  it('of a payment without a card is a payment or payment_refund, in the categories of cards', async () => {
    const paid = await payByKlarna()
    await stripe.refunds.create({ payment_intent: paid.id })
    expect((await list()).map(({ type, reporting_category: category }) => [type, category])).toEqual([
      ['payment_refund', 'refund'],
      ['payment', 'charge'],
    ])
  })

  it('of a dispute is an adjustment with a fee of £20, which stays when the dispute is won', async () => {
    const paid = await createPaidIntent(stripe)
    const { id } = await standIn.control.openDispute({ intent: paid.id })
    await standIn.control.setDisputeStatus({ dispute: id, status: 'won' })
    const [won, opened] = await list()
    expect(opened).toMatchObject({
      type: 'adjustment',
      reporting_category: 'dispute',
      source: id,
      amount: -5000,
      fee: 2000,
      fee_details: [{ amount: 2000, type: 'stripe_fee', description: 'Dispute fee' }],
      net: -7000,
    })
    expect(won).toMatchObject({
      type: 'adjustment',
      reporting_category: 'dispute_reversal',
      source: id,
      amount: 5000,
      fee: 0,
      net: 5000,
    })
  })

  it('is pending until the seventh midnight, then available, alone and expanded from its charge', async () => {
    const { latest_charge: charge } = await createPaidIntent(stripe)
    const [row] = await list()
    expect(row?.available_on).toBe(Date.UTC(2026, 0, 12) / 1000)
    const statuses = async () => {
      const expanded = await stripe.charges.retrieve(charge as string, { expand: ['balance_transaction'] })
      const [listed] = await list({ source: charge as string })
      const { status } = await stripe.balanceTransactions.retrieve(row!.id)
      return [status, listed?.status, (expanded.balance_transaction as Stripe.BalanceTransaction).status]
    }
    now = Date.UTC(2026, 0, 12) - 1000
    expect(await statuses()).toEqual(['pending', 'pending', 'pending'])
    now += 1000
    expect(await statuses()).toEqual(['available', 'available', 'available'])
  })
})

describe('the list of balance transactions', () => {
  it('is filtered by type, source and currency', async () => {
    const paid = await createPaidIntent(stripe)
    const refund = await stripe.refunds.create({ payment_intent: paid.id })
    const [refunded, charged] = await list()
    expect(ids(await list({ type: 'refund' }))).toEqual([refunded?.id])
    expect(ids(await list({ source: refund.id }))).toEqual([refunded?.id])
    expect(ids(await list({ type: 'charge', source: refund.id }))).toEqual([])
    expect(ids(await list({ currency: 'gbp' }))).toEqual([refunded?.id, charged?.id])
    expect(await list({ currency: 'eur' })).toEqual([])
  })

  it('includes the ends of gte and lte, and not those of gt and lt', async () => {
    for (const day of [0, 1, 2]) {
      now = NOON + day * DAY_MS
      await createPaidIntent(stripe)
    }
    const [third, second, first] = ids(await list())
    const [start, end] = [NOON / 1000, (NOON + 2 * DAY_MS) / 1000]
    expect(ids(await list({ created: { gte: start, lt: end } }))).toEqual([second, first])
    expect(ids(await list({ created: { gt: start, lte: end } }))).toEqual([third, second])
    expect(ids(await list({ created: start }))).toEqual([first])
  })

  it('expands the source of each kind', async () => {
    const paid = await createPaidIntent(stripe)
    const disputed = await createPaidIntent(stripe)
    await stripe.refunds.create({ payment_intent: paid.id, amount: 100 })
    const dispute = await standIn.control.openDispute({ intent: disputed.id, amount: 1000 })
    await standIn.control.setDisputeStatus({ dispute: dispute.id, status: 'won' })
    now += 10 * DAY_MS
    const rows = await list({ expand: ['data.source'] })
    const sources = rows.map(({ reporting_category: category, source }) => [
      category,
      (source as Stripe.BalanceTransactionSource).object,
    ])
    expect(sources).toEqual([
      ['payout', 'payout'],
      ['dispute_reversal', 'dispute'],
      ['dispute', 'dispute'],
      ['refund', 'refund'],
      ['charge', 'charge'],
      ['charge', 'charge'],
    ])
    expect(rows[3]?.source).toMatchObject({ payment_intent: paid.id, amount: 100 })
  })

  it('refuses a payout that does not exist and a parameter that Stripe does not have', async () => {
    expect((await stripeErrorOf(list({ payout: 'po_nobodys' }))).code).toBe('resource_missing')
    const unknown: object = { reporting_category: 'charge' }
    expect((await stripeErrorOf(list(unknown))).code).toBe('parameter_unknown')
  })

  it('is empty after a reset', async () => {
    await createPaidIntent(stripe)
    expect(await list()).toHaveLength(1)
    await standIn.control.reset()
    expect(await list()).toEqual([])
    await createPaidIntent(stripe)
    expect(await list()).toHaveLength(1)
  })

  it('shows what a control has amended', async () => {
    await createPaidIntent(stripe)
    const [row] = await list()
    await standIn.control.amend({ id: row!.id, changes: { reporting_category: 'unheard_of' } })
    expect(await list()).toMatchObject([{ id: row?.id, reporting_category: 'unheard_of' }])
  })
})
