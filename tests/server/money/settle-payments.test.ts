import { describe, expect, it } from 'vitest'
import { refundPayment } from '#server/money/refund/refund-payment.ts'
import { settlePayments } from '#server/money/settle/settle-payments.ts'
import { takeLoggedErrors } from '#tests/harness/no-stray-errors.ts'
import { buy, payLater, startPayment } from '#tests/harness/voucher-buyer.ts'
import { useWorld } from '#tests/harness/world.ts'

const world = useWorld()
const stateOf = async (intent: string) =>
  (
    await world.rows<{ state: string }>('select state from payment where stripe_payment_intent_id = $1', [
      intent,
    ])
  )[0]?.state
const atStripe = (intent: string) => world.stripe.state().intents.find(({ id }) => id === intent)?.status

describe('settlePayments', () => {
  it('settlePayments issues the voucher without browser and webhook', async () => {
    const { intentId } = await buy(world)
    await settlePayments(world.services, { full: false })
    expect(await stateOf(intentId)).toBe('fulfilled')
  })

  it('settlePayments ignores a payment that may still be paid', async () => {
    const { intentId } = await startPayment()
    await settlePayments(world.services, { full: true })
    expect(atStripe(intentId)).toBe('requires_payment_method')
  })

  it('settlePayments cancels a payment unpaid for half an hour at Stripe and here', async () => {
    const { intentId } = await startPayment()
    world.clock.advance(31)
    await settlePayments(world.services, { full: true })
    expect(atStripe(intentId)).toBe('canceled')
    expect(await stateOf(intentId)).toBe('cancelled')
    world.clock.advance(-31)
  })

  it('settlePayments fulfils a payment made at the last moment instead of cancelling it', async () => {
    const { intentId } = await buy(world)
    world.clock.advance(90)
    await settlePayments(world.services, { full: true })
    expect(await stateOf(intentId)).toBe('fulfilled')
    world.clock.advance(-90)
  })

  it('settlePayments finds a week-old payment that a restored database has as cancelled', async () => {
    const { intentId } = await buy(world)
    const close = `update payment set state = 'cancelled', settled_at = now(), caller = null where stripe_payment_intent_id = $1`
    await world.rows(close, [intentId])
    world.clock.advance(7 * 24 * 60 + 60)
    await settlePayments(world.services, { full: true })
    world.clock.advance(-7 * 24 * 60 - 60)
    expect(takeLoggedErrors()).toEqual([expect.stringContaining('refunding it')])
    expect(await stateOf(intentId)).toBe('refunded')
  })

  it('settlePayments waits for a pay-later provider without a time limit', async () => {
    const started = await startPayment()
    await payLater(world, started)
    world.clock.advance(600)
    await settlePayments(world.services, { full: true })
    expect(await stateOf(started.intentId)).toBe('processing')
    await world.stripe.control.completeProcessing({ intent: started.intentId })
    await settlePayments(world.services, { full: true })
    expect(await stateOf(started.intentId)).toBe('fulfilled')
    world.clock.advance(-600)
  })

  it('settlePayments releases the stock of an intent cancelled at Stripe but not here', async () => {
    const { intentId } = await startPayment()
    await world.services.stripe.paymentIntents.cancel(intentId)
    await settlePayments(world.services, { full: false })
    expect(await stateOf(intentId)).toBe('cancelled')
  })

  it('settlePayments returns whether the database is awake, so that leftover emails are sent', async () => {
    await buy(world)
    expect(await settlePayments(world.services, { full: false })).toMatchObject({ awake: true })
    expect(await settlePayments(world.services, { full: false })).toEqual({
      settled: 0,
      awake: true,
      complete: true,
      ran: ['payments'],
    })
    world.clock.advance(90)
    expect(await settlePayments(world.services, { full: false })).toEqual({
      settled: 0,
      awake: false,
      complete: true,
      ran: ['payments'],
    })
    world.clock.advance(-90)
  })

  it('settlePayments closes an attempt without an intent', async () => {
    const { intentId } = await startPayment()
    await world.rows(
      'update payment set stripe_payment_intent_id = null where stripe_payment_intent_id = $1',
      [intentId],
    )
    world.clock.advance(31)
    await settlePayments(world.services, { full: true })
    const open = await world.rows(
      `select id from payment where settled_at is null and stripe_payment_intent_id is null`,
    )
    expect(open).toEqual([])
    world.clock.advance(-31)
  })
})

describe('changes at Stripe without an event', () => {
  const voucherOf = async (intent: string) =>
    (
      await world.rows(
        `select voucher.status, balance_pence as balance, state
         from gift_voucher voucher join payment on payment.id = payment_id where stripe_payment_intent_id = $1`,
        [intent],
      )
    )[0]
  const fullRun = () => settlePayments(world.services, { full: true })

  it('a full run applies missed refunds and failed refunds to the voucher', async () => {
    const { intentId } = await buy(world)
    await fullRun()
    const refund = await world.stripe.control.refund({ intent: intentId, amount: 2000 })
    await fullRun()
    expect(await voucherOf(intentId)).toEqual({ status: 'active', balance: 3000, state: 'fulfilled' })
    await world.stripe.control.settleRefund({ refund: refund.id, ok: false })
    await fullRun()
    expect(await voucherOf(intentId)).toEqual({ status: 'active', balance: 5000, state: 'fulfilled' })
  })

  it.each([
    { status: 'won', after: { status: 'active', balance: 5000, state: 'fulfilled' } },
    { status: 'lost', after: { status: 'refunded', balance: 0, state: 'refunded' } },
  ] as const)('a full run syncs a dispute without events until it is $status', async ({ status, after }) => {
    const { intentId } = await buy(world)
    await fullRun()
    const dispute = await world.stripe.control.openDispute({ intent: intentId })
    await fullRun()
    expect(await voucherOf(intentId)).toEqual({ status: 'disputed', balance: 5000, state: 'disputed' })
    await world.stripe.control.setDisputeStatus({ dispute: dispute.id, status })
    await fullRun()
    expect(await voucherOf(intentId)).toEqual(after)
  })

  it('settlePayments only reads Stripe’s lists when every payment is known', async () => {
    await fullRun()
    const before = world.stripe.state().requests.length
    await fullRun()
    const requests = world.stripe.state().requests.slice(before)
    expect(new Set(requests.map(({ path }) => path))).toEqual(
      new Set([
        '/v1/charges',
        '/v1/payment_intents',
        '/v1/refunds',
        '/v1/disputes',
        '/v1/radar/early_fraud_warnings',
        '/v1/reviews',
      ]),
    )
  })
})

describe('a payment whose row is lost', () => {
  const lose = async (pence = 5000) => {
    const { intentId } = await buy(world, pence)
    await world.rows('delete from payment where stripe_payment_intent_id = $1', [intentId])
    return intentId
  }
  const fullRun = async () => {
    await settlePayments(world.services, { full: true })
    takeLoggedErrors()
  }
  const paymentOf = async (intent: string) =>
    (
      await world.rows<{ id: string }>('select id from payment where stripe_payment_intent_id = $1', [intent])
    )[0]!.id
  const goneBack = (intent: string) =>
    world.stripe
      .state()
      .refunds.filter((one) => one.payment_intent === intent)
      .map(({ amount }) => amount)

  it('a full run finds a payment whose row is lost, and the rest of it can be refunded once', async () => {
    const intent = await lose()
    await world.stripe.control.refund({ intent, amount: 2000 })
    await fullRun()
    expect(await stateOf(intent)).toBe('unknown')
    const id = await paymentOf(intent)
    await Promise.allSettled(
      [1, 2, 3].map(() => refundPayment(world.services, { paymentId: id, actor: 'owner' })),
    )
    expect(await stateOf(intent)).toBe('refunded')
    expect(goneBack(intent).toSorted((one, other) => one - other)).toEqual([2000, 3000])
  })

  it('a payment whose row is lost needs no attention when it is refunded in full', async () => {
    const intent = await lose()
    await world.stripe.control.refund({ intent })
    await fullRun()
    expect(await stateOf(intent)).toBe('refunded')
  })

  it('a payment whose row is lost is unmatched again after a won dispute', async () => {
    const intent = await lose()
    const dispute = await world.stripe.control.openDispute({ intent })
    await fullRun()
    expect(await stateOf(intent)).toBe('disputed')
    await world.stripe.control.setDisputeStatus({ dispute: dispute.id, status: 'won' })
    await fullRun()
    expect(await stateOf(intent)).toBe('unknown')
    expect(
      await refundPayment(world.services, { paymentId: await paymentOf(intent), actor: 'owner' }),
    ).toMatchObject({ refundedPence: 5000 })
  })
})
