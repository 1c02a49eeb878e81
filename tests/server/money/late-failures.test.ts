import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import { sendEmails } from '#server/email/send-emails.ts'
import { settlePayments } from '#server/money/settle/settle-payments.ts'
import { callFunction } from '#tests/harness/call-function.ts'
import { subjectsTo } from '#tests/harness/deliver-events.ts'
import { functions } from '#tests/harness/every-function.ts'
import { addProductWithStock, PERSON, purchaseOf, startPaying, stockOf } from '#tests/harness/order-buyer.ts'
import { order, payLater, payStarted, startPayment, type Started } from '#tests/harness/voucher-buyer.ts'
import { deliver } from '#tests/harness/webhook.ts'
import { useWorld } from '#tests/harness/world.ts'

const { createPaymentIntent, giftVouchers } = functions

const world = useWorld()

const THREE_DAYS = 3 * 24 * 60

let email: string
beforeEach(() => {
  email = `${randomUUID()}@example.com`
})

const claim = ({ clientSecret }: Started) =>
  callFunction(giftVouchers, { path: '/api/gift-vouchers', body: { clientSecret } })
const fail = ({ intentId }: Started) =>
  world.stripe.control.completeProcessing({ intent: intentId, ok: false })
const hearOfFailure = ({ intentId }: Started) =>
  deliver({ type: 'payment_intent.payment_failed', id: intentId })
const stateOf = async ({ intentId }: Started) => {
  const query = 'select state from payment where stripe_payment_intent_id = $1'
  const [row] = await world.rows<{ state: string }>(query, [intentId])
  return row?.state
}
const atStripe = ({ intentId }: Started) =>
  world.stripe.state().intents.find(({ id }) => id === intentId)?.status

/** A voucher whose buyer was told that the payment is processing. */
async function waitingVoucher(): Promise<Started> {
  const started = await startPayment(5000, { buyerEmail: email })
  await payLater(world, started)
  expect((await claim(started)).status).toBe(202)
  return started
}

describe('a payment that fails after "The email will follow"', () => {
  it('a failed processing payment is cancelled here and at Stripe and the voucher’s buyer gets an email', async () => {
    const started = await waitingVoucher()
    await fail(started)
    expect((await hearOfFailure(started)).status).toBe(200)
    expect(await stateOf(started)).toBe('cancelled')
    expect(atStripe(started)).toBe('canceled')
    expect(subjectsTo(world, email)).toEqual(['Your payment of £50.00 did not go through'])
  })

  it('a failed processing payment releases its reserved stock at once and the order’s buyer gets an email', async () => {
    const product = await addProductWithStock(world, 5)
    const started = await startPaying(
      purchaseOf(product, { quantity: 2, purchaseData: { ...PERSON, email } }),
    )
    await payLater(world, started)
    await deliver({ type: 'payment_intent.processing', id: started.intentId })
    expect(await stockOf(world, product)).toEqual({ stock: 5, reserved: 2 })
    await fail(started)
    await hearOfFailure(started)
    expect(await stockOf(world, product)).toEqual({ stock: 5, reserved: 0 })
    expect(subjectsTo(world, email)).toEqual(['Your payment of £64.00 did not go through'])
  })

  it('the full run finds a failed processing payment without an event', async () => {
    const started = await waitingVoucher()
    await fail(started)
    world.clock.advance(THREE_DAYS)
    await settlePayments(world.services, { full: true })
    await sendEmails(world.services)
    world.clock.advance(-THREE_DAYS)
    expect(await stateOf(started)).toBe('cancelled')
    expect(atStripe(started)).toBe('canceled')
    expect(subjectsTo(world, email)).toHaveLength(1)
  })

  it('a processing payment cancelled at Stripe also sends the buyer an email', async () => {
    const started = await waitingVoucher()
    await fail(started)
    await world.services.stripe.paymentIntents.cancel(started.intentId)
    await deliver({ type: 'payment_intent.canceled', id: started.intentId })
    expect(await stateOf(started)).toBe('cancelled')
    expect(subjectsTo(world, email)).toHaveLength(1)
  })

  it('concurrent events and jobs report a failed payment once', async () => {
    const started = await waitingVoucher()
    await fail(started)
    world.clock.advance(THREE_DAYS)
    await Promise.all([
      ...[1, 2, 3].map(() => hearOfFailure(started)),
      settlePayments(world.services, { full: true }),
      claim(started),
    ])
    await deliver({ type: 'payment_intent.canceled', id: started.intentId })
    await sendEmails(world.services)
    world.clock.advance(-THREE_DAYS)
    expect(subjectsTo(world, email)).toHaveLength(1)
  })

  it('20 concurrent events of a cancellation close the payment once without an error', async () => {
    const started = await waitingVoucher()
    await fail(started)
    await world.services.stripe.paymentIntents.cancel(started.intentId)
    const events = Array.from({ length: 20 }, () =>
      deliver({ type: 'payment_intent.canceled', id: started.intentId }),
    )
    expect(new Set((await Promise.all(events)).map(({ status }) => status))).toEqual(new Set([200]))
    await sendEmails(world.services)
    expect(subjectsTo(world, email)).toHaveLength(1)
  })

  it('the activity shows a failed payment', async () => {
    const started = await waitingVoucher()
    await fail(started)
    await hearOfFailure(started)
    const noted = await world.rows(
      `select action, after from activity join payment on payment.id = payment_id where stripe_payment_intent_id = $1`,
      [started.intentId],
    )
    expect(noted).toEqual([{ action: 'payment_failed', after: { pence: 5000 } }])
  })

  it('a start under the request id of a failed payment gets request_reused', async () => {
    const requestId = randomUUID()
    const body = { ...order('50', { buyerEmail: email }), requestId }
    const start = () => callFunction(createPaymentIntent, { path: '/api/create-payment-intent', body })
    const { clientSecret } = (await (await start()).json()) as { clientSecret: string }
    const started = { clientSecret, intentId: clientSecret.slice(0, clientSecret.indexOf('_secret_')) }
    await payLater(world, started)
    await claim(started)
    await fail(started)
    await hearOfFailure(started)
    const again = await start()
    expect(again.status).toBe(409)
    expect(await again.json()).toMatchObject({ code: 'request_reused' })
  })

  it('a failed payment that was paid another way is fulfilled without an email about the failure', async () => {
    const started = await waitingVoucher()
    await fail(started)
    await payStarted(world, started)
    await hearOfFailure(started)
    expect(await stateOf(started)).toBe('fulfilled')
    expect(subjectsTo(world, email)).toEqual(['Your gift voucher receipt: £50.00'])
  })
})

describe('a card that is declined during checkout', () => {
  it('a declined card sends no email and the payment can be paid with another card', async () => {
    const started = await startPayment(5000, { buyerEmail: email })
    await payStarted(world, started, 'pm_card_chargeDeclined')
    await hearOfFailure(started)
    expect(await stateOf(started)).toBe('created')
    expect(atStripe(started)).toBe('requires_payment_method')
    expect(subjectsTo(world, email)).toEqual([])
    expect((await payStarted(world, started)).status).toBe(200)
    expect((await claim(started)).status).toBe(200)
  })

  it('a declined card sends no email when the payment expires unpaid', async () => {
    const started = await startPayment(5000, { buyerEmail: email })
    await payStarted(world, started, 'pm_card_chargeDeclined')
    world.clock.advance(31)
    await settlePayments(world.services, { full: true })
    await sendEmails(world.services)
    world.clock.advance(-31)
    expect(await stateOf(started)).toBe('cancelled')
    expect(subjectsTo(world, email)).toEqual([])
  })
})
