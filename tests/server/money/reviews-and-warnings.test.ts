import { describe, expect, it } from 'vitest'
import { releaseAlert } from '#server/money/dispute/release-alert.ts'
import { settlePayment } from '#server/money/settle/settle-payment.ts'
import { settlePayments } from '#server/money/settle/settle-payments.ts'
import { deliverEvents } from '#tests/harness/deliver-events.ts'
import { ADMIN, flagPayments, FROZEN, REFUNDED, USABLE } from '#tests/harness/flag-payments.ts'
import { takeLoggedErrors } from '#tests/harness/no-stray-errors.ts'
import { payStarted, startPayment } from '#tests/harness/voucher-buyer.ts'
import { voucherShop } from '#tests/harness/voucher-shop.ts'
import { useWorld } from '#tests/harness/world.ts'

// Each voucher costs 5000 pence. After each test the books are compared with Stripe.
const world = useWorld()
const { buyVoucher, books } = voucherShop(world)
const { openSilently, open, closeReview, items, release, refund, outcomes } = flagPayments(world)
const fullRun = () => settlePayments(world.services, { full: true })
const amend = (id: string, changes: object) => world.stripe.control.amend({ id, changes })

describe('settling a payment under review', () => {
  it('settling a payment under review issues a frozen voucher', async () => {
    const started = await startPayment(5000, { buyerEmail: 'reviewed@example.com' })
    await payStarted(world, started)
    await openSilently(started, 'review')
    const settled = await settlePayment(world.services, started.intentId)
    expect(settled).toMatchObject({ outcome: 'fulfilled', voucher: { status: 'disputed' } })
    expect(await items(started)).toMatchObject([{ what: 'review', refundable: '50.00' }])
    await release(started)
    expect(await settlePayment(world.services, started.intentId)).toMatchObject({
      voucher: { status: 'active' },
    })
  })

  it('settling a payment with an approved review issues a usable voucher', async () => {
    const started = await startPayment(5000, { buyerEmail: 'approved@example.com' })
    await payStarted(world, started)
    const review = await openSilently(started, 'review')
    await world.stripe.control.closeReview({ review, reason: 'approved' })
    expect(await settlePayment(world.services, started.intentId)).toMatchObject({
      voucher: { status: 'active' },
    })
  })
})

describe('a review', () => {
  it.each([
    ['approved', USABLE],
    ['refunded', REFUNDED],
    ['refunded_as_fraud', REFUNDED],
    ['disputed', FROZEN],
  ] as const)('a review that Stripe closes as %s leaves the voucher %o', async (reason, after) => {
    const voucher = await buyVoucher()
    const id = await open(voucher, 'review')
    await world.stripe.control.closeReview({ review: id, reason })
    await deliverEvents(world, id)
    expect(await outcomes(voucher)).toEqual([{ kind: 'review', outcome: reason }])
    expect(await books(voucher)).toEqual(after)
  })

  it.each(['acknowledged', 'redacted', 'canceled', 'payment_never_settled'] as const)(
    'a review that Stripe closes as %s has ended',
    async (reason) => {
      const voucher = await buyVoucher()
      const id = await open(voucher, 'review')
      await amend(id, { open: false, closed_reason: reason, reason })
      await deliverEvents(world, id)
      expect(await outcomes(voucher)).toEqual([{ kind: 'review', outcome: reason }])
      expect(await books(voucher)).toEqual(USABLE)
    },
  )

  it('a review closed for an unknown reason keeps the voucher frozen until the owner decides', async () => {
    const voucher = await buyVoucher()
    const id = await open(voucher, 'review')
    await amend(id, { open: false, closed_reason: 'mediated', reason: 'mediated' })
    await deliverEvents(world, id)
    expect(await books(voucher)).toEqual(FROZEN)
    expect(await release(voucher)).toEqual({ isFrozen: false })
    expect(takeLoggedErrors().length).toBeGreaterThan(0)
    expect(await books(voucher)).toEqual(USABLE)
  })

  it('a released review is approved at Stripe', async () => {
    const voucher = await buyVoucher()
    const id = await open(voucher, 'review')
    await release(voucher)
    const review = world.stripe.state().reviews.find((one) => one.id === id)
    expect(review).toMatchObject({ open: false, closed_reason: 'approved' })
  })

  it('a review that cannot be approved stays open and is approved on retry', async () => {
    const voucher = await buyVoucher()
    const id = await open(voucher, 'review')
    await world.stripe.control.fault({ match: `POST /v1/reviews/${id}/approve`, status: 403 })
    await expect(release(voucher)).rejects.toMatchObject({ code: 'payment_provider' })
    expect(await books(voucher)).toEqual(FROZEN)
    expect(await release(voucher)).toEqual({ isFrozen: false })
  })

  it('a review of a refunded payment is not released', async () => {
    const voucher = await buyVoucher()
    await open(voucher, 'review')
    await world.stripe.control.refund({ intent: voucher.intentId })
    await expect(release(voucher)).rejects.toMatchObject({ code: 'changed_meanwhile' })
    expect(await books(voucher)).toEqual(REFUNDED)
  })
})

describe('an early fraud warning', () => {
  it('a fraud warning about a refunded payment freezes nothing and sends no email', async () => {
    const voucher = await buyVoucher()
    await world.stripe.control.refund({ intent: voucher.intentId })
    await open(voucher, 'warning')
    expect(await outcomes(voucher)).toEqual([{ kind: 'warning', outcome: 'refunded' }])
    expect(await books(voucher)).toEqual(REFUNDED)
    expect(await items(voucher)).toEqual([])
  })

  it('a fraud warning ends with a dispute, which keeps the voucher frozen', async () => {
    const voucher = await buyVoucher()
    await open(voucher, 'warning')
    const { id } = await world.stripe.control.openDispute({ intent: voucher.intentId })
    await deliverEvents(world, 'radar.early_fraud_warning.updated')
    expect(await outcomes(voucher)).toEqual([{ kind: 'warning', outcome: 'disputed' }])
    expect(await books(voucher)).toEqual(FROZEN)
    await world.stripe.control.setDisputeStatus({ dispute: id, status: 'won' })
    await deliverEvents(world, voucher.intentId)
    expect(await books(voucher)).toEqual(USABLE)
  })

  it('a fraud warning and a review of one payment are two items and one refund ends both', async () => {
    const voucher = await buyVoucher()
    await open(voucher, 'warning')
    await open(voucher, 'review')
    expect(await items(voucher)).toHaveLength(2)
    await refund(voucher)
    await deliverEvents(world, voucher.intentId)
    expect(await items(voucher)).toEqual([])
    expect(await books(voucher)).toEqual(REFUNDED)
  })

  it('a released fraud warning leaves the voucher frozen while a review is open', async () => {
    const voucher = await buyVoucher()
    const review = await open(voucher, 'review')
    await open(voucher, 'warning')
    const warning = (await items(voucher)).find(({ what }) => what === 'warning')!
    expect(await releaseAlert(world.services, { alertId: warning.id, actor: ADMIN })).toEqual({
      isFrozen: true,
    })
    expect(await books(voucher)).toEqual(FROZEN)
    await closeReview(voucher, review, 'approved')
    expect(await books(voucher)).toEqual(USABLE)
  })

  it('a fraud warning about a payment of another product is ignored', async () => {
    const elsewhere = await world.stripe.control.payElsewhere({ amount: 4500 })
    await open({ intentId: elsewhere.id }, 'warning')
    await open({ intentId: elsewhere.id }, 'review')
    await fullRun()
    expect(await outcomes({ intentId: elsewhere.id })).toEqual([])
  })
})
