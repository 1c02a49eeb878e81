import { randomUUID } from 'node:crypto'
import { Stripe } from 'stripe'
import { describe, expect, it } from 'vitest'
import { findDifferences } from '#server/money/reconcile/find-differences.ts'
import { settlePayments } from '#server/money/settle/settle-payments.ts'
import { listAttention } from '#server/reports/attention.ts'
import { callFunction } from '#tests/harness/call-function.ts'
import { functions } from '#tests/harness/every-function.ts'
import { takeLoggedErrors } from '#tests/harness/no-stray-errors.ts'
import { siteId } from '#tests/harness/site-id.ts'
import { WEBHOOK_SECRET } from '#tests/harness/start-world.ts'
import { buy, order, startPayment } from '#tests/harness/voucher-buyer.ts'
import { useWorld } from '#tests/harness/world.ts'

const { createPaymentIntent, stripeWebhook } = functions

const world = useWorld()

const OTHER_SITE = randomUUID()
/** Metadata of other products and of other copies of this site. */
const FOREIGN: [string, number, () => Promise<Record<string, string>> | Record<string, string>][] = [
  ['that has no metadata', 4500, () => ({})],
  ['that names a payment which is not here', 4500, () => ({ payment_id: randomUUID() })],
  [
    'of another copy of this site, above £500.00',
    120_000,
    () => ({ payment_id: randomUUID(), purpose: 'gift_voucher', site: OTHER_SITE }),
  ],
  [
    'that names an open payment of ours',
    5000,
    async () => ({ payment_id: await openPayment(), purpose: 'gift_voucher', site: OTHER_SITE }),
  ],
  ['whose payment id is only dashes', 4500, () => ({ payment_id: '-'.repeat(36), purpose: 'order' })],
  ['whose site is no UUID', 4500, () => ({ payment_id: '17', site: 'shop' })],
]

/** A payment whose intent is not linked, because the function died. */
async function openPayment(): Promise<string> {
  const { intentId } = await startPayment()
  const [payment] = await world.rows<{ id: string }>(
    'update payment set stripe_payment_intent_id = null where stripe_payment_intent_id = $1 returning id',
    [intentId],
  )
  return payment!.id
}

async function payElsewhere(amount: number, metadata: Record<string, string>): Promise<string> {
  const intent = await world.stripe.control.payElsewhere({ amount, metadata })
  return intent.id
}

/** Delivers all events of an intent; returns the statuses of the responses. */
async function deliver(intent: string): Promise<number[]> {
  const events = world.stripe.state().events.filter((event) => JSON.stringify(event).includes(intent))
  const statuses: number[] = []
  for (const event of events) {
    const body = JSON.stringify(event)
    const signature = Stripe.webhooks.generateTestHeaderString({ payload: body, secret: WEBHOOK_SECRET })
    const headers = { 'stripe-signature': signature }
    const answer = await callFunction(stripeWebhook, { path: '/api/stripe-webhook', body, headers })
    statuses.push(answer.status)
  }
  return statuses
}

const attentionIn = async () => JSON.stringify((await listAttention(world.services)).items)

const paymentOf = async (intent: string) =>
  (
    await world.rows('select state, amount_pence from payment where stripe_payment_intent_id = $1', [intent])
  )[0]

describe('a payment of another product', () => {
  it.each(FOREIGN)(
    'an intent with %s is ignored, with its refunds and disputes',
    async (_, amount, metadata) => {
      const intent = await payElsewhere(amount, await metadata())
      await world.stripe.control.refund({ intent, amount: 100 })
      const { id } = await world.stripe.control.openDispute({ intent, amount: 1000 })
      await world.stripe.control.setDisputeStatus({ dispute: id, status: 'mediation' })
      const statuses = await deliver(intent)
      expect(statuses.length).toBeGreaterThan(3)
      expect(new Set(statuses)).toEqual(new Set([200]))
      await settlePayments(world.services, { full: true })
      const later = { now: () => new Date(world.clock.now().getTime() + 15 * 60_000) }
      const scope = { days: 8, shown: [], timeIsUp: () => false }
      expect(await findDifferences({ ...world.services, clock: later }, scope)).toMatchObject({
        differences: [],
      })
      expect(takeLoggedErrors()).toEqual([])
      expect(await paymentOf(intent)).toBeUndefined()
      expect(await attentionIn()).not.toContain(intent)
      expect(await world.rows('select id from gift_voucher')).toEqual([])
      const refunds = world.stripe.state().refunds.filter((one) => one.payment_intent === intent)
      expect(refunds).toHaveLength(1)
    },
  )

  it('a foreign intent in a currency with large amounts does not break the comparison with Stripe', async () => {
    const lost = await payElsewhere(4500, { site: await siteId(world) })
    const { stripe } = world.services
    const list = async (params: Stripe.PaymentIntentListParams) => {
      const page = await stripe.paymentIntents.list(params)
      const foreign = { ...page.data[0]!, id: 'pi_idr', currency: 'idr', metadata: {}, amount_received: 3e9 }
      return { ...page, data: [...page.data, { ...foreign, latest_charge: null }] }
    }
    const services = {
      ...world.services,
      stripe: Object.assign(Object.create(stripe), { paymentIntents: { list } }) as Stripe,
      clock: { now: () => new Date(world.clock.now().getTime() + 15 * 60_000) },
    }
    const scope = { days: 8, shown: [], timeIsUp: () => false }
    expect(await findDifferences(services, scope)).toMatchObject({ differences: [{ subject: lost }] })
    await deliver(lost)
    expect(takeLoggedErrors()).toEqual([expect.stringContaining('no record')])
  })

  it('a late foreign intent is not cancelled at Stripe', async () => {
    const intent = await world.services.stripe.paymentIntents.create({
      amount: 4500,
      currency: 'gbp',
      metadata: { payment_id: randomUUID(), purpose: 'gift_voucher', site: OTHER_SITE },
    })
    world.clock.advance(31)
    await settlePayments(world.services, { full: true })
    world.clock.advance(-31)
    expect(await world.services.stripe.paymentIntents.retrieve(intent.id)).toMatchObject({
      status: 'requires_payment_method',
    })
  })

  it('a visitor cannot cancel a foreign intent by naming it as the replaced purchase', async () => {
    const { id, client_secret: secret } = await world.services.stripe.paymentIntents.create({
      amount: 4500,
      currency: 'gbp',
      metadata: { payment_id: randomUUID(), purpose: 'gift_voucher', site: OTHER_SITE },
    })
    const body = { ...order('50'), replaces: secret }
    const answer = await callFunction(createPaymentIntent, {
      path: '/api/create-payment-intent',
      body,
    })
    expect(answer.status).toBe(200)
    expect(await world.services.stripe.paymentIntents.retrieve(id)).toMatchObject({
      status: 'requires_payment_method',
    })
  })

  it('a run that finds only foreign intents does not wake the database', async () => {
    world.clock.advance(90)
    const before = world.services.clock.now().getTime()
    await payElsewhere(4500, { order: '17' })
    const [intents, charges] = await Promise.all([
      world.services.stripe.paymentIntents.list({ limit: 1 }),
      world.services.stripe.charges.list({ limit: 1 }),
    ])
    const created = Math.floor(before / 1000)
    const stripe = Object.assign(Object.create(world.services.stripe), {
      paymentIntents: { list: async () => ({ ...intents, has_more: false }) },
      charges: { list: () => charges.data.map((charge) => ({ ...charge, created })) },
    }) as Stripe
    const run = await settlePayments({ ...world.services, stripe }, { full: false })
    world.clock.advance(-90)
    expect(run).toMatchObject({ settled: 0, awake: false, complete: true })
  })
})

describe('a refund with the metadata of our refund', () => {
  /** A recorded refund of a new voucher that is not requested from Stripe yet. */
  async function dueRefund(): Promise<string> {
    const { intentId } = await buy(world)
    await settlePayments(world.services, { full: false })
    const [refund] = await world.rows<{ id: string }>(
      `insert into refund (id, payment_id, pence, cause, state, created_at)
       select gen_random_uuid(), id, 5000, 'voucher', 'due', now() from payment where stripe_payment_intent_id = $1
       returning id`,
      [intentId],
    )
    return refund!.id
  }
  const refundNaming = (intent: string, refund: string) =>
    world.services.stripe.refunds.create({
      payment_intent: intent,
      amount: 100,
      metadata: { refund_id: refund },
    })

  it('a foreign refund with our metadata leaves our refund unchanged', async () => {
    const due = await dueRefund()
    const foreign = await payElsewhere(5000, {})
    for (const named of [due, 'no UUID']) await refundNaming(foreign, named)
    const before = world.stripe.state().requests.length
    expect(new Set(await deliver(foreign))).toEqual(new Set([200]))
    const asked = world.stripe.state().requests.slice(before)
    expect(asked.filter(({ path }) => path.startsWith('/v1/refunds'))).toEqual([])
    expect(await world.rows('select state from refund where id = $1', [due])).toEqual([{ state: 'due' }])
    await world.rows('delete from refund where id = $1', [due])
  })

  it.each([
    ['no UUID', () => 'no UUID'],
    ['a refund that is not here', () => randomUUID()],
    ['a refund of another payment', dueRefund],
  ])('a refund whose metadata names %s counts as an external refund', async (_, nameOf) => {
    const { intentId } = await buy(world)
    await settlePayments(world.services, { full: false })
    const named = await nameOf()
    await refundNaming(intentId, named)
    expect(new Set(await deliver(intentId))).toEqual(new Set([200]))
    const refunds = await world.rows(
      'select cause, refund.pence from refund join payment on payment.id = payment_id where stripe_payment_intent_id = $1',
      [intentId],
    )
    expect(refunds).toEqual([{ cause: 'dashboard', pence: 100 }])
    await world.rows('delete from refund where id::text = $1', [named])
  })
})

describe('a payment of this site', () => {
  it.each([
    ['above £500.00', 60_000, { payment_id: randomUUID(), purpose: 'gift_voucher' }],
    ['without a payment id', 60_000, {}],
    ['of a purpose that we do not sell', 5000, { payment_id: randomUUID(), purpose: 'subscription' }],
  ])('an intent with %s and no record here is shown in Needs attention', async (_, amount, metadata) => {
    const intent = await payElsewhere(amount, { ...metadata, site: await siteId(world) })
    expect(new Set(await deliver(intent))).toEqual(new Set([200]))
    expect(takeLoggedErrors()).toEqual([expect.stringContaining('no record')])
    expect(await paymentOf(intent)).toEqual({ state: 'unknown', amount_pence: amount })
    expect(await attentionIn()).toContain(intent)
  })

  it.each([
    ['names no site, as before sites had ids', { site: '' }],
    ['names another open payment', async () => ({ payment_id: await openPayment() })],
    ['names another purpose', { purpose: 'order' }],
  ])('a payment whose intent %s is fulfilled', async (_, change) => {
    const { intentId } = await buy(world)
    const metadata = typeof change === 'function' ? await change() : change
    await world.services.stripe.paymentIntents.update(intentId, { metadata })
    expect(new Set(await deliver(intentId))).toEqual(new Set([200]))
    expect(await paymentOf(intentId)).toEqual({ state: 'fulfilled', amount_pence: 5000 })
  })
})
