import type { Stripe } from 'stripe'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { StripeStandIn } from '#local/stripe/start-stripe.ts'
import { expandableId } from '#local/stripe/stripe-ids.ts'
import { createPaidIntent } from '#tests/harness/probe-account.ts'
import { sdk, startTestAccount } from '#tests/harness/test-account.ts'

let standIn: StripeStandIn
let stripe: Stripe
let now = Date.UTC(2026, 10, 22)

beforeAll(async () => {
  standIn = await startTestAccount({ clock: () => now })
  stripe = sdk(standIn)
})
afterAll(() => standIn.stop())
afterEach(() => standIn.control.reset())

const eventTypes = () => standIn.state().events.map(({ type }) => type)

async function warn() {
  const paid = await createPaidIntent(stripe)
  return { paid, warning: await standIn.control.warnOfFraud({ intent: paid.id }) }
}

const isActionable = async (id: string) => (await stripe.radar.earlyFraudWarnings.retrieve(id)).actionable

describe('warnOfFraud', () => {
  it('creates a warning about the charge and sends an event', async () => {
    const { paid, warning } = await warn()
    expect(warning).toMatchObject({
      object: 'radar.early_fraud_warning',
      actionable: true,
      charge: paid.latest_charge,
      payment_intent: paid.id,
    })
    expect(await stripe.radar.earlyFraudWarnings.retrieve(warning.id)).toMatchObject(warning)
    const event = standIn.state().events.at(-1)
    expect(event).toMatchObject({
      type: 'radar.early_fraud_warning.created',
      data: { object: warning },
      request: null,
    })
  })
})

describe('an early fraud warning', () => {
  it('is no longer actionable after a full refund, with one event', async () => {
    const { paid, warning } = await warn()
    await stripe.refunds.create({ payment_intent: paid.id, amount: 2000 })
    expect(await isActionable(warning.id)).toBe(true)
    await stripe.refunds.create({ payment_intent: paid.id })
    expect(await isActionable(warning.id)).toBe(false)
    expect(eventTypes().filter((type) => type === 'radar.early_fraud_warning.updated')).toHaveLength(1)
  })

  it('is no longer actionable after a dispute', async () => {
    const { paid, warning } = await warn()
    await standIn.control.openDispute({ intent: paid.id })
    expect(await isActionable(warning.id)).toBe(false)
    expect(eventTypes()).toContain('radar.early_fraud_warning.updated')
  })
})

describe('the list of early fraud warnings', () => {
  it('is filtered by payment, by charge and by time, newest first', async () => {
    const first = await warn()
    now += 60_000
    const second = await warn()
    const ids = async (params: Stripe.Radar.EarlyFraudWarningListParams) =>
      (await stripe.radar.earlyFraudWarnings.list(params)).data.map(({ id }) => id)
    expect(await ids({})).toEqual([second.warning.id, first.warning.id])
    expect(await ids({ payment_intent: first.paid.id })).toEqual([first.warning.id])
    expect(await ids({ charge: expandableId(second.paid.latest_charge) })).toEqual([second.warning.id])
    expect(await ids({ created: { gte: second.warning.created } })).toEqual([second.warning.id])
  })
})
