import type { Stripe } from 'stripe'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { StripeStandIn } from '#local/stripe/start-stripe.ts'
import { expandableId } from '#local/stripe/stripe-ids.ts'
import { createPaidIntent } from '#tests/harness/probe-account.ts'
import { sdk, startTestAccount } from '#tests/harness/test-account.ts'

let standIn: StripeStandIn
let stripe: Stripe

beforeAll(async () => {
  standIn = await startTestAccount()
  stripe = sdk(standIn)
})
afterAll(() => standIn.stop())
afterEach(() => standIn.control.reset())

describe('payElsewhere', () => {
  it('creates a paid payment with a charge, a balance transaction and events', async () => {
    const metadata = { payment_id: 'of another shop' }
    const [intent] = await standIn.control.payElsewhere({ amount: 4500, currency: 'eur', metadata })
    expect(intent).toMatchObject({ status: 'succeeded', amount_received: 4500, currency: 'eur', metadata })
    const charge = await stripe.charges.retrieve(expandableId(intent!.latest_charge), {
      expand: ['balance_transaction'],
    })
    expect(charge).toMatchObject({ amount: 4500, paid: true, balance_transaction: { amount: 4500 } })
    expect(standIn.state().events.map(({ type, request }) => [type, request])).toEqual([
      ['payment_intent.created', null],
      ['charge.succeeded', null],
      ['payment_intent.succeeded', null],
      ['charge.updated', null],
    ])
  })

  it('creates 10,000 payments that the SDK pages through, between two of the clinic', async () => {
    const first = await createPaidIntent(stripe)
    await standIn.control.payElsewhere({ amount: 100, count: 10_000 })
    const last = await createPaidIntent(stripe)
    const ids: string[] = []
    for await (const { id } of stripe.paymentIntents.list({ limit: 100 })) ids.push(id)
    expect(new Set(ids).size).toBe(10_002)
    expect([ids[0], ids.at(-1)]).toEqual([last.id, first.id])
  })

  it.each([0, 10_001])('refuses %i payments', async (count) => {
    await expect(standIn.control.payElsewhere({ amount: 100, count })).rejects.toThrow('Invalid count')
  })

  it('accepts its arguments by HTTP', async () => {
    const body = JSON.stringify({ amount: 4500, metadata: { site: 'another' }, count: 2 })
    const response = await fetch(`${standIn.url}/__control/payElsewhere`, { method: 'POST', body })
    const intents: Stripe.PaymentIntent[] = await response.json()
    expect(intents.map(({ metadata }) => metadata)).toEqual([{ site: 'another' }, { site: 'another' }])
  })
})
