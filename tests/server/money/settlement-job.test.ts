import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { serveSchedule } from '#server/http/serve-schedule.ts'
import { runSettlementJob } from '#server/jobs/settlement-job.ts'
import { listAttention } from '#server/reports/attention.ts'
import { callFunction } from '#tests/harness/call-function.ts'
import { deliverEvents } from '#tests/harness/deliver-events.ts'
import { takeLoggedErrors } from '#tests/harness/no-stray-errors.ts'
import { orderOf } from '#tests/harness/order-buyer.ts'
import { useWorld } from '#tests/harness/world.ts'

const world = useWorld()
const MINUTES_SINCE_FAILURE = 11
const ATTEMPTS = 2

const runFull = () => runSettlementJob(world.services, { full: true })
const differences = () => world.rows<{ kind: string }>('select kind from difference')
const readFails = (intentId: string) =>
  world.stripe.control.fault({
    match: `GET /v1/payment_intents/${intentId}`,
    status: 500,
    times: ATTEMPTS,
  })

describe('runSettlementJob, after a refund failed at Stripe without an event', () => {
  let intentId: string

  beforeEach(async () => {
    world.clock.set(new Date())
    ;({ intentId } = await orderOf(world))
    const { id } = await world.stripe.control.refund({ intent: intentId, amount: 1000 })
    await deliverEvents(world, intentId)
    await world.stripe.control.settleRefund({ refund: id, ok: false })
    world.clock.advance(MINUTES_SINCE_FAILURE)
  })
  afterEach(() => world.clock.set(new Date()))

  it('reports no difference in the run that could not read the payment, and reads it in the next', async () => {
    await readFails(intentId)
    await runFull()
    expect(takeLoggedErrors()).toEqual([expect.stringContaining('payment not settled')])
    expect(await differences()).toEqual([])
    world.clock.advance(60)
    await runFull()
    expect(await differences()).toEqual([])
  })

  it('reports the difference after a day in which no run could read the payment', async () => {
    for (const minutes of [0, 120, 1440]) {
      world.clock.advance(minutes)
      expect(await differences()).toEqual([])
      await readFails(intentId)
      await runFull()
    }
    expect(takeLoggedErrors()).toEqual([
      expect.stringContaining('payment not settled'),
      expect.stringContaining('payment not settled'),
      expect.stringContaining('payment not settled'),
      expect.stringContaining('our books differ from Stripe'),
    ])
    expect(await differences()).toEqual([{ kind: 'amounts_differ' }])
    await deliverEvents(world, intentId)
    world.clock.advance(60)
    await runFull()
    expect(await differences()).toEqual([])
  })
})

describe('runSettlementJob, when the full run of the hour', () => {
  const fullRunAt = async () =>
    (await world.rows<{ at: Date | null }>('select full_run_at as at from reconciliation'))[0]!.at
  const makeUp = () => runSettlementJob(world.services, { full: false, makesUp: true })
  afterEach(() => world.clock.set(new Date()))

  it('was missed, makes up for it', async () => {
    await runFull()
    world.clock.advance(56)
    const before = await fullRunAt()
    await runSettlementJob(world.services, { full: false })
    expect(await fullRunAt()).toEqual(before)
    await makeUp()
    expect((await fullRunAt())!.getTime()).toBeGreaterThan(before!.getTime())
  })

  it('has ended, is not full again', async () => {
    await runFull()
    world.clock.advance(5)
    const before = await fullRunAt()
    await makeUp()
    expect(await fullRunAt()).toEqual(before)
  })

  it('has never been, makes up for it', async () => {
    await world.rows('update reconciliation set full_run_at = null')
    await makeUp()
    expect(await fullRunAt()).not.toBeNull()
  })
})

describe('Needs attention shows a step of the full run', () => {
  const late = async () =>
    (await listAttention(world.services)).items.filter(({ kind }) => kind === 'run_late')
  /** Makes Stripe refuse a list in this many full runs: one step reads it, and the comparison. */
  const refuse = (list: string, runs: number) =>
    world.stripe.control.fault({ match: `GET /v1/${list}`, status: 403, times: 2 * runs })
  afterEach(() => world.clock.set(new Date()))

  it('that did not run for three hours, until it has run', async () => {
    await runFull()
    await refuse('disputes', 3)
    for (const minutes of [60, 60, 59]) {
      world.clock.advance(minutes)
      await runFull()
      expect(await late()).toEqual([])
    }
    expect(takeLoggedErrors()).toHaveLength(6)
    world.clock.advance(2)
    const what = ['comparison', 'disputes']
    expect(await late()).toEqual([{ kind: 'run_late', id: 'run', at: expect.any(String), what }])
    await runFull()
    expect(await late()).toEqual([])
  })

  it('that has never run, counted from the first full run', async () => {
    await world.rows(`update reconciliation set steps_at = '{}'`)
    await refuse('refunds', 2)
    await runFull()
    expect(await late()).toEqual([])
    world.clock.advance(181)
    await runFull()
    expect(await late()).toMatchObject([{ what: ['comparison', 'refunds'] }])
    expect(takeLoggedErrors()).toHaveLength(4)
  })

  it('of all steps when no full run ends', async () => {
    await runFull()
    world.clock.advance(181)
    expect((await late())[0]).toHaveProperty('what.length', 6)
  })
})

it.each([
  [4, { full: false, makesUp: false }],
  [5, { full: true, makesUp: false }],
  [9, { full: true, makesUp: false }],
  [10, { full: false, makesUp: true }],
  [14, { full: false, makesUp: true }],
  [15, { full: false, makesUp: false }],
])('a run of settle-payments %i minutes past the hour is %j', async (minutes, expected) => {
  const runs: object[] = []
  const clock = { now: () => new Date(Date.UTC(2026, 10, 25, 9, minutes)) }
  const handler = serveSchedule('settle-payments', clock, async (run) => runs.push(run))
  const response = await callFunction(handler, { path: '/settle-payments', body: { next_run: '' } })
  expect(response.status).toBe(200)
  expect(runs).toEqual([expected])
})

it('Needs attention shows an event that Stripe cannot deliver, until a full run finds none', async () => {
  const shown = async () =>
    (await listAttention(world.services)).items.filter(({ kind }) => kind === 'events_undelivered')
  const [stripe, created] = [Object.create(world.services.stripe), 1_800_000_000]
  stripe.events = { list: async () => ({ data: [{ type: 'charge.refunded', created }] }) }
  await runSettlementJob({ ...world.services, stripe }, { full: true })
  const at = new Date(created * 1000).toISOString()
  expect(await shown()).toEqual([{ kind: 'events_undelivered', id: 'events', at }])
  await runFull()
  expect(await shown()).toEqual([])
})
