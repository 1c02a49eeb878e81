import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Stripe } from 'stripe'
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import type { StripeStandIn } from '#local/stripe/start-stripe.ts'
import { sdk, startTestAccount, stripeErrorOf } from '#tests/harness/test-account.ts'

const DAY_MS = 86_400_000
/** A Monday. */
const NOON = Date.UTC(2026, 0, 5, 12)

let now = NOON
let standIn: StripeStandIn
let stripe: Stripe

const clock = () => now
const seconds = (...date: [year: number, month: number, day: number]) => Date.UTC(...date) / 1000

beforeAll(async () => {
  standIn = await startTestAccount({ clock })
  stripe = sdk(standIn)
})
afterAll(() => standIn.stop())
afterEach(async () => {
  now = NOON
  await standIn.control.reset()
})

const payouts = (params: Stripe.PayoutListParams = {}) =>
  stripe.payouts.list({ limit: 100, ...params }).then(({ data }) => data)

const transactions = (params: Stripe.BalanceTransactionListParams = {}) =>
  stripe.balanceTransactions.list({ limit: 100, ...params }).then(({ data }) => data)

const pay = (amount: number, currency = 'gbp') => standIn.control.payElsewhere({ amount, currency })

const amounts = (made: Stripe.Payout[]) => made.map(({ amount }) => amount)

describe('a payout', () => {
  it('pays out what became available by a midnight, less fees', async () => {
    await pay(5000)
    await pay(3000)
    now += DAY_MS
    await pay(1000)
    now = Date.UTC(2026, 0, 12) - 1000
    expect(await payouts()).toEqual([])
    now += 1000
    const [payout, ...others] = await payouts()
    expect(others).toEqual([])
    expect(payout).toMatchObject({
      amount: 5000 - 95 + 3000 - 65,
      automatic: true,
      created: seconds(2026, 0, 12),
      currency: 'gbp',
      reconciliation_status: 'completed',
      type: 'bank_account',
    })
  })

  it('is listed with its own balance transaction, the newest, and those that it pays out', async () => {
    await pay(5000)
    await pay(3000)
    now += 7 * DAY_MS
    await pay(1000)
    const [payout] = await payouts()
    const rows = await transactions({ payout: payout!.id })
    expect(rows.map(({ type, amount }) => [type, amount])).toEqual([
      ['payout', -7840],
      ['charge', 3000],
      ['charge', 5000],
    ])
    expect(rows[0]).toMatchObject({
      id: payout?.balance_transaction,
      source: payout?.id,
      reporting_category: 'payout',
      status: 'available',
      net: -7840,
      created: payout?.created,
    })
    expect(await transactions({ payout: payout!.id, type: 'payout' })).toHaveLength(1)
    expect(await stripe.balanceTransactions.retrieve(rows[0]!.id)).toMatchObject({ type: 'payout' })
  })

  it.each([
    ['a Monday', 0, seconds(2026, 0, 13)],
    ['a Friday', 4, seconds(2026, 0, 19)],
    ['a Saturday', 5, seconds(2026, 0, 19)],
  ])('that is made on %s is paid once it has arrived on the next working day', async (_, days, arrival) => {
    now += days * DAY_MS
    await pay(5000)
    now += 7 * DAY_MS
    const [{ id } = { id: '' }] = await payouts()
    now = arrival * 1000 - 1000
    expect(await stripe.payouts.retrieve(id)).toMatchObject({ arrival_date: arrival, status: 'in_transit' })
    expect(await payouts({ status: 'paid' })).toEqual([])
    now += 1000
    expect((await stripe.payouts.retrieve(id)).status).toBe('paid')
    expect(await payouts({ status: 'paid' })).toMatchObject([{ id, status: 'paid' }])
  })

  it('is made once, also when it is read again or first as a balance transaction', async () => {
    await pay(5000)
    now += 9 * DAY_MS
    const first = await transactions({ type: 'payout' })
    expect(first).toHaveLength(1)
    expect(await transactions({ type: 'payout' })).toEqual(first)
    expect(await payouts()).toMatchObject([{ id: first[0]?.source }])
    now += 9 * DAY_MS
    expect(await transactions({ type: 'payout' })).toEqual(first)
  })

  it('is dated by the day on which it was due, however late it is read', async () => {
    await pay(5000)
    now += 3 * DAY_MS
    await pay(3000)
    now += 800 * DAY_MS
    expect((await payouts()).map(({ created, status }) => [created, status])).toEqual([
      [seconds(2026, 0, 15), 'paid'],
      [seconds(2026, 0, 12), 'paid'],
    ])
    const [, newest] = await transactions({ created: { lt: seconds(2026, 0, 16) } })
    expect(newest).toMatchObject({ type: 'payout', created: seconds(2026, 0, 12) })
  })

  it('waits while the sum is negative, and then includes what is owed', async () => {
    const paid = await pay(5000)
    await standIn.control.refund({ intent: paid.id })
    now += DAY_MS
    await pay(100)
    now += 7 * DAY_MS
    expect(await payouts()).toEqual([])
    await pay(9000)
    now += 7 * DAY_MS
    const [payout, ...others] = await payouts()
    expect(others).toEqual([])
    expect(payout).toMatchObject({ amount: -95 + 100 - 22 + 9000 - 155 })
    expect(await transactions({ payout: payout!.id })).toHaveLength(5)
  })

  it('is in pounds: other currencies stay at Stripe', async () => {
    await pay(5000, 'eur')
    now += 9 * DAY_MS
    expect(await payouts()).toEqual([])
    await pay(5000)
    now += 9 * DAY_MS
    expect(amounts(await payouts())).toEqual([4905])
  })

  it('may be amended to have failed', async () => {
    await pay(5000)
    now += 9 * DAY_MS
    const [payout] = await payouts()
    await standIn.control.amend({
      id: payout!.id,
      changes: { status: 'failed', failure_code: 'account_closed' },
    })
    expect(await payouts({ status: 'failed' })).toMatchObject([
      { id: payout?.id, failure_code: 'account_closed' },
    ])
  })
})

it('a payment before the last payout, made with a clock that was set back, is in the next payout', async () => {
  await pay(5000)
  now += 20 * DAY_MS
  expect(await payouts()).toHaveLength(1)
  now = NOON - 5 * DAY_MS
  await pay(3000)
  now = NOON + 20 * DAY_MS
  const [late, ...others] = await payouts()
  expect(others).toHaveLength(1)
  expect(late).toMatchObject({ amount: 2935, created: seconds(2026, 0, 13) })
})

describe('the list of payouts', () => {
  it('is filtered by creation and arrival, newest first, page by page', async () => {
    for (const amount of [1000, 2000, 3000]) {
      await pay(amount)
      now += DAY_MS
    }
    now += 30 * DAY_MS
    const [third, second, first] = (await payouts()).map(({ id }) => id)
    const found = (made: Stripe.Payout[]) => made.map(({ id }) => id)
    expect(found(await payouts({ created: { gt: seconds(2026, 0, 12) } }))).toEqual([third, second])
    expect(found(await payouts({ arrival_date: { lte: seconds(2026, 0, 14) } }))).toEqual([second, first])
    expect(found(await payouts({ arrival_date: seconds(2026, 0, 13) }))).toEqual([first])
    const page = await stripe.payouts.list({ limit: 1, starting_after: third! })
    expect(page).toMatchObject({ data: [{ id: second }], has_more: true })
  })

  it('does not have a payout that was never made', async () => {
    const error = await stripeErrorOf(stripe.payouts.retrieve('po_nobodys'))
    expect(error).toMatchObject({ statusCode: 404, code: 'resource_missing' })
  })
})

describe('a payout survives a restart without a clean stop', () => {
  it.each(['payouts', 'balanceTransactions'] as const)('that was made by a list of %s', async (name) => {
    const folder = await mkdtemp(join(tmpdir(), 'stripe-payouts-'))
    onTestFinished(() => rm(folder, { recursive: true }))
    const file = join(folder, 'stripe.jsonl')
    const killed = await startTestAccount({ file, clock })
    await killed.control.payElsewhere({ amount: 5000 })
    now += 9 * DAY_MS
    await killed.control.payElsewhere({ amount: 3000 })
    const read = async (account: StripeStandIn) => (await sdk(account)[name].list()).data
    const before = await read(killed)
    expect(before).toHaveLength(name === 'payouts' ? 1 : 3)

    const after = await startTestAccount({ file, clock })
    expect(await read(after)).toEqual(before)
    const [first] = (await sdk(after).payouts.list()).data
    await after.control.payElsewhere({ amount: 1000 })
    now += 9 * DAY_MS
    const later = (await sdk(after).payouts.list()).data
    expect(later).toMatchObject([{ amount: 2935 + 965 }, { id: first?.id }])
    await after.stop()
    await killed.stop()
  })
})
