import type { Stripe } from 'stripe'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { StripeStandIn } from '#local/stripe/start-stripe.ts'
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

const byHttp = (name: string, body: object) =>
  fetch(`${standIn.url}/__control/${name}`, { method: 'POST', body: JSON.stringify(body) })

describe('faultList', () => {
  let newestFirst: string[]

  beforeEach(async () => {
    const paid = await standIn.control.payElsewhere({ amount: 100, count: 5 })
    newestFirst = paid.map(({ id }) => id).toReversed()
  })

  const page = async (limit: number) => {
    const { data, has_more } = await stripe.paymentIntents.list({ limit })
    return { ids: data.map(({ id }) => id), more: has_more }
  }

  async function everything() {
    const ids: string[] = []
    for await (const { id } of stripe.paymentIntents.list({ limit: 4 })) ids.push(id)
    return ids
  }

  it('"reversed" reverses the order of one page', async () => {
    await standIn.control.faultList({ list: 'payment_intents', how: 'reversed' })
    expect(await page(3)).toEqual({ ids: newestFirst.slice(0, 3).toReversed(), more: true })
    expect(await page(3)).toEqual({ ids: newestFirst.slice(0, 3), more: true })
  })

  it('"truncated" shortens pages with has_more, and the SDK still reads everything', async () => {
    await standIn.control.faultList({ list: 'payment_intents', how: 'truncated', times: 2 })
    expect(await page(5)).toEqual({ ids: newestFirst.slice(0, 2), more: true })
    expect(await everything()).toEqual(newestFirst)
  })

  it('"ended" shortens a page without has_more, and the SDK stops there', async () => {
    await standIn.control.faultList({ list: 'payment_intents', how: 'ended' })
    expect(await everything()).toEqual(newestFirst.slice(0, 2))
  })

  it.each(['refunds', 'disputes'] as const)('corrupts the list of %s', async (list) => {
    for (const intent of newestFirst.slice(0, 2)) {
      if (list === 'refunds') await standIn.control.refund({ intent })
      else await standIn.control.openDispute({ intent })
    }
    await standIn.control.faultList({ list, how: 'ended' })
    expect(await stripe[list].list()).toMatchObject({
      data: [{ object: list.slice(0, -1) }],
      has_more: false,
    })
    expect((await stripe[list].list()).data).toHaveLength(2)
  })

  it('leaves a refused request unchanged', async () => {
    await standIn.control.faultList({ list: 'payment_intents', how: 'reversed' })
    await expect(stripe.paymentIntents.list({ limit: 101 })).rejects.toThrow('Invalid limit: 101')
  })

  it('accepts its arguments by HTTP and refuses others', async () => {
    expect((await byHttp('faultList', { list: 'payment_intents', how: 'ended', times: 1 })).status).toBe(200)
    expect(await page(5)).toEqual({ ids: newestFirst.slice(0, 2), more: false })
    const refused = await byHttp('faultList', { list: 'events', how: 'ended' })
    expect(await refused.json()).toMatchObject({
      error: { message: expect.stringContaining('Invalid list') },
    })
  })
})

describe('amend', () => {
  it('sets any value on any object without an event', async () => {
    const paid = await createPaidIntent(stripe)
    const dispute = await standIn.control.openDispute({ intent: paid.id })
    const events = standIn.state().events.length
    await standIn.control.amend({ id: dispute.id, changes: { status: 'settled_in_space' } })
    await standIn.control.amend({ id: paid.id, changes: { currency: 'xxx', amount_received: 1 } })
    expect((await stripe.disputes.retrieve(dispute.id)).status).toBe('settled_in_space')
    const intent = await stripe.paymentIntents.retrieve(paid.id)
    expect(intent).toMatchObject({ currency: 'xxx', amount_received: 1 })
    expect(standIn.state().events).toHaveLength(events)
  })

  it('refuses an object that does not exist', async () => {
    await expect(standIn.control.amend({ id: 'pi_none', changes: {} })).rejects.toThrow('No such object')
  })

  it('accepts the changes by HTTP as a string of JSON', async () => {
    const { id } = await createPaidIntent(stripe)
    const changes = JSON.stringify({ amount_received: 7, description: null })
    expect(await (await byHttp('amend', { id, changes })).json()).toMatchObject({ amount_received: 7 })
    expect((await byHttp('amend', { id, changes: '{' })).status).toBe(400)
  })
})
