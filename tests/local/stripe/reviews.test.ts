import type { Stripe } from 'stripe'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { StripeStandIn } from '#local/stripe/start-stripe.ts'
import { createPaidIntent, createTestIntent } from '#tests/harness/probe-account.ts'
import { sdk, startTestAccount, stripeErrorOf } from '#tests/harness/test-account.ts'

let standIn: StripeStandIn
let stripe: Stripe

beforeAll(async () => {
  standIn = await startTestAccount()
  stripe = sdk(standIn)
})
afterAll(() => standIn.stop())
afterEach(() => standIn.control.reset())

async function open() {
  const paid = await createPaidIntent(stripe)
  return { paid, review: await standIn.control.openReview({ intent: paid.id }) }
}

const eventTypes = () => standIn.state().events.map(({ type }) => type)
const closings = () => eventTypes().filter((type) => type === 'review.closed')
const openIds = async () => (await stripe.reviews.list()).data.map(({ id }) => id)

describe('openReview', () => {
  it('marks the intent and its charge and sends an event', async () => {
    const { paid, review } = await open()
    expect(review).toMatchObject({ object: 'review', open: true, reason: 'rule', closed_reason: null })
    const intent = await stripe.paymentIntents.retrieve(paid.id, { expand: ['latest_charge', 'review'] })
    expect(intent).toMatchObject({ review: { id: review.id }, latest_charge: { review: review.id } })
    expect(eventTypes().at(-1)).toBe('review.opened')
  })

  it('refuses a second review of the same payment, and one of an unpaid payment', async () => {
    const { paid } = await open()
    const { control } = standIn
    await expect(control.openReview({ intent: paid.id })).rejects.toThrow('already under review')
    const unpaid = await createTestIntent(stripe)
    await expect(control.openReview({ intent: unpaid.id })).rejects.toThrow('not have a successful charge')
  })
})

describe('closeReview', () => {
  it.each([
    ['refunded', null],
    ['refunded_as_fraud', 'fraudulent'],
  ] as const)('with "%s" refunds the rest, for the reason %j', async (reason, refundReason) => {
    const { paid, review } = await open()
    await stripe.refunds.create({ payment_intent: paid.id, amount: 1000 })
    const closed = await standIn.control.closeReview({ review: review.id, reason })
    expect(closed).toMatchObject({ open: false, closed_reason: reason })
    expect(standIn.state().refunds.at(-1)).toMatchObject({ amount: 4000, reason: refundReason })
    expect(closings()).toHaveLength(1)
  })

  it('with "disputed" opens a dispute', async () => {
    const { paid, review } = await open()
    const closed = await standIn.control.closeReview({ review: review.id, reason: 'disputed' })
    expect(closed.closed_reason).toBe('disputed')
    expect(standIn.state().disputes).toMatchObject([{ payment_intent: paid.id }])
    expect(closings()).toHaveLength(1)
  })
})

describe('a review', () => {
  it('is closed by a full refund through the API, not by a partial one', async () => {
    const { paid, review } = await open()
    await stripe.refunds.create({ payment_intent: paid.id, amount: 1000 })
    expect((await stripe.reviews.retrieve(review.id)).open).toBe(true)
    await stripe.refunds.create({ payment_intent: paid.id, reason: 'fraudulent' })
    expect((await stripe.reviews.retrieve(review.id)).closed_reason).toBe('refunded_as_fraud')
  })

  it('can be approved once through the API', async () => {
    const { review } = await open()
    expect(await stripe.reviews.approve(review.id)).toMatchObject({ open: false, closed_reason: 'approved' })
    const event = standIn.state().events.at(-1)
    expect(event).toMatchObject({ type: 'review.closed', request: { id: expect.stringMatching(/^req_/) } })
    expect((await stripeErrorOf(stripe.reviews.approve(review.id))).message).toContain(
      'already closed: approved',
    )
  })

  it('is listed while it is open, and can be read afterwards', async () => {
    const [first, second] = [await open(), await open()]
    expect(await openIds()).toEqual([second.review.id, first.review.id])
    await stripe.reviews.approve(second.review.id)
    expect(await openIds()).toEqual([first.review.id])
    expect((await stripe.reviews.retrieve(second.review.id)).open).toBe(false)
    expect((await stripeErrorOf(stripe.reviews.retrieve('prv_none'))).statusCode).toBe(404)
  })
})
