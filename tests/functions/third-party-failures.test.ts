import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { refundVoucher } from '#server/money/refund/refund-voucher.ts'
import { settlePayment } from '#server/money/settle/settle-payment.ts'
import { settlePayments } from '#server/money/settle/settle-payments.ts'
import { callFunction } from '#tests/harness/call-function.ts'
import { subjectsTo } from '#tests/harness/deliver-events.ts'
import { functions } from '#tests/harness/every-function.ts'
import { takeLoggedErrors } from '#tests/harness/no-stray-errors.ts'
import {
  addProductWithStock,
  purchaseOf,
  startOrder,
  startPaying,
  stockOf,
} from '#tests/harness/order-buyer.ts'
import { buy, order, payStarted, startPayment, type Started } from '#tests/harness/voucher-buyer.ts'
import { deliver } from '#tests/harness/webhook.ts'
import { useWorld } from '#tests/harness/world.ts'

const { createOrder, createPaymentIntent, giftVouchers } = functions

// Bugs that users of other shop systems have reported.

const world = useWorld()
/** Repetitions; `ROUNDS=20` for a thorough run. */
const ROUNDS = Number(process.env['ROUNDS'] ?? 1)

const claimOrder = ({ clientSecret }: Started) =>
  callFunction(createOrder, { path: '/api/create-order', body: { clientSecret } })
const claimVoucher = ({ clientSecret }: Started) =>
  callFunction(giftVouchers, { path: '/api/gift-vouchers', body: { clientSecret } })
const succeeded = ({ intentId }: Started) => deliver({ type: 'payment_intent.succeeded', id: intentId })

const chargesOf = ({ intentId }: Started) =>
  world.stripe.state().charges.filter((charge) => charge.payment_intent === intentId && charge.paid)

async function boughtWith({ intentId }: Started): Promise<unknown> {
  const [row] = await world.rows(
    `select payment.state, count(distinct orders.id)::int as orders, count(distinct voucher.id)::int as vouchers
     from payment left join orders on orders.payment_id = payment.id left join gift_voucher voucher on voucher.payment_id = payment.id
     where stripe_payment_intent_id = $1 group by payment.id`,
    [intentId],
  )
  return row
}

const ORDERED = { state: 'fulfilled', orders: 1, vouchers: 0 }
const GIVEN = { state: 'fulfilled', orders: 0, vouchers: 1 }

/** Buys a product as a new buyer. */
async function payFor(
  product: string,
  email = `${randomUUID()}@example.com`,
): Promise<Started & { email: string }> {
  const body = purchaseOf(product)
  const started = await startPaying({ ...body, purchaseData: { ...body.purchaseData, email } })
  await payStarted(world, started)
  return { ...started, email }
}

describe('here', { repeats: ROUNDS - 1 }, () => {
  it('a webhook responds 200 only once the order exists, and a repeated event creates it (Vendure 3411)', async () => {
    const paid = await payFor(await addProductWithStock(world, 1))
    world.gateway.fault({ times: 2 })
    expect((await succeeded(paid)).status).toBe(503)
    expect(takeLoggedErrors()).toHaveLength(1)
    expect((await succeeded(paid)).status).toBe(200)
    expect(await boughtWith(paid)).toEqual(ORDERED)
  })

  it('the second of two buyers of the last unit is refused before a charge (Vendure 3065, Open Food Network 3925)', async () => {
    const product = await addProductWithStock(world, 1)
    const answers = await Promise.all([1, 2].map(() => startOrder(purchaseOf(product))))
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
    const intents = world.stripe.state().intents.filter(({ metadata }) => metadata['product_id'] === product)
    expect(intents).toHaveLength(1)
    expect(await stockOf(world, product)).toEqual({ stock: 1, reserved: 1 })
  })

  it('a concurrent browser request and webhook charge once and create one order (Medusa 13301)', async () => {
    const paid = await payFor(await addProductWithStock(world, 1))
    const answers = await Promise.all([claimOrder(paid), succeeded(paid), claimOrder(paid), succeeded(paid)])
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    expect(chargesOf(paid).map(({ amount_captured }) => amount_captured)).toEqual([3200])
    expect(await boughtWith(paid)).toEqual(ORDERED)
  })

  it('a checkout repeated while its payment settles has one intent (Saleor 19220)', async () => {
    const body = { ...order('50'), requestId: randomUUID() }
    const start = async () => {
      const response = await callFunction(createPaymentIntent, {
        path: '/api/create-payment-intent',
        body,
      })
      return (await response.json()) as { clientSecret: string; code?: string }
    }
    const before = world.stripe.state().intents.length
    const [{ clientSecret }] = (await Promise.all([start(), start()])) as [{ clientSecret: string }, unknown]
    const started = { clientSecret, intentId: clientSecret.slice(0, clientSecret.indexOf('_secret_')) }
    await payStarted(world, started)
    const [again] = await Promise.all([start(), succeeded(started), claimVoucher(started)])
    expect(again.code ?? again.clientSecret).toBe(again.code ? 'already_paid' : clientSecret)
    expect(world.stripe.state().intents).toHaveLength(before + 1)
    expect(chargesOf(started)).toHaveLength(1)
    expect(await boughtWith(started)).toEqual(GIVEN)
  })

  it('a webhook during the browser’s request changes and emails nothing twice (WooCommerce Stripe 3574)', async () => {
    const email = `${randomUUID()}@example.com`
    const paid = await buy(world, 5000, { buyerEmail: email })
    await Promise.all([
      claimVoucher(paid),
      succeeded(paid),
      settlePayments(world.services, { full: true }),
      claimVoucher(paid),
    ])
    expect(await boughtWith(paid)).toEqual(GIVEN)
    expect(subjectsTo(world, email)).toHaveLength(1)
    const told = await world.rows(
      `select from activity join payment on payment.id = payment_id where action = 'voucher_issued' and stripe_payment_intent_id = $1`,
      [paid.intentId],
    )
    expect(told).toHaveLength(1)
  })

  it.each(['charge.refunded', 'refund.created', 'refund.updated', 'nothing at all'])(
    'a pending refund is settled when Stripe sends only %s (Hi.Events 1067)',
    async (type) => {
      const started = await startPayment()
      await payStarted(world, started, 'pm_card_pendingRefund')
      const settled = await settlePayment(world.services, started.intentId)
      if (settled.outcome !== 'fulfilled') throw new Error(settled.outcome)
      const { state } = await refundVoucher(world.services, settled.voucher.id, 'admin')
      expect(state).toBe('pending')
      const made = world.stripe.state().refunds.find((one) => one.payment_intent === started.intentId)!
      await world.stripe.control.settleRefund({ refund: made.id })
      if (type === 'nothing at all') await settlePayments(world.services, { full: true })
      else expect((await deliver({ type, payment_intent: started.intentId })).status).toBe(200)
      expect(await boughtWith(started)).toMatchObject({ state: 'refunded' })
    },
  )

  it('a webhook delivered three times at once creates one order, one sale and one email (Pinelab 620)', async () => {
    const product = await addProductWithStock(world, 2)
    const paid = await payFor(product)
    const answers = await Promise.all([1, 2, 3].map(() => succeeded(paid)))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(await boughtWith(paid)).toEqual(ORDERED)
    expect(await stockOf(world, product)).toEqual({ stock: 1, reserved: 0 })
    expect(subjectsTo(world, paid.email)).toHaveLength(1)
  })
})
