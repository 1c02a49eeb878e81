import { describe, expect, it } from 'vitest'
import { createPaidIntent, createTestIntent, useProbeAccount } from '#tests/harness/probe-account.ts'
import { stripeErrorOf } from '#tests/harness/test-account.ts'

const probe = useProbeAccount()

describe('an intent', () => {
  it('starts without a payment method, with a client secret and the given parameters', async () => {
    const intent = await createTestIntent(probe.stripe, {
      metadata: { payment: 'p1' },
      description: 'Gift voucher',
      receipt_email: 'buyer@example.com',
      statement_descriptor_suffix: 'VOUCHER',
    })
    expect(intent).toMatchObject({
      object: 'payment_intent',
      status: 'requires_payment_method',
      amount: 5000,
      amount_received: 0,
      currency: 'gbp',
      metadata: { payment: 'p1' },
      description: 'Gift voucher',
      receipt_email: 'buyer@example.com',
      livemode: false,
    })
    expect(intent.client_secret).toMatch(new RegExp(`^${intent.id}_secret_`))
  })

  it('merges metadata, and an empty value removes its key', async () => {
    const intent = await createTestIntent(probe.stripe, { metadata: { kept: '1', removed: '2' } })
    const updated = await probe.stripe.paymentIntents.update(intent.id, {
      metadata: { removed: '', added: '3' },
    })
    expect(updated.metadata).toEqual({ kept: '1', added: '3' })
  })

  it('can change its amount until it is paid', async () => {
    const intent = await createTestIntent(probe.stripe)
    await probe.stripe.paymentIntents.update(intent.id, { amount: 7000 })
    const paid = await probe.stripe.paymentIntents.confirm(intent.id, { payment_method: 'pm_card_visa' })
    expect(paid.amount_received).toBe(7000)
    const error = await stripeErrorOf(probe.stripe.paymentIntents.update(intent.id, { amount: 8000 }))
    expect(error.code).toBe('payment_intent_unexpected_state')
  })

  it('can be cancelled once, and not after payment', async () => {
    const intent = await createTestIntent(probe.stripe)
    const cancelled = await probe.stripe.paymentIntents.cancel(intent.id, {
      cancellation_reason: 'abandoned',
    })
    expect(cancelled).toMatchObject({ status: 'canceled', cancellation_reason: 'abandoned' })
    const again = await stripeErrorOf(probe.stripe.paymentIntents.cancel(intent.id))
    expect(again.code).toBe('payment_intent_unexpected_state')
    const paid = await createPaidIntent(probe.stripe)
    const late = await stripeErrorOf(probe.stripe.paymentIntents.cancel(paid.id))
    expect(late.payment_intent?.status).toBe('succeeded')
  })

  it('cannot be paid twice or after cancellation', async () => {
    const paid = await createPaidIntent(probe.stripe)
    const twice = await stripeErrorOf(
      probe.stripe.paymentIntents.confirm(paid.id, { payment_method: 'pm_card_visa' }),
    )
    expect(twice.code).toBe('payment_intent_unexpected_state')
    const cancelled = await createTestIntent(probe.stripe)
    await probe.stripe.paymentIntents.cancel(cancelled.id)
    const late = await stripeErrorOf(
      probe.stripe.paymentIntents.confirm(cancelled.id, { payment_method: 'pm_card_visa' }),
    )
    expect(late.code).toBe('payment_intent_unexpected_state')
  })

  it('is not found by an unknown id', async () => {
    const error = await stripeErrorOf(probe.stripe.paymentIntents.retrieve('pi_of_nobody'))
    expect(error).toMatchObject({
      statusCode: 404,
      code: 'resource_missing',
      type: 'StripeInvalidRequestError',
    })
  })

  it.each([
    [29, 'amount_too_small'],
    [100_000_000, 'amount_too_large'],
    [-5000, 'parameter_invalid_integer'],
  ])('is refused for an amount of %i', async (amount, code) => {
    expect((await stripeErrorOf(createTestIntent(probe.stripe, { amount }))).code).toBe(code)
  })

  it('is accepted for 30p, the smallest amount of pounds', async () => {
    expect((await createTestIntent(probe.stripe, { amount: 30 })).amount).toBe(30)
  })

  it('is refused with unknown parameters', async () => {
    const more: object = { colour: 'green' }
    expect((await stripeErrorOf(createTestIntent(probe.stripe, more))).code).toBe('parameter_unknown')
  })

  it('is refused with an invalid email or too long metadata', async () => {
    expect((await stripeErrorOf(createTestIntent(probe.stripe, { receipt_email: 'nobody' }))).code).toBe(
      'email_invalid',
    )
    const long = await stripeErrorOf(createTestIntent(probe.stripe, { metadata: { note: 'x'.repeat(501) } }))
    expect(long.message).toContain('500 characters')
  })
})

describe('the lists of intents', () => {
  it('return the newest first, page by page', async () => {
    const older = await createTestIntent(probe.stripe)
    const newer = await createTestIntent(probe.stripe)
    const first = await probe.stripe.paymentIntents.list({ limit: 1 })
    expect(first.data.map(({ id }) => id)).toEqual([newer.id])
    expect(first.has_more).toBe(true)
    const second = await probe.stripe.paymentIntents.list({ limit: 1, starting_after: newer.id })
    expect(second.data.map(({ id }) => id)).toEqual([older.id])
  })

  it('page automatically within a time range', async () => {
    const { created, id } = await createTestIntent(probe.stripe)
    const found: string[] = []
    for await (const intent of probe.stripe.paymentIntents.list({ created: { gte: created }, limit: 1 })) {
      found.push(intent.id)
    }
    expect(found).toContain(id)
    const later = await probe.stripe.paymentIntents.list({ created: { gt: created + 3600 } })
    expect(later.data).toEqual([])
  })

  it('expand the charge on request', async () => {
    const paid = await createPaidIntent(probe.stripe)
    expect(paid.latest_charge).toMatch(/^ch_/)
    const expand = ['latest_charge']
    const one = await probe.stripe.paymentIntents.retrieve(paid.id, { expand })
    expect(one.latest_charge).toMatchObject({
      object: 'charge',
      paid: true,
      payment_method_details: { card: { last4: '4242' } },
    })
    const { data } = await probe.stripe.paymentIntents.list({ limit: 1, expand: ['data.latest_charge'] })
    expect(data[0]?.latest_charge).toMatchObject({ object: 'charge' })
    const error = await stripeErrorOf(probe.stripe.paymentIntents.retrieve(paid.id, { expand: ['amount'] }))
    expect(error.message).toContain('cannot be expanded')
  })
})
