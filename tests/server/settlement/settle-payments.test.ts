import { describe, expect, it } from 'vitest'
import { sendEmails } from '#server/email/send-emails'
import { refundPayment } from '#server/refunds/refund-payment'
import { settlePayments } from '#server/settlement/settle-payments'
import { takeLoggedErrors } from '../../harness/no-stray-errors.ts'
import { buy, payLater, startPayment } from '../../harness/voucher-buyer.ts'
import { useWorld } from '../../harness/world.ts'

const world = useWorld()
const stateOf = async (intent: string) =>
  (
    await world.rows<{ state: string }>('select state from payment where stripe_payment_intent_id = $1', [
      intent,
    ])
  )[0]?.state
const atStripe = (intent: string) => world.stripe.state().intents.find(({ id }) => id === intent)?.status

describe('settlePayments', () => {
  it('makes the voucher when neither browser nor webhook ever came', async () => {
    const { intentId } = await buy(world)
    await settlePayments(world.services, { full: false })
    expect(await stateOf(intentId)).toBe('fulfilled')
  })

  it('leaves a payment alone that may still be paid', async () => {
    const { intentId } = await startPayment()
    await settlePayments(world.services, { full: true })
    expect(atStripe(intentId)).toBe('requires_payment_method')
  })

  it('cancels at Stripe and here what nobody paid in half an hour', async () => {
    const { intentId } = await startPayment()
    world.clock.advance(31)
    await settlePayments(world.services, { full: true })
    expect(atStripe(intentId)).toBe('canceled')
    expect(await stateOf(intentId)).toBe('cancelled')
    world.clock.advance(-31)
  })

  it('fulfils what was paid at the last moment instead of cancelling it', async () => {
    const { intentId } = await buy(world)
    world.clock.advance(90)
    await settlePayments(world.services, { full: true })
    expect(await stateOf(intentId)).toBe('fulfilled')
    world.clock.advance(-90)
  })

  it('finds a payment of a week ago that a restored database takes for cancelled', async () => {
    const { intentId } = await buy(world)
    const close = `update payment set state = 'cancelled', settled_at = now(), caller = null where stripe_payment_intent_id = $1`
    await world.rows(close, [intentId])
    world.clock.advance(7 * 24 * 60 + 60)
    await settlePayments(world.services, { full: true })
    world.clock.advance(-7 * 24 * 60 - 60)
    expect(takeLoggedErrors()).toEqual([expect.stringContaining('refunding it')])
    expect(await stateOf(intentId)).toBe('refunded')
  })

  it('waits for a pay-later provider as long as it takes', async () => {
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

  it('lets go of what was cancelled at Stripe by somebody who died before it was written down here', async () => {
    const { intentId } = await startPayment()
    await world.services.stripe.paymentIntents.cancel(intentId)
    await settlePayments(world.services, { full: false })
    expect(await stateOf(intentId)).toBe('cancelled')
  })

  it('says whether the database is awake, so that mails which a dead process left behind are sent', async () => {
    await buy(world)
    expect(await settlePayments(world.services, { full: false })).toMatchObject({ awake: true })
    expect(await settlePayments(world.services, { full: false })).toEqual({ settled: 0, awake: true })
    world.clock.advance(90)
    expect(await settlePayments(world.services, { full: false })).toEqual({ settled: 0, awake: false })
    world.clock.advance(-90)
  })

  it('closes an attempt whose intent never came to be', async () => {
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

describe('what is kept no longer than it is needed', () => {
  const kept = (query: string, id: string) => world.rows(query, [id])

  it('is what a mail said, what was typed for an unpaid purchase, and who called', async () => {
    const paid = await buy(world)
    const unpaid = await startPayment()
    await settlePayments(world.services, { full: true })
    await sendEmails(world.services)
    world.clock.advance(31)
    await settlePayments(world.services, { full: true })
    world.clock.advance(31 * 24 * 60)
    await settlePayments(world.services, { full: true })

    const mails = `select outbox.data from outbox join gift_voucher voucher on outbox.key like 'voucher:' || voucher.id || ':%'
      join payment on payment.id = voucher.payment_id where stripe_payment_intent_id = $1`
    expect(await kept(mails, paid.intentId)).toEqual([{ data: null }, { data: null }])
    const purchase = 'select purchase from payment where stripe_payment_intent_id = $1'
    expect(await kept(purchase, unpaid.intentId)).toEqual([{ purchase: null }])
    expect((await kept(purchase, paid.intentId))[0]?.['purchase']).not.toBeNull()
    expect(await world.rows('select kind from throttle')).toEqual([])
    world.clock.advance(-31 - 31 * 24 * 60)
  })
})

describe('what happened at Stripe and was told nobody', () => {
  const voucherOf = async (intent: string) =>
    (
      await world.rows(
        `select voucher.status, balance_pence as balance, state
         from gift_voucher voucher join payment on payment.id = payment_id where stripe_payment_intent_id = $1`,
        [intent],
      )
    )[0]
  const fullPass = () => settlePayments(world.services, { full: true })

  it('is followed by the full pass: a refund takes from the voucher, and one that failed gives back', async () => {
    const { intentId } = await buy(world)
    await fullPass()
    const refund = await world.stripe.control.refund({ intent: intentId, amount: 2000 })
    await fullPass()
    expect(await voucherOf(intentId)).toEqual({ status: 'active', balance: 3000, state: 'fulfilled' })
    await world.stripe.control.settleRefund({ refund: refund.id, ok: false })
    await fullPass()
    expect(await voucherOf(intentId)).toEqual({ status: 'active', balance: 5000, state: 'fulfilled' })
  })

  it.each([
    { status: 'won', after: { status: 'active', balance: 5000, state: 'fulfilled' } },
    { status: 'lost', after: { status: 'refunded', balance: 0, state: 'refunded' } },
  ] as const)('is followed by the full pass: a dispute, until it is $status', async ({ status, after }) => {
    const { intentId } = await buy(world)
    await fullPass()
    const dispute = await world.stripe.control.openDispute({ intent: intentId })
    await fullPass()
    expect(await voucherOf(intentId)).toEqual({ status: 'disputed', balance: 5000, state: 'disputed' })
    await world.stripe.control.setDisputeStatus({ dispute: dispute.id, status })
    await fullPass()
    expect(await voucherOf(intentId)).toEqual(after)
  })

  it('is left alone when it is known, or somebody else’s', async () => {
    await fullPass()
    const before = world.stripe.state().requests.length
    await fullPass()
    const asked = world.stripe.state().requests.slice(before)
    expect(new Set(asked.map(({ path }) => path))).toEqual(
      new Set([
        '/v1/payment_intents',
        '/v1/refunds',
        '/v1/disputes',
        '/v1/radar/early_fraud_warnings',
        '/v1/reviews',
      ]),
    )
  })
})

describe('money of which the row is lost', () => {
  const lose = async (pence = 5000) => {
    const { intentId } = await buy(world, pence)
    await world.rows('delete from payment where stripe_payment_intent_id = $1', [intentId])
    return intentId
  }
  const fullPass = async () => {
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

  it('is found by the full pass and can be given back, less what went back before, once', async () => {
    const intent = await lose()
    await world.stripe.control.refund({ intent, amount: 2000 })
    await fullPass()
    expect(await stateOf(intent)).toBe('unknown')
    const id = await paymentOf(intent)
    await Promise.allSettled(
      [1, 2, 3].map(() => refundPayment(world.services, { paymentId: id, actor: 'owner' })),
    )
    expect(await stateOf(intent)).toBe('refunded')
    expect(goneBack(intent).toSorted((one, other) => one - other)).toEqual([2000, 3000])
  })

  it('wants nobody when all of it has gone back already', async () => {
    const intent = await lose()
    await world.stripe.control.refund({ intent })
    await fullPass()
    expect(await stateOf(intent)).toBe('refunded')
  })

  it('may be disputed, and is as unknown as before when that is won', async () => {
    const intent = await lose()
    const dispute = await world.stripe.control.openDispute({ intent })
    await fullPass()
    expect(await stateOf(intent)).toBe('disputed')
    await world.stripe.control.setDisputeStatus({ dispute: dispute.id, status: 'won' })
    await fullPass()
    expect(await stateOf(intent)).toBe('unknown')
    expect(
      await refundPayment(world.services, { paymentId: await paymentOf(intent), actor: 'owner' }),
    ).toMatchObject({ refundedPence: 5000 })
  })
})
