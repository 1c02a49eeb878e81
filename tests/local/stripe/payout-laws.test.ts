import type { Stripe } from 'stripe'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createPrng } from '#local/prng.ts'
import type { StripeStandIn } from '#local/stripe/start-stripe.ts'
import { sdk, startTestAccount } from '#tests/harness/test-account.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const START = Date.UTC(2026, 0, 1)

let now = START
let standIn: StripeStandIn
let stripe: Stripe

beforeAll(async () => {
  standIn = await startTestAccount({ clock: () => now })
  stripe = sdk(standIn)
})
afterAll(() => standIn.stop())

interface Step {
  what: keyof typeof TAKE
  hours: number
  amount: number
  /** Chooses among the objects that the step may concern. */
  pick: number
}

/** What the next steps may change, and how often money has moved. */
interface Replayed {
  payments: { id: string; left: number }[]
  refunds: string[]
  disputes: string[]
  moved: number
}

const takeOut = <Item>(items: Item[], pick: number): Item[] => items.splice(pick % (items.length || 1), 1)

const TAKE = {
  async pay({ amount }: Step, replayed: Replayed) {
    replayed.payments.push({ id: (await standIn.control.payElsewhere({ amount })).id, left: amount })
    replayed.moved++
  },
  async refund(step: Step, replayed: Replayed) {
    for (const { id: intent, left } of takeOut(replayed.payments, step.pick)) {
      const amount = Math.min(step.amount, left)
      replayed.refunds.push((await standIn.control.refund({ intent, amount })).id)
      if (amount < left) replayed.payments.push({ id: intent, left: left - amount })
      replayed.moved++
    }
  },
  async failRefund({ pick }: Step, replayed: Replayed) {
    for (const refund of takeOut(replayed.refunds, pick)) {
      await standIn.control.settleRefund({ refund, ok: false })
      replayed.moved++
    }
  },
  async dispute({ amount, pick }: Step, replayed: Replayed) {
    for (const { id: intent, left } of takeOut(replayed.payments, pick)) {
      const { id } = await standIn.control.openDispute({ intent, amount: Math.min(amount, left) })
      replayed.disputes.push(id)
      replayed.moved++
    }
  },
  async win({ pick }: Step, replayed: Replayed) {
    for (const dispute of takeOut(replayed.disputes, pick)) {
      await standIn.control.setDisputeStatus({ dispute, status: 'won' })
      replayed.moved++
    }
  },
  read: () => stripe.payouts.list(),
  wait: () => Promise.resolve(),
}

/** About a year, in which some days have several payments and others none. */
function makeYear(seed: number): Step[] {
  const prng = createPrng('year', seed)
  const weights = { pay: 3, refund: 1, failRefund: 1, dispute: 1, win: 1, read: 1 }
  return Array.from({ length: 90 }, () => ({
    what: prng.pickWeighted(weights),
    hours: prng.between(0, 200),
    amount: prng.between(30, 20_000),
    pick: prng.between(0, 1000),
  }))
}

/** Replays the year in an empty account, and then waits until everything is available. */
async function replay(steps: Step[]): Promise<Replayed> {
  now = START
  await standIn.control.reset()
  const replayed: Replayed = { payments: [], refunds: [], disputes: [], moved: 0 }
  for (const step of steps) {
    now += step.hours * HOUR_MS
    await TAKE[step.what](step, replayed)
  }
  now += 20 * DAY_MS
  return replayed
}

async function all<Item>(list: AsyncIterable<Item>): Promise<Item[]> {
  const items: Item[] = []
  for await (const item of list) items.push(item)
  return items
}

const allPayouts = () => all(stripe.payouts.list({ limit: 100 }))
const allTransactions = (params: Stripe.BalanceTransactionListParams = {}) =>
  all(stripe.balanceTransactions.list({ limit: 100, ...params }))

const sum = (amounts: number[]) => amounts.reduce((total, amount) => total + amount, 0)

const isPayout = ({ type }: Stripe.BalanceTransaction) => type === 'payout'

describe.each([1, 2, 3, 4, 5, 6])('in year %i of payments, refunds and disputes', (seed) => {
  const steps = makeYear(seed)

  it('each transaction is in at most one payout, and a payout is the sum of its transactions', async () => {
    await replay(steps)
    const seen: string[] = []
    for (const payout of await allPayouts()) {
      const [own, ...paidOut] = await allTransactions({ payout: payout.id })
      expect(own).toMatchObject({ source: payout.id, net: -payout.amount })
      expect(paidOut.filter(isPayout)).toEqual([])
      expect(sum(paidOut.map(({ net }) => net))).toBe(payout.amount)
      expect(payout.amount).toBeGreaterThan(0)
      expect(Math.max(...paidOut.map(({ available_on: at }) => at))).toBeLessThanOrEqual(payout.created)
      seen.push(...paidOut.map(({ id }) => id))
    }
    expect(new Set(seen).size).toBe(seen.length)
    expect(seen.length).toBeGreaterThan(20)
  })

  it('the sum of all transactions is what is still at Stripe: at the end at most a debt', async () => {
    await replay(steps)
    const paidOut = new Set<string>()
    for (const { id } of await allPayouts())
      for (const row of await allTransactions({ payout: id })) paidOut.add(row.id)
    const rows = await allTransactions()
    const left = rows.filter(({ id }) => !paidOut.has(id))
    expect(sum(rows.map(({ net }) => net))).toBe(sum(left.map(({ net }) => net)))
    expect(sum(left.map(({ net }) => net))).toBeLessThanOrEqual(0)
  })

  it('there is at most one payout a day, at midnight', async () => {
    await replay(steps)
    const days = (await allPayouts()).map(({ created }) => (created * 1000) / DAY_MS)
    expect(days.filter((day) => !Number.isInteger(day))).toEqual([])
    expect(new Set(days).size).toBe(days.length)
  })

  it('the payouts are the same however often they are read in between', async () => {
    const shown = async () => (await allPayouts()).map(({ created, amount }) => [created, amount])
    await replay(steps)
    const whenReadOften = await shown()
    await replay(steps.map((step) => (step.what === 'read' ? { ...step, what: 'wait' } : step)))
    expect(await shown()).toEqual(whenReadOften)
  })

  it('pages return each transaction once, newest first', async () => {
    const { moved } = await replay(steps)
    const rows = await allTransactions()
    expect(rows.filter((row) => !isPayout(row))).toHaveLength(moved)
    const paged = await allTransactions({ limit: 7 })
    expect(paged.map(({ id }) => id)).toEqual(rows.map(({ id }) => id))
    expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length)
    const created = rows.map(({ created }) => created)
    expect(created).toEqual(created.toSorted((one, next) => next - one))
  })
})
