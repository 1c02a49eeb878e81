import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { runSettlementJob } from '#server/settlement/settlement-job.ts'
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

  it('reports the difference in the next run if that cannot read the payment either', async () => {
    await readFails(intentId)
    await runFull()
    world.clock.advance(60)
    await readFails(intentId)
    await runFull()
    expect(takeLoggedErrors()).toEqual([
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
