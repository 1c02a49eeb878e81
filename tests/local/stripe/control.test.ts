import type { Stripe } from 'stripe'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { StripeStandIn } from '#local/stripe/start-stripe.ts'
import { createPaidIntent } from '#tests/harness/probe-account.ts'
import { sdk, startTestAccount, stripeErrorOf } from '#tests/harness/test-account.ts'

let standIn: StripeStandIn
let stripe: Stripe

beforeAll(async () => {
  standIn = await startTestAccount()
  stripe = sdk(standIn)
})
afterAll(() => standIn.stop())
afterEach(() => standIn.control.reset())

const create = (idempotencyKey: string, client = stripe) =>
  client.paymentIntents.create({ amount: 5000, currency: 'gbp' }, { idempotencyKey })

const eventTypes = () => standIn.state().events.map(({ type }) => type)

describe('a fault', () => {
  it('that loses the response leaves one intent after the SDK has retried', async () => {
    await standIn.control.fault({ match: 'POST /v1/payment_intents', after: true })
    const intent = await create('lost', sdk(standIn, { maxNetworkRetries: 1 }))
    expect(standIn.state().intents.map(({ id }) => id)).toEqual([intent.id])
    expect(standIn.state().requests.map(({ status, replayed }) => [status, replayed])).toEqual([
      [0, false],
      [200, true],
    ])
  })

  it('that breaks the connection before the request runs creates nothing', async () => {
    // The SDK repeats a request once when a connection breaks, even without retries.
    await standIn.control.fault({ match: 'POST /v1/payment_intents', status: 0, times: 2 })
    expect((await stripeErrorOf(create('broken'))).type).toBe('StripeConnectionError')
    expect(standIn.state().intents).toEqual([])
  })

  it('of 500 is stored for its idempotency key, so only another key succeeds', async () => {
    await standIn.control.fault({ match: 'POST /v1/payment_intents' })
    expect((await stripeErrorOf(create('first'))).statusCode).toBe(500)
    expect((await stripeErrorOf(create('first'))).statusCode).toBe(500)
    expect((await create('second')).amount).toBe(5000)
  })

  it.each([
    [503, 'StripeAPIError'],
    [429, 'StripeRateLimitError'],
  ])('of %i is not stored: the same idempotency key succeeds', async (status, type) => {
    await standIn.control.fault({ match: 'POST /v1/payment_intents', status })
    expect((await stripeErrorOf(create('same'))).type).toBe(type)
    expect((await create('same')).amount).toBe(5000)
  })

  it('that delays makes a second request with the same key conflict with the first', async () => {
    await standIn.control.fault({ match: 'POST /v1/payment_intents', delayMs: 100 })
    const first = create('slow')
    const second = await stripeErrorOf(create('slow'))
    expect(second).toMatchObject({ statusCode: 409, code: 'idempotency_key_in_use' })
    expect((await first).id).toBe(standIn.state().intents[0]?.id)
    expect(standIn.state().intents).toHaveLength(1)
  })
})

describe('a dispute', () => {
  it('withdraws the money and, once lost, leaves the charge without a refund', async () => {
    const paid = await createPaidIntent(stripe)
    const dispute = await standIn.control.openDispute({ intent: paid.id, reason: 'product_not_received' })
    expect(dispute).toMatchObject({ status: 'needs_response', reason: 'product_not_received', amount: 5000 })
    expect((await stripeErrorOf(stripe.refunds.create({ payment_intent: paid.id }))).code).toBe(
      'charge_disputed',
    )
    await standIn.control.setDisputeStatus({ dispute: dispute.id, status: 'lost' })
    expect((await stripeErrorOf(stripe.refunds.create({ payment_intent: paid.id }))).code).toBe(
      'charge_disputed',
    )
    expect(eventTypes().slice(-3)).toEqual([
      'charge.dispute.created',
      'charge.dispute.funds_withdrawn',
      'charge.dispute.closed',
    ])
  })

  it('that is won returns the money, and the charge can be refunded', async () => {
    const paid = await createPaidIntent(stripe)
    const { id } = await standIn.control.openDispute({ intent: paid.id })
    const won = await standIn.control.setDisputeStatus({ dispute: id, status: 'won' })
    expect(won.balance_transactions.map(({ amount }) => amount)).toEqual([-5000, 5000])
    expect(eventTypes().slice(-2)).toEqual(['charge.dispute.funds_reinstated', 'charge.dispute.closed'])
    expect((await stripe.refunds.create({ payment_intent: paid.id })).status).toBe('succeeded')
    await expect(standIn.control.setDisputeStatus({ dispute: id, status: 'lost' })).rejects.toThrow(
      'A dispute that is won cannot become lost',
    )
  })

  it('that is an inquiry moves no money', async () => {
    const paid = await createPaidIntent(stripe)
    const inquiry = await standIn.control.openDispute({ intent: paid.id, inquiry: true })
    expect(inquiry).toMatchObject({ status: 'warning_needs_response', balance_transactions: [] })
    expect((await stripe.refunds.create({ payment_intent: paid.id })).status).toBe('succeeded')
    const { status } = await standIn.control.setDisputeStatus({
      dispute: inquiry.id,
      status: 'warning_closed',
    })
    expect(status).toBe('warning_closed')
    expect(eventTypes().at(-1)).toBe('charge.dispute.closed')
  })

  it('that starts as an inquiry withdraws the rest that was not refunded when it escalates', async () => {
    const paid = await createPaidIntent(stripe)
    const { id } = await standIn.control.openDispute({ intent: paid.id, inquiry: true })
    await stripe.refunds.create({ payment_intent: paid.id, amount: 2000 })
    const escalated = await standIn.control.setDisputeStatus({ dispute: id, status: 'needs_response' })
    expect(escalated.balance_transactions.map(({ amount }) => amount)).toEqual([-3000])
    expect(eventTypes().slice(-2)).toEqual(['charge.dispute.funds_withdrawn', 'charge.dispute.updated'])
  })

  it('of a partial amount withdraws it, and once lost the rest can be refunded', async () => {
    const paid = await createPaidIntent(stripe)
    const { id, amount } = await standIn.control.openDispute({ intent: paid.id, amount: 2000 })
    expect(amount).toBe(2000)
    expect((await stripeErrorOf(stripe.refunds.create({ payment_intent: paid.id }))).code).toBe(
      'charge_disputed',
    )
    await standIn.control.setDisputeStatus({ dispute: id, status: 'under_review' })
    expect(eventTypes().at(-1)).toBe('charge.dispute.updated')
    const lost = await standIn.control.setDisputeStatus({ dispute: id, status: 'lost' })
    expect(lost.is_charge_refundable).toBe(true)
    const tooMuch = stripe.refunds.create({ payment_intent: paid.id, amount: 3001 })
    expect((await stripeErrorOf(tooMuch)).message).toContain('greater than unrefunded amount')
    expect((await stripe.refunds.create({ payment_intent: paid.id })).amount).toBe(3000)
  })

  it('may be one of several, up to the amount of the charge', async () => {
    const paid = await createPaidIntent(stripe)
    await standIn.control.openDispute({ intent: paid.id, amount: 2000 })
    await expect(standIn.control.openDispute({ intent: paid.id, amount: 3001 })).rejects.toThrow('3000')
    expect((await standIn.control.openDispute({ intent: paid.id })).amount).toBe(3000)
    expect((await stripe.disputes.list({ payment_intent: paid.id })).data).toHaveLength(2)
  })

  it('that is lost can be won on appeal, which returns the money', async () => {
    const paid = await createPaidIntent(stripe)
    const { id } = await standIn.control.openDispute({ intent: paid.id })
    for (const status of ['lost', 'appeal_needs_response', 'appeal_under_review'] as const) {
      const appealed = await standIn.control.setDisputeStatus({ dispute: id, status })
      expect(appealed.balance_transactions).toHaveLength(1)
    }
    const won = await standIn.control.setDisputeStatus({ dispute: id, status: 'won' })
    expect(won.balance_transactions.map(({ amount }) => amount)).toEqual([-5000, 5000])
  })

  it.each([
    [true, []],
    [false, [-5000]],
  ])('that is prevented (an inquiry: %s) has moved %j', async (inquiry, moved) => {
    const paid = await createPaidIntent(stripe)
    const { id } = await standIn.control.openDispute({ intent: paid.id, inquiry })
    const prevented = await standIn.control.setDisputeStatus({ dispute: id, status: 'prevented' })
    expect(prevented.balance_transactions.map(({ amount }) => amount)).toEqual(moved)
    const appeal = standIn.control.setDisputeStatus({ dispute: id, status: 'won' })
    await expect(appeal).rejects.toThrow('cannot become won')
  })
})

it('controls by HTTP have the same effect and explain invalid requests', async () => {
  const control = (name: string, params: Record<string, string>) =>
    fetch(`${standIn.url}/__control/${name}`, { method: 'POST', body: new URLSearchParams(params) })
  const paid = await createPaidIntent(stripe)
  const dispute = await control('openDispute', { intent: paid.id, reason: 'duplicate' })
  expect(await dispute.json()).toMatchObject({ object: 'dispute', reason: 'duplicate' })
  expect((await control('authenticate', {})).status).toBe(400)
  expect((await control('authenticate', { intent: 'pi_nobody' })).status).toBe(404)
  expect((await control('nonsense', {})).status).toBe(404)
  expect((await control('reset', {})).status).toBe(200)
  expect(standIn.state().intents).toEqual([])
})

it('amend sets any value on any object without an event', async () => {
  const paid = await createPaidIntent(stripe)
  const dispute = await standIn.control.openDispute({ intent: paid.id })
  const events = standIn.state().events.length
  await standIn.control.amend({ id: dispute.id, changes: { status: 'settled_in_space' } })
  expect((await stripe.disputes.retrieve(dispute.id)).status).toBe('settled_in_space')
  expect(standIn.state().events).toHaveLength(events)
  await expect(standIn.control.amend({ id: 'pi_none', changes: {} })).rejects.toThrow('No such object')
})

it('payElsewhere creates a paid payment with a charge and events', async () => {
  const metadata = { payment_id: 'of another shop' }
  const intent = await standIn.control.payElsewhere({ amount: 4500, currency: 'eur', metadata })
  expect(intent).toMatchObject({ status: 'succeeded', amount_received: 4500, currency: 'eur', metadata })
  expect(eventTypes()).toEqual([
    'payment_intent.created',
    'charge.succeeded',
    'payment_intent.succeeded',
    'charge.updated',
  ])
})
