import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { PAGE_SIZE } from '#contract/base/listing.ts'
import { listActivity } from '#server/activity/list-activity.ts'
import { sendAgain } from '#server/delivery/send-again.ts'
import { sendEmails } from '#server/email/send-emails.ts'
import { refundPayment } from '#server/money/refund/refund-payment.ts'
import { refundVoucher } from '#server/money/refund/refund-voucher.ts'
import { settlePayment } from '#server/money/settle/settle-payment.ts'
import { settleNow } from '#server/money/settle/settle-payments.ts'
import { listAttention } from '#server/reports/attention.ts'
import { redeemVoucher } from '#server/vouchers/ledger/change-balance.ts'
import { callFunction } from '#tests/harness/call-function.ts'
import { deliverEvents } from '#tests/harness/deliver-events.ts'
import { functions } from '#tests/harness/every-function.ts'
import { takeLoggedErrors } from '#tests/harness/no-stray-errors.ts'
import { addProductWithStock, orderOf, purchaseOf, startPaying } from '#tests/harness/order-buyer.ts'
import { buy, payStarted, startPayment } from '#tests/harness/voucher-buyer.ts'
import { useWorld } from '#tests/harness/world.ts'

const { appointments } = functions

const world = useWorld()
const ADMIN = randomUUID()

const told = async (kind: string) =>
  (await listAttention(world.services)).items.filter((item) => item.kind === kind)
const refundOf = async (intentId: string) =>
  (await told('refund')).find((item) => 'reference' in item && item.reference === intentId)
const paymentOf = async (intentId: string) =>
  (
    await world.rows<{ id: string }>('select id from payment where stripe_payment_intent_id = $1', [intentId])
  )[0]!.id

/** Makes the bank return every refund of a payment. */
async function failRefunds(intentId: string): Promise<void> {
  const refunds = world.stripe.state().refunds.filter((one) => one.payment_intent === intentId)
  for (const { id, status } of refunds) {
    if (status !== 'failed') await world.stripe.control.settleRefund({ refund: id, ok: false })
  }
  await deliverEvents(world, intentId)
}

/** A voucher whose refund the bank has returned. */
async function buyWithFailedRefund(pence = 5000): Promise<{ intentId: string; voucherId: string }> {
  const started = await startPayment(pence)
  await payStarted(world, started, 'pm_card_refundFail')
  const settled = await settlePayment(world.services, started.intentId)
  if (settled.outcome !== 'fulfilled') throw new Error(settled.outcome)
  await refundVoucher(world.services, settled.voucher.id, ADMIN)
  await failRefunds(started.intentId)
  return { intentId: started.intentId, voucherId: settled.voucher.id }
}

describe('Needs attention', () => {
  it('Needs attention is empty when nothing needs attention', async () => {
    expect(await listAttention(world.services)).toEqual({
      items: [],
      waiting: { ordersToPrepare: 0, inquiries: 0, messages: 0, appointments: 0 },
    })
  })

  it('Needs attention shows a paid payment until it is settled', async () => {
    const { intentId } = await buy(world)
    expect(await told('payment_open')).toEqual([])
    world.clock.advance(45)
    const [item] = await told('payment_open')
    expect(item).toMatchObject({ amount: '50.00', reference: intentId })
    expect(await settleNow(world.services, await paymentOf(intentId))).toBe('fulfilled')
    await sendEmails(world.services)
    expect(await told('payment_open')).toEqual([])
  })

  it('settling an unpaid payment now cancels it and removes it from Needs attention', async () => {
    const { intentId } = await startPayment()
    world.clock.advance(45)
    expect(await settleNow(world.services, await paymentOf(intentId))).toBe('cancelled')
  })

  it('Needs attention shows an unmatched payment until it is refunded', async () => {
    const { intentId } = await buy(world)
    await world.rows('delete from payment where stripe_payment_intent_id = $1', [intentId])
    await settlePayment(world.services, intentId)
    expect(takeLoggedErrors()).toHaveLength(1)
    await sendEmails(world.services)
    const [item] = await told('payment_unknown')
    expect(item).toMatchObject({ amount: '50.00', reference: intentId })
    const id = await paymentOf(intentId)
    expect(await refundPayment(world.services, { paymentId: id, actor: ADMIN })).toMatchObject({
      refundedPence: 5000,
    })
    expect(await told('payment_unknown')).toEqual([])
    await expect(refundPayment(world.services, { paymentId: id, actor: ADMIN })).rejects.toThrow(
      'nothing left to refund on this payment',
    )
    // The same press again, which says the amount.
    const repeat = refundPayment(world.services, { paymentId: id, actor: ADMIN, expectedPence: 5000 })
    expect(await repeat).toMatchObject({ refundedPence: 5000 })
    const charge = world.stripe.state().charges.find((one) => one.payment_intent === intentId)
    expect(charge?.amount_refunded).toBe(5000)
  })

  it('Needs attention shows a refund that has not reached Stripe until it is requested again', async () => {
    const { intentId } = await buy(world)
    const settled = await settlePayment(world.services, intentId)
    await sendEmails(world.services)
    if (settled.outcome !== 'fulfilled') throw new Error(settled.outcome)
    await world.stripe.control.fault({ match: 'POST /v1/refunds', status: 500, times: 1 })
    expect(await refundVoucher(world.services, settled.voucher.id, ADMIN)).toMatchObject({ state: 'due' })
    world.clock.advance(15)
    const [item] = await told('refund')
    expect(item).toMatchObject({ state: 'due', amount: '50.00', voucherId: settled.voucher.id })
    expect(
      await refundPayment(world.services, { paymentId: await paymentOf(intentId), actor: ADMIN }),
    ).toMatchObject({ refundedPence: 5000 })
    await sendEmails(world.services)
    expect(await told('refund')).toEqual([])
  })

  it('Needs attention shows a failed refund until it is made again', async () => {
    const { intentId, voucherId } = await buyWithFailedRefund()
    expect(await told('refund')).toMatchObject([{ state: 'failed', voucherId }])
    expect(
      await refundPayment(world.services, { paymentId: await paymentOf(intentId), actor: ADMIN }),
    ).toMatchObject({ refundedPence: 5000 })
    expect(await told('refund')).toEqual([])
    await failRefunds(intentId)
    expect(await told('refund')).toHaveLength(1)
  })

  it('Needs attention shows a refund that Stripe refuses, which is not reported as made', async () => {
    const { intentId } = await buy(world)
    const settled = await settlePayment(world.services, intentId)
    if (settled.outcome !== 'fulfilled') throw new Error(settled.outcome)
    await world.stripe.control.fault({ match: 'POST /v1/refunds', status: 500, times: 1 })
    await refundVoucher(world.services, settled.voucher.id, ADMIN)
    await world.stripe.control.openDispute({ intent: intentId })
    await expect(
      refundPayment(world.services, { paymentId: await paymentOf(intentId), actor: ADMIN }),
    ).rejects.toMatchObject({
      code: 'not_active',
      message: expect.stringContaining('refused this refund'),
    })
    expect(takeLoggedErrors()).toEqual([expect.stringContaining('refund refused')])
    expect(world.stripe.state().refunds.filter((one) => one.payment_intent === intentId)).toEqual([])
    await sendEmails(world.services)
  })

  it('Needs attention shows an unmatched payment whose refund Stripe refuses', async () => {
    const { intentId } = await buy(world)
    await world.rows('delete from payment where stripe_payment_intent_id = $1', [intentId])
    await settlePayment(world.services, intentId)
    await world.stripe.control.fault({ match: 'POST /v1/refunds', status: 400, times: 1 })
    const asked = refundPayment(world.services, { paymentId: await paymentOf(intentId), actor: ADMIN })
    await expect(asked).rejects.toMatchObject({ code: 'not_active' })
    takeLoggedErrors()
    expect(await told('payment_unknown')).toMatchObject([{ reference: intentId }])
    await sendEmails(world.services)
    await refundPayment(world.services, { paymentId: await paymentOf(intentId), actor: ADMIN })
  })

  it('Needs attention shows a failed external refund, which can only be repeated at Stripe', async () => {
    const { intentId } = await buy(world, 10_000)
    const settled = await settlePayment(world.services, intentId)
    if (settled.outcome !== 'fulfilled') throw new Error(settled.outcome)
    await world.stripe.control.refund({ intent: intentId, amount: 2000 })
    await deliverEvents(world, intentId)
    await failRefunds(intentId)
    expect(await refundOf(intentId)).toMatchObject({ amount: '20.00', refundable: null })
    const asked = refundPayment(world.services, { paymentId: await paymentOf(intentId), actor: ADMIN })
    await expect(asked).rejects.toMatchObject({
      code: 'not_active',
      message: expect.stringContaining('made at Stripe, so please repeat it there'),
    })
    expect(world.stripe.state().refunds.filter((one) => one.payment_intent === intentId)).toHaveLength(1)
    await world.rows(`update refund set created_at = '2020-01-01' where payment_id = $1`, [
      await paymentOf(intentId),
    ])
    await world.stripe.control.refund({ intent: intentId, amount: 2000 })
    await deliverEvents(world, intentId)
  })

  it('the refund button of a failed refund refunds the amount shown and no other', async () => {
    const { intentId, voucherId } = await buyWithFailedRefund(10_000)
    const change = { voucherId, actor: ADMIN }
    await redeemVoucher(world.services, change, { amount: 6000, description: undefined })
    expect(await refundOf(intentId)).toMatchObject({ amount: '100.00', refundable: '40.00' })
    const asked = { paymentId: await paymentOf(intentId), actor: ADMIN }
    await expect(refundPayment(world.services, { ...asked, expectedPence: 10_000 })).rejects.toMatchObject({
      code: 'changed_meanwhile',
      message: expect.stringContaining('£40.00'),
    })
    expect(await refundPayment(world.services, { ...asked, expectedPence: 4000 })).toMatchObject({
      refundedPence: 4000,
    })
    // Otherwise the stand-in would fail it during a later test.
    const made = world.stripe.state().refunds.findLast((one) => one.payment_intent === intentId)!
    await world.stripe.control.settleRefund({ refund: made.id })
    await deliverEvents(world, intentId)
  })

  it('Needs attention shows a dispute with its buyer, what was bought and a link to Stripe', async () => {
    const { intentId } = await buy(world)
    const settled = await settlePayment(world.services, intentId)
    if (settled.outcome !== 'fulfilled') throw new Error(settled.outcome)
    const { number, id } = settled.voucher
    await world.stripe.control.openDispute({ intent: intentId })
    await deliverEvents(world, intentId)
    expect(await told('dispute')).toMatchObject([
      {
        amount: '50.00',
        url: `https://dashboard.stripe.com/payments/${intentId}`,
        buyerName: 'Buyer Name',
        number,
        voucherId: id,
        orderId: null,
      },
    ])
    const order = await orderOf(world)
    await world.stripe.control.openDispute({ intent: order.intentId })
    await deliverEvents(world, order.intentId)
    expect(
      (await told('dispute')).find((item) => 'orderId' in item && item.orderId === order.id),
    ).toMatchObject({
      buyerName: 'First Last',
      voucherId: null,
    })
  })

  it('Needs attention shows a partly lost voucher for thirty days', async () => {
    const { intentId } = await buy(world)
    const settled = await settlePayment(world.services, intentId)
    if (settled.outcome !== 'fulfilled') throw new Error(settled.outcome)
    for (const amount of [2000, 500]) {
      const { id } = await world.stripe.control.openDispute({ intent: intentId, amount })
      await deliverEvents(world, intentId)
      expect(await told('part_lost')).toEqual([])
      await world.stripe.control.setDisputeStatus({ dispute: id, status: 'lost' })
      await deliverEvents(world, intentId)
    }
    expect(await told('part_lost')).toMatchObject([
      { amount: '25.00', left: '25.00', voucherId: settled.voucher.id, reference: intentId },
    ])
    world.clock.advance(31 * 24 * 60)
    expect(await told('part_lost')).toEqual([])
    world.clock.set(new Date())
  })

  it('Needs attention shows low and empty stock', async () => {
    const product = await addProductWithStock(world, 2, 2)
    expect(await told('stock')).toEqual([
      { kind: 'stock', id: product, name: 'Acupressure mat', stock: 2, reserved: 0, lowStock: 2 },
    ])
    await world.rows('update product set archived_at = now() where id = $1', [product])
    expect(await told('stock')).toEqual([])
  })

  it('Needs attention shows stock emptied by checkouts with the reserved units', async () => {
    const product = await addProductWithStock(world, 5, 1)
    await startPaying(purchaseOf(product, { quantity: 5 }))
    expect(await told('stock')).toEqual([
      { kind: 'stock', id: product, name: 'Acupressure mat', stock: 5, reserved: 5, lowStock: 1 },
    ])
    await world.rows('update product set archived_at = now() where id = $1', [product])
  })

  it('Needs attention shows a voucher that expires within thirty days', async () => {
    world.clock.set('2040-01-10T12:00:00Z')
    const { intentId } = await buy(world)
    const settled = await settlePayment(world.services, intentId)
    await sendEmails(world.services)
    if (settled.outcome !== 'fulfilled') throw new Error(settled.outcome)
    await world.rows(`update gift_voucher set expires_at = '2040-02-01T00:00:00Z' where id = $1`, [
      settled.voucher.id,
    ])
    expect(await told('voucher_expiring')).toMatchObject([
      { id: settled.voucher.id, recipientName: 'Recipient Name', balance: '50.00', expiryDate: '2040-01-31' },
    ])
    world.clock.set(new Date())
  })

  it('Needs attention links a failed email to the request that it is about', async () => {
    const email = 'unreachable@example.com'
    const sender = { firstName: 'First', lastName: 'Last', email, phone: '0151 496 0777' }
    await callFunction(appointments, {
      path: '/api/appointments',
      body: { ...sender, service: 'massage', reason: 'My back' },
    })
    await world.rows('update outbox set sent_at = null, failed_at = now() where recipient = $1', [email])
    const [request] = await world.rows('select id from appointment where email = $1', [email])
    const [item] = await told('mail')
    expect(item).toMatchObject({ recipient: email, requestId: request!['id'], voucherId: null })
    await world.rows('delete from appointment where email = $1', [email])
    expect((await told('mail'))[0]).toMatchObject({ recipient: email, requestId: null })
    await world.rows('delete from outbox where recipient = $1', [email])
    await sendEmails(world.services)
  })

  it('Needs attention says since when emails have been waiting, though each attempt moves them', async () => {
    world.mail.control.fail({ status: 503, code: 0, times: 1000 })
    const { intentId } = await buy(world)
    await settlePayment(world.services, intentId)
    const [due] = await world.rows<{ at: Date }>('select min(due_at) as at from outbox where sent_at is null')
    await sendEmails(world.services)
    world.clock.advance(29)
    await sendEmails(world.services)
    expect(await told('emails_waiting')).toEqual([])
    world.clock.advance(2)
    const waiting = { since: due!.at.toISOString(), count: 3 }
    expect(await told('emails_waiting')).toMatchObject([waiting])
    for (let hour = 0; hour < 26; hour++) {
      world.clock.advance(60)
      await sendEmails(world.services)
    }
    expect(await told('emails_waiting')).toMatchObject([waiting])
    world.mail.control.heal()
    world.clock.advance(24 * 60)
    await sendEmails(world.services)
    expect(await told('emails_waiting')).toEqual([])
    world.clock.set(new Date())
  })

  it('Needs attention shows a failed email until it is sent to a corrected address', async () => {
    const { intentId } = await buy(world, 5000, { recipientEmail: 'wrong@example.com' })
    await settlePayment(world.services, intentId)
    await world.rows(
      `update outbox set failed_at = now(), recipient = recipient_email from gift_voucher
       where gift_voucher.id = about and template = 'voucher-gift' and recipient_email = 'wrong@example.com'`,
    )
    await sendEmails(world.services)
    const [item] = await told('mail')
    expect(item).toMatchObject({ recipient: 'wrong@example.com', what: 'Gift voucher' })
    await sendAgain(world.services, { id: item!.id, recipient: 'right@example.com', actor: ADMIN })
    await sendEmails(world.services)
    expect(await told('mail')).toEqual([])
    expect(world.mail.list().some(({ to }) => to === 'right@example.com')).toBe(true)
  })
})

describe('listActivity', () => {
  it('listActivity returns pages, newest first, with actor and description', async () => {
    const { items, next } = await listActivity(world.services.db, {})
    expect(next).toBeUndefined()
    expect(items[0]).toMatchObject({
      type: 'voucher',
      actor: 'Administrator',
      description: expect.stringMatching(/^Voucher ….{4}: recipient’s email address changed$/),
    })
    expect(items).toContainEqual(
      expect.objectContaining({
        type: 'voucher',
        actor: 'Customer',
        description: 'Voucher £50.00 bought by Buyer Name for Recipient Name',
      }),
    )
    const ofShop = await listActivity(world.services.db, { of: 'shop' })
    expect(ofShop.items.every(({ type }) => ['voucher', 'order', 'product'].includes(type))).toBe(true)
    expect(ofShop.items.length).toBeLessThan(items.length)
  })

  it('listActivity continues after a page', async () => {
    await world.rows(`
      insert into activity (at, actor, action) select now(), 'system', 'password_set' from generate_series(1, ${PAGE_SIZE})`)
    const all = await world.rows<{ id: string }>('select id::text from activity order by activity.id desc')
    const first = await listActivity(world.services.db, {})
    const second = await listActivity(world.services.db, { cursor: first.next })
    expect([...first.items, ...second.items].map(({ id }) => id)).toEqual(all.map(({ id }) => id))
  })

  it.each(['Liverpool', '9'.repeat(19), '-1'])('listActivity refuses the cursor %s', async (cursor) => {
    await expect(listActivity(world.services.db, { cursor })).rejects.toThrow(
      'This part of the list is out of date',
    )
  })
})

it('Needs attention no longer shows a failed refund once its voucher is used up', async () => {
  const { intentId, voucherId } = await buyWithFailedRefund()
  expect(await refundOf(intentId)).toBeDefined()
  await redeemVoucher(world.services, { voucherId, actor: ADMIN }, { amount: 5000, description: undefined })
  expect(await refundOf(intentId)).toBeUndefined()
})
