import type Stripe from 'stripe'
import { describe, expect, it } from 'vitest'
import { clinic } from '#clinic/current-clinic.ts'
import { listActivity } from '#server/activity/list-activity.ts'
import type { AlertKind } from '#server/money/dispute/read-fraud-alert.ts'
import { refundFlaggedPayment } from '#server/money/dispute/refund-flagged-payment.ts'
import { releaseAlert } from '#server/money/dispute/release-alert.ts'
import { refundOrder } from '#server/money/refund/refund-order.ts'
import { refundPayment } from '#server/money/refund/refund-payment.ts'
import { applyStripeEvent } from '#server/money/settle/apply-stripe-event.ts'
import { settlePayments } from '#server/money/settle/settle-payments.ts'
import { changeFulfilment } from '#server/orders/change-fulfilment.ts'
import { listAttention } from '#server/reports/attention.ts'
import { deliverEvents, subjectsTo } from '#tests/harness/deliver-events.ts'
import { ADMIN, flagPayments, FROZEN, REFUNDED, USABLE } from '#tests/harness/flag-payments.ts'
import { takeLoggedErrors } from '#tests/harness/no-stray-errors.ts'
import { orderOf } from '#tests/harness/order-buyer.ts'
import { payStarted, startPayment } from '#tests/harness/voucher-buyer.ts'
import { voucherShop } from '#tests/harness/voucher-shop.ts'
import { useWorld } from '#tests/harness/world.ts'

// Each voucher costs 5000 pence. After each test the books are compared with Stripe.
const world = useWorld()
const { buyVoucher, books, redeem } = voucherShop(world)
const { openSilently, open, items, itemOf, release, refund, outcomes, refundedAtStripe } = flagPayments(world)
const fullRun = () => settlePayments(world.services, { full: true })

const SAID = {
  warning: expect.stringContaining('the payment may be fraudulent'),
  review: expect.stringContaining('while Stripe reviews the payment'),
}

describe.each<AlertKind>(['warning', 'review'])('a voucher whose payment has an open %s', (kind) => {
  it('a flagged voucher can be redeemed only after the owner releases it', async () => {
    const voucher = await buyVoucher()
    await open(voucher, kind)
    expect(await books(voucher)).toEqual(FROZEN)
    await expect(redeem(voucher, 100)).rejects.toMatchObject({ code: 'not_active', message: SAID[kind] })
    expect(await release(voucher)).toEqual({ isFrozen: false })
    expect(await books(voucher)).toEqual(USABLE)
    await redeem(voucher, 100)
    await deliverEvents(world, voucher.intentId)
    expect(await books(voucher)).toMatchObject({ status: 'active', balance: 4900 })
    expect(await items(voucher)).toEqual([])
  })

  it('repeated releases of a flagged voucher have one effect', async () => {
    const voucher = await buyVoucher()
    await open(voucher, kind)
    const { id } = await itemOf(voucher)
    const press = () => releaseAlert(world.services, { alertId: id, actor: ADMIN })
    expect(await Promise.all([press(), press(), press()])).toEqual([1, 2, 3].map(() => ({ isFrozen: false })))
    expect(await press()).toEqual({ isFrozen: false })
    const pressed = await world.rows(
      `select action from activity join payment on payment.id = payment_id
       where stripe_payment_intent_id = $1 and action like '%released'`,
      [voucher.intentId],
    )
    expect(pressed).toEqual([{ action: `${kind}_released` }])
  })

  it('a flagged voucher is refunded in full including the redeemed part and ends', async () => {
    const voucher = await buyVoucher()
    await redeem(voucher, 2000)
    await open(voucher, kind)
    const { paymentId, refundable } = await itemOf(voucher)
    expect(refundable).toBe('50.00')
    const press = (expectedPence = 5000) =>
      refundPayment(world.services, { paymentId, actor: ADMIN, expectedPence })
    await expect(press(3000)).rejects.toMatchObject({ code: 'changed_meanwhile' })
    expect(await press()).toEqual({ refundedPence: 5000, state: 'succeeded' })
    expect(await press()).toEqual({ refundedPence: 5000, state: 'succeeded' })
    expect(refundedAtStripe(voucher)).toBe(5000)
    // Before Stripe reports that the refund has ended the alert.
    expect(await outcomes(voucher)).toEqual([{ kind, outcome: 'refunded' }])
    await deliverEvents(world, voucher.intentId)
    expect(await books(voucher)).toEqual(REFUNDED)
    expect(await outcomes(voucher)).toEqual([{ kind, outcome: 'refunded' }])
    expect(await items(voucher)).toEqual([])
  })

  it('a voucher that was released meanwhile is not refunded as flagged', async () => {
    const voucher = await buyVoucher()
    await open(voucher, kind)
    const { paymentId } = await itemOf(voucher)
    await release(voucher)
    const request = { paymentId, intentId: voucher.intentId, actor: ADMIN, expectedPence: 5000 }
    await expect(refundFlaggedPayment(world.services, request)).rejects.toMatchObject({
      code: 'changed_meanwhile',
    })
    expect(refundedAtStripe(voucher)).toBe(0)
    expect(await books(voucher)).toEqual(USABLE)
  })

  it('concurrent refunds of a flagged voucher refund it once', async () => {
    const voucher = await buyVoucher()
    await open(voucher, kind)
    const { paymentId } = await itemOf(voucher)
    const press = () => refundPayment(world.services, { paymentId, actor: ADMIN, expectedPence: 5000 })
    const pressed = await Promise.allSettled([press(), press()])
    expect(pressed.some(({ status }) => status === 'fulfilled')).toBe(true)
    expect(await press()).toMatchObject({ refundedPence: 5000 })
    expect(refundedAtStripe(voucher)).toBe(5000)
  })

  it('a flagged voucher is frozen again when its refund fails', async () => {
    const voucher = await buyVoucher('pm_card_refundFail')
    await open(voucher, kind)
    await refund(voucher)
    const made = world.stripe.state().refunds.find((one) => one.payment_intent === voucher.intentId)!
    if (made.status !== 'failed') await world.stripe.control.settleRefund({ refund: made.id, ok: false })
    for (const event of world.stripe.state().events.filter(({ type }) => type === 'refund.failed'))
      await applyStripeEvent(world.services, event as Stripe.Event)
    expect(await books(voucher)).toEqual(FROZEN)
    expect(await items(voucher)).toMatchObject([{ refundable: '50.00' }])
    const { items: all } = await listAttention(world.services)
    const ours = all.filter((item) => 'reference' in item && item.reference === voucher.intentId)
    expect(ours.map((item) => item.kind)).toEqual(['fraud_alert'])
    expect(await release(voucher)).toEqual({ isFrozen: false })
    expect(await books(voucher)).toEqual(USABLE)
  })

  it('a flagged voucher stays frozen when Stripe refuses its refund', async () => {
    const voucher = await buyVoucher()
    await open(voucher, kind)
    await world.stripe.control.fault({ match: 'POST /v1/refunds', status: 400 })
    await expect(refund(voucher)).rejects.toMatchObject({ code: 'not_active' })
    expect(takeLoggedErrors()).toHaveLength(1)
    expect(await books(voucher)).toEqual(FROZEN)
    expect(await refund(voucher)).toMatchObject({ state: 'succeeded' })
  })

  it('a flagged and disputed voucher stays frozen until both have ended', async () => {
    const [first, second] = [await buyVoucher(), await buyVoucher()]
    for (const voucher of [first, second]) await open(voucher, kind)
    const inquiries = []
    for (const { intentId } of [first, second]) {
      inquiries.push((await world.stripe.control.openDispute({ intent: intentId })).id)
    }
    // Stripe ends warning and review with a dispute; here they stay open to show that each freezes alone.
    for (const event of world.stripe.state().events.filter(({ type }) => type === 'charge.dispute.created'))
      await applyStripeEvent(world.services, event as Stripe.Event)
    await world.stripe.control.setDisputeStatus({ dispute: inquiries[0]!, status: 'won' })
    for (const event of world.stripe.state().events.filter(({ type }) => type === 'charge.dispute.closed'))
      await applyStripeEvent(world.services, event as Stripe.Event)
    expect(await books(first)).toEqual(FROZEN)
    await deliverEvents(world, first.intentId)
    expect(await books(first)).toEqual(USABLE)
    if (kind === 'warning') expect(await release(second)).toEqual({ isFrozen: true })
    else await expect(release(second)).rejects.toMatchObject({ code: 'changed_meanwhile' })
    expect(await books(second)).toEqual(FROZEN)
    await world.stripe.control.setDisputeStatus({ dispute: inquiries[1]!, status: 'won' })
    await deliverEvents(world, second.intentId)
    expect(await books(second)).toEqual(USABLE)
  })

  it('the full run freezes and unfreezes a flagged voucher whose events are lost', async () => {
    const voucher = await buyVoucher()
    await openSilently(voucher, kind)
    await fullRun()
    expect(await books(voucher)).toEqual(FROZEN)
    await world.stripe.control.refund({ intent: voucher.intentId })
    await fullRun()
    expect(await outcomes(voucher)).toEqual([{ kind, outcome: 'refunded' }])
    expect(await books(voucher)).toEqual(REFUNDED)
  })

  it('a known alert costs the full run two lists and no other request', async () => {
    const voucher = await buyVoucher()
    await open(voucher, kind)
    await fullRun()
    const before = world.stripe.state().requests.length
    await fullRun()
    const requests = world.stripe.state().requests.slice(before)
    expect(requests.filter(({ path }) => /reviews|radar/.test(path))).toHaveLength(2)
    expect(requests.length).toBeLessThanOrEqual(7)
    await release(voucher)
  })

  it.each(['given', 'reversed'] as const)(
    'a flagged voucher has the same result with events in %s order, twice',
    async (order) => {
      const voucher = await buyVoucher()
      const id = await openSilently(voucher, kind)
      await world.stripe.control.refund({ intent: voucher.intentId })
      for (const about of [id, id]) await deliverEvents(world, about, order)
      expect(await outcomes(voucher)).toEqual([{ kind, outcome: 'refunded' }])
      expect(await books(voucher)).toEqual(REFUNDED)
    },
  )

  it('an alert event before the payment’s event freezes the voucher', async () => {
    const started = await startPayment(5000, { buyerEmail: `early-${kind}@example.com` })
    await payStarted(world, started)
    const id = await openSilently(started, kind)
    await deliverEvents(world, id)
    const [row] = await world.rows(
      `select voucher.status from gift_voucher voucher join payment on payment.id = payment_id where stripe_payment_intent_id = $1`,
      [started.intentId],
    )
    expect(row).toEqual({ status: 'disputed' })
    await release(started)
  })

  it('a flagged voucher sends the clinic one email and is in the activity', async () => {
    const voucher = await buyVoucher()
    const subject =
      kind === 'warning' ? 'A payment may be fraudulent: £50.00' : 'Stripe is reviewing a payment: £50.00'
    const told = () => subjectsTo(world, clinic.email).filter((one) => one === subject).length
    const before = told()
    await open(voucher, kind)
    await deliverEvents(world, voucher.intentId)
    expect(told()).toBe(before + 1)
    const { items: lines } = await listActivity(world.services.db, {})
    expect(lines[0]?.description).toMatch(
      kind === 'warning'
        ? /bank warned that the payment of £50.00 may be fraudulent/
        : /Stripe is reviewing the payment of £50.00/,
    )
    await release(voucher)
  })
})

describe('an order whose payment has an open fraud warning', () => {
  it('a flagged order is not handed over until the owner releases it', async () => {
    const order = await orderOf(world)
    await open(order, 'warning')
    const ready = () =>
      changeFulfilment(world.services, { orderId: order.id, fulfilment: 'ready', actor: ADMIN })
    const message = expect.stringContaining('This payment may be fraudulent')
    await expect(ready()).rejects.toMatchObject({ code: 'not_active', message })
    const refunded = refundOrder(world.services, { orderId: order.id, actor: ADMIN })
    await expect(refunded).rejects.toMatchObject({ code: 'not_active', message })
    await release(order)
    await ready()
  })

  it('a flagged order is refunded in full', async () => {
    const order = await orderOf(world)
    await world.stripe.control.refund({ intent: order.intentId, amount: 1200 })
    await open(order, 'warning')
    expect(await refund(order, 2000)).toMatchObject({ refundedPence: 2000 })
    await deliverEvents(world, order.intentId)
    expect(await world.rows('select status from orders where id = $1', [order.id])).toEqual([
      { status: 'refunded' },
    ])
  })
})
