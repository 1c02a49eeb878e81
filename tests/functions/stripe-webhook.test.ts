import { describe, expect, it } from 'vitest'
import { settlePayments } from '#server/money/settle/settle-payments.ts'
import { callFunction } from '#tests/harness/call-function.ts'
import { deliverEvents } from '#tests/harness/deliver-events.ts'
import { functions } from '#tests/harness/every-function.ts'
import { WEBHOOK_SECRET } from '#tests/harness/start-world.ts'
import { buy, payLater, startPayment } from '#tests/harness/voucher-buyer.ts'
import { deliver, sign } from '#tests/harness/webhook.ts'
import { useWorld } from '#tests/harness/world.ts'

const { stripeWebhook } = functions

const world = useWorld()

const vouchersOf = (intent: string) =>
  world.rows(
    'select voucher.id from gift_voucher voucher join payment on payment.id = payment_id where stripe_payment_intent_id = $1',
    [intent],
  )

describe('stripe-webhook', () => {
  it('issues the voucher of a buyer who closed the tab after paying, and sends both emails', async () => {
    const { intentId } = await buy(world, 5000, { buyerEmail: 'gone@example.com' })
    expect((await deliver({ type: 'payment_intent.succeeded', id: intentId })).status).toBe(200)
    expect(await vouchersOf(intentId)).toHaveLength(1)
    expect(world.mail.list().filter(({ to }) => to.includes('gone@example.com'))).toHaveLength(1)
  })

  it('does nothing for a repeated event', async () => {
    const { intentId } = await buy(world)
    await deliver({ type: 'payment_intent.succeeded', id: intentId })
    const before = await world.counts()
    for (let again = 0; again < 3; again++) await deliver({ type: 'payment_intent.succeeded', id: intentId })
    expect(await world.counts()).toEqual(before)
  })

  // ASVS 2.3.1
  it('issues no voucher for an unpaid intent, whatever the event says', async () => {
    const { intentId } = await startPayment()
    expect((await deliver({ type: 'payment_intent.succeeded', id: intentId })).status).toBe(200)
    expect(await vouchersOf(intentId)).toEqual([])
  })

  it('marks a payment as processing while a pay-later provider decides', async () => {
    const started = await startPayment()
    await payLater(world, started)
    await deliver({ type: 'payment_intent.processing', id: started.intentId })
    const rows = await world.rows('select state from payment where stripe_payment_intent_id = $1', [
      started.intentId,
    ])
    expect(rows).toEqual([{ state: 'processing' }])
  })

  it.each([
    ['no signature', ''],
    ['a signature of another secret', sign('{}', 'whsec_another')],
    ['a signature of another body', sign('{}')],
  ])('refuses %s', async (_, signature) => {
    const { intentId } = await buy(world)
    expect((await deliver({ type: 'payment_intent.succeeded', id: intentId }, signature)).status).toBe(400)
    expect(await vouchersOf(intentId)).toEqual([])
  })

  it('accepts an event with the signatures of an old and a new secret', async () => {
    const { intentId } = await buy(world)
    const body = JSON.stringify({
      id: 'evt_3',
      object: 'event',
      type: 'payment_intent.succeeded',
      data: { object: { id: intentId } },
    })
    const both = `${sign(body, 'whsec_old')},${sign(body).split(',')[1]}`
    const headers = { 'stripe-signature': both }
    expect((await callFunction(stripeWebhook, { path: '/api/stripe-webhook', body, headers })).status).toBe(
      200,
    )
    expect(await vouchersOf(intentId)).toHaveLength(1)
  })

  it('refuses a signature that is older than five minutes', async () => {
    const body = JSON.stringify({ id: 'evt_2', object: 'event', type: 'payment_intent.succeeded' })
    const old = sign(body, WEBHOOK_SECRET, Math.floor(Date.now() / 1000) - 301)
    const headers = { 'stripe-signature': old }
    expect((await callFunction(stripeWebhook, { path: '/api/stripe-webhook', body, headers })).status).toBe(
      400,
    )
  })

  it.each([
    ['no JSON', 'payment_intent.succeeded'],
    ['null', 'null'],
    ['a list', '[]'],
    ['no type', '{"id":"evt_6","object":"event","data":{"object":{"id":"pi_1"}}}'],
    ['no data', '{"id":"evt_6","object":"event","type":"payment_intent.succeeded"}'],
    ['no object', '{"id":"evt_6","object":"event","type":"charge.refunded","data":{}}'],
    [
      'an event of the second version',
      '{"id":"evt_6","object":"v2.core.event","type":"v1.billing.meter.no_meter_found"}',
    ],
  ])('refuses a signed body with %s for good, instead of letting Stripe repeat it', async (_, body) => {
    const headers = { 'stripe-signature': sign(body) }
    const response = await callFunction(stripeWebhook, { path: '/api/stripe-webhook', body, headers })
    expect(response.status).toBe(400)
  })

  it('accepts an event signed by a clock ahead of ours', async () => {
    const { intentId } = await buy(world)
    const event = { id: 'evt_4', object: 'event', type: 'payment_intent.succeeded', created: 9_999_999_999 }
    const body = JSON.stringify({ ...event, data: { object: { id: intentId } } })
    const ahead = sign(body, WEBHOOK_SECRET, Math.floor(Date.now() / 1000) + 3600)
    const headers = { 'stripe-signature': ahead }
    expect((await callFunction(stripeWebhook, { path: '/api/stripe-webhook', body, headers })).status).toBe(
      200,
    )
    expect(await vouchersOf(intentId)).toHaveLength(1)
  })

  it.each([
    ['signed', (body: string) => sign(body)],
    ['not signed', () => ''],
  ])('refuses an event of 1 MB that is %s, and the full run finds its change', async (_, signed) => {
    const { intentId } = await buy(world)
    const event = { id: 'evt_5', object: 'event', type: 'payment_intent.succeeded' }
    const object = { id: intentId, description: 'x'.repeat(1024 * 1024) }
    const body = JSON.stringify({ ...event, data: { object } })
    const headers = { 'stripe-signature': signed(body) }
    expect((await callFunction(stripeWebhook, { path: '/api/stripe-webhook', body, headers })).status).toBe(
      413,
    )
    expect(await vouchersOf(intentId)).toEqual([])
    await settlePayments(world.services, { full: true })
    expect(await vouchersOf(intentId)).toHaveLength(1)
  })

  it('has the same result in every order of events', async () => {
    const { intentId } = await buy(world)
    await world.stripe.control.openDispute({ intent: intentId, amount: 2000 })
    await deliverEvents(world, intentId, 'reversed')
    await deliverEvents(world, intentId, 'reversed')
    const state = `select payment.state, voucher.status from payment join gift_voucher voucher on voucher.payment_id = payment.id
      where stripe_payment_intent_id = $1`
    expect(await world.rows(state, [intentId])).toEqual([{ state: 'disputed', status: 'disputed' }])
  })

  it('responds 200 to events of unknown payments and other types', async () => {
    expect((await deliver({ type: 'payment_intent.succeeded', id: 'pi_unknown' })).status).toBe(200)
    expect((await deliver({ type: 'customer.created', id: 'cus_1' })).status).toBe(200)
  })
})
