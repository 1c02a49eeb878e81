import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { sendEmails } from '#server/email/send-emails.ts'
import { claimGiftVoucher, claimOrder } from '#server/money/settle/claim.ts'
import { settlePayment } from '#server/money/settle/settle-payment.ts'
import { settlePayments } from '#server/money/settle/settle-payments.ts'
import { deliverEvents } from '#tests/harness/deliver-events.ts'
import {
  addProductWithStock,
  PERSON,
  PRICE,
  purchaseOf,
  startPaying,
  stockOf,
} from '#tests/harness/order-buyer.ts'
import { payStarted, startPayment, type Started } from '#tests/harness/voucher-buyer.ts'
import { useWorld } from '#tests/harness/world.ts'

const world = useWorld()

const REFUNDED = {
  code: 'payment_closed',
  message:
    'This payment has been refunded, so your purchase did not go through. Your money will be returned the way you paid, which takes 5 to 10 working days.',
}

async function payForVoucher(card?: string): Promise<Started & { email: string }> {
  const email = `${randomUUID()}@example.com`
  const started = await startPayment(5000, { buyerEmail: email, recipientEmail: email })
  await payStarted(world, started, card)
  return { ...started, email }
}

async function payForOrder(): Promise<Started & { email: string; product: string }> {
  const product = await addProductWithStock(world, 5)
  const email = `${randomUUID()}@example.com`
  const body = purchaseOf(product, { quantity: 2, purchaseData: { ...PERSON, email } })
  const started = await startPaying(body)
  await payStarted(world, started)
  return { ...started, email, product }
}

const claimVoucher = ({ clientSecret }: Started) =>
  claimGiftVoucher(world.services, { clientSecret }, randomUUID())
const claim = ({ clientSecret }: Started) => claimOrder(world.services, { clientSecret }, randomUUID())

const booksOf = async ({ intentId }: Started) =>
  (
    await world.rows<{ state: string; pence: number | null; refunded: number; emails: number }>(
      `select state, (select balance_pence from gift_voucher where payment_id = payment.id) as pence,
         (select coalesce(sum(pence), 0)::int from refund where payment_id = payment.id and state <> 'failed') as refunded
       from payment where stripe_payment_intent_id = $1`,
      [intentId],
    )
  )[0]

async function emailsTo(address: string) {
  await sendEmails(world.services)
  return (
    await world.rows<{ template: string; pence: number }>(
      `select template, (data ->> 'pence')::int as pence from outbox where recipient = $1 order by template`,
      [address],
    )
  ).map(({ template, pence }) => `${template} ${pence}`)
}

const takings = async () =>
  (await world.rows<{ pence: number }>('select coalesce(sum(pence), 0)::int as pence from takings'))[0]!.pence

describe('a payment that was refunded at Stripe before it was settled', () => {
  it('issues no voucher and sends nothing when all of it was refunded', async () => {
    const before = await takings()
    const paid = await payForVoucher()
    await world.stripe.control.refund({ intent: paid.intentId })
    for (const _ of [1, 2]) await expect(claimVoucher(paid)).rejects.toMatchObject(REFUNDED)
    await deliverEvents(world, paid.intentId)
    await settlePayments(world.services, { full: true })
    expect(await booksOf(paid)).toEqual({ state: 'refunded', pence: null, refunded: 5000 })
    expect(await emailsTo(paid.email)).toEqual([])
    expect(await takings()).toBe(before)
  })

  it('places no order and releases its stock when all of it was refunded', async () => {
    const paid = await payForOrder()
    await world.stripe.control.refund({ intent: paid.intentId, amount: 1000 })
    await world.stripe.control.refund({ intent: paid.intentId, amount: 2 * PRICE - 1000 })
    await deliverEvents(world, paid.intentId)
    await expect(claim(paid)).rejects.toMatchObject(REFUNDED)
    expect(await booksOf(paid)).toMatchObject({ state: 'refunded', refunded: 2 * PRICE })
    expect(await emailsTo(paid.email)).toEqual([])
    expect(await stockOf(world, paid.product)).toEqual({ stock: 5, reserved: 0 })
  })

  it('issues a voucher for what is left when a part was refunded', async () => {
    const paid = await payForVoucher()
    await world.stripe.control.refund({ intent: paid.intentId, amount: 2001 })
    expect(await claimVoucher(paid)).toMatchObject({
      voucher: { status: 'active', originalAmount: '50.00', currentBalance: '29.99' },
    })
    expect(await booksOf(paid)).toEqual({ state: 'fulfilled', pence: 2999, refunded: 2001 })
    expect(await emailsTo(paid.email)).toEqual([
      'voucher-gift 2999',
      'voucher-part-refunded 2001',
      'voucher-receipt 5000',
    ])
    await deliverEvents(world, paid.intentId)
    expect(await booksOf(paid)).toEqual({ state: 'fulfilled', pence: 2999, refunded: 2001 })
  })

  it('places the order when a part was refunded', async () => {
    const paid = await payForOrder()
    await world.stripe.control.refund({ intent: paid.intentId, amount: 1000 })
    expect(await claim(paid)).toMatchObject({ order: { status: 'part_refunded' } })
    expect(await stockOf(world, paid.product)).toEqual({ stock: 3, reserved: 0 })
  })

  it('is settled once by several callers at the same time', async () => {
    const paid = await payForVoucher()
    await world.stripe.control.refund({ intent: paid.intentId })
    const outcomes = await Promise.all(
      Array.from({ length: 5 }, async () => (await settlePayment(world.services, paid.intentId)).outcome),
    )
    expect(outcomes).toEqual(Array(5).fill('refunded'))
    expect(await booksOf(paid)).toMatchObject({ state: 'refunded', refunded: 5000 })
  })

  it('is unmatched when its refund fails afterwards', async () => {
    const paid = await payForVoucher('pm_card_pendingRefund')
    await world.stripe.control.refund({ intent: paid.intentId })
    await expect(claimVoucher(paid)).rejects.toMatchObject(REFUNDED)
    expect(await booksOf(paid)).toMatchObject({ state: 'refunding' })
    const made = world.stripe.state().refunds.find((one) => one.payment_intent === paid.intentId)
    await world.stripe.control.settleRefund({ refund: made!.id, ok: false })
    await deliverEvents(world, paid.intentId)
    expect(await booksOf(paid)).toEqual({ state: 'unknown', pence: null, refunded: 0 })
  })

  it('is closed as refunded when it was cancelled here before', async () => {
    const paid = await payForVoucher()
    await world.stripe.control.refund({ intent: paid.intentId })
    await world.rows(
      `update payment set state = 'cancelled', settled_at = now(), caller = null where stripe_payment_intent_id = $1`,
      [paid.intentId],
    )
    await expect(claimVoucher(paid)).rejects.toMatchObject(REFUNDED)
    expect(await booksOf(paid)).toMatchObject({ state: 'refunded', refunded: 5000 })
    expect(await emailsTo(paid.email)).toEqual([])
  })
})
