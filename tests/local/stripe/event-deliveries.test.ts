import type { Stripe } from 'stripe'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { StripeStandIn } from '#local/stripe/start-stripe.ts'
import { createPaidIntent, createTestIntent } from '#tests/harness/probe-account.ts'
import { sdk, startTestAccount } from '#tests/harness/test-account.ts'
import { startReceiver, type Receiver } from '#tests/local/stripe/receiver.ts'

const PAID = ['payment_intent.created', 'charge.succeeded', 'payment_intent.succeeded', 'charge.updated']

let standIn: StripeStandIn
let stripe: Stripe
let receiver: Receiver

beforeAll(async () => {
  standIn = await startTestAccount({ retryMs: [5, 5] })
  stripe = sdk(standIn)
})
afterAll(() => standIn.stop())
beforeEach(async () => {
  receiver = await startReceiver()
  standIn.setWebhooks([receiver])
})
afterEach(async () => {
  await standIn.control.reset()
  await receiver.stop()
})

/** Waits until that many events have arrived. */
const arrived = (count: number) =>
  vi.waitFor(() => {
    expect(receiver.events).toHaveLength(count)
    return receiver.types()
  })

describe('webhooks', () => {
  it('report a payment, signed, each with a snapshot of the object', async () => {
    const paid = await createPaidIntent(stripe)
    expect((await arrived(4)).toSorted()).toEqual(PAID.toSorted())
    const created = receiver.events.find(({ type }) => type === 'payment_intent.created')
    expect(created?.data.object).toMatchObject({ id: paid.id, status: 'requires_confirmation' })
    const succeeded = receiver.events.find(({ type }) => type === 'payment_intent.succeeded')
    expect(succeeded?.data.object).toMatchObject({ id: paid.id, status: 'succeeded', amount_received: 5000 })
  })

  it('reach an endpoint for its event types only, and never a disabled one', async () => {
    const disabled = await startReceiver()
    standIn.setWebhooks([
      { url: receiver.url, secret: receiver.secret, enabledEvents: ['payment_intent.succeeded'] },
      { url: disabled.url, secret: disabled.secret, disabled: true },
    ])
    await createPaidIntent(stripe)
    await createPaidIntent(stripe)
    expect(await arrived(2)).toEqual(['payment_intent.succeeded', 'payment_intent.succeeded'])
    expect(disabled.events).toEqual([])
    await disabled.stop()
  })

  it('name the request that caused them', async () => {
    await createTestIntent(stripe)
    const { lastResponse } = await stripe.paymentIntents.create(
      { amount: 5000, currency: 'gbp' },
      { idempotencyKey: 'a-key' },
    )
    await arrived(2)
    const { data } = await stripe.events.list({ limit: 1 })
    expect(data[0]?.request).toEqual({ id: lastResponse.requestId, idempotency_key: 'a-key' })
  })

  it('are retried after a failure with the same id', async () => {
    receiver.failNext(1)
    await createTestIntent(stripe)
    await arrived(2)
    expect(receiver.events[0]?.id).toBe(receiver.events[1]?.id)
    await vi.waitFor(() =>
      expect(standIn.state().deliveries.map(({ attempt, status }) => [attempt, status])).toEqual([
        [1, 500],
        [2, 200],
      ]),
    )
  })

  it('are given up after the last attempt', async () => {
    receiver.failNext(99)
    await createTestIntent(stripe)
    await arrived(3)
    await vi.waitFor(() => expect(standIn.state().deliveries).toHaveLength(3))
    expect(standIn.state().events[0]?.pending_webhooks).toBe(1)
  })

  it('can be held and released in order', async () => {
    await standIn.control.hold()
    await createPaidIntent(stripe)
    expect(receiver.events).toEqual([])
    await standIn.control.release()
    expect(receiver.types()).toEqual(PAID)
  })

  it('can be dropped: the event exists, but is not sent', async () => {
    await standIn.control.hold()
    await createPaidIntent(stripe)
    await standIn.control.drop()
    await standIn.control.release()
    await createTestIntent(stripe)
    expect(await arrived(1)).toEqual(['payment_intent.created'])
    expect((await stripe.events.list({ type: 'payment_intent.succeeded' })).data).toHaveLength(1)
  })
})
