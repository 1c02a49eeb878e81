import { expect, it } from 'vitest'
import { sendEmails } from '#server/email/send-emails.ts'
import { settlePayment } from '#server/money/settle/settle-payment.ts'
import { eraseCustomer } from '#server/privacy/erase-customer.ts'
import { redeemVoucher, undoVoucherEntry } from '#server/vouchers/ledger/change-balance.ts'
import { deliverEvents } from '#tests/harness/deliver-events.ts'
import { takeLoggedErrors } from '#tests/harness/no-stray-errors.ts'
import { orderOf } from '#tests/harness/order-buyer.ts'
import { buy, payStarted, startPayment } from '#tests/harness/voucher-buyer.ts'
import { useWorld } from '#tests/harness/world.ts'

const world = useWorld()

const erase = (email: string) => eraseCustomer(world.services, email, 'owner')
const paymentOf = async (intent: string) =>
  (
    await world.rows(
      `select payment.state, refund.state as refund from payment join refund on payment_id = payment.id
       where stripe_payment_intent_id = $1`,
      [intent],
    )
  )[0]
/** Emails without a recipient would stay in Needs attention forever. */
async function emailsToNobody() {
  world.clock.advance(61)
  await sendEmails(world.services)
  return await world.rows(
    `select template from outbox where recipient = '' and sent_at is null and withdrawn_at is null and data is not null`,
  )
}

it('the refund of an erased buyer’s voucher sends no email', async () => {
  const buyerEmail = 'erased-voucher@example.com'
  const { intentId } = await buy(world, 5000, { buyerEmail })
  const settled = await settlePayment(world.services, intentId)
  if (settled.outcome !== 'fulfilled') throw new Error(settled.outcome)
  const redemption = { amount: 5000, description: undefined }
  await redeemVoucher(world.services, { voucherId: settled.voucher.id, actor: 'admin' }, redemption)
  await sendEmails(world.services)
  await erase(buyerEmail)
  await world.stripe.control.refund({ intent: intentId })
  await deliverEvents(world, intentId)
  expect(await paymentOf(intentId)).toEqual({ state: 'refunded', refund: 'succeeded' })
  expect(await emailsToNobody()).toEqual([])
})

it('the earlier of two refunds restores its money, if it fails after the buyer was erased', async () => {
  const buyerEmail = 'erased-twice-refunded@example.com'
  const { intentId } = await buy(world, 10_000, { buyerEmail })
  const settled = await settlePayment(world.services, intentId)
  if (settled.outcome !== 'fulfilled') throw new Error(settled.outcome)
  const change = { voucherId: settled.voucher.id, actor: 'admin' }
  const { entry } = await redeemVoucher(world.services, change, { amount: 10_000, description: undefined })
  const earlier = await world.stripe.control.refund({ intent: intentId, amount: 6000 })
  await world.stripe.control.refund({ intent: intentId, amount: 3000 })
  await deliverEvents(world, intentId)
  await undoVoucherEntry(world.services, change, { entryId: entry.id })
  await redeemVoucher(world.services, change, { amount: 1000, description: 'For Erased Buyer' })
  await sendEmails(world.services)
  await erase(buyerEmail)
  expect(await world.rows(`select from voucher_entry where description = 'For Erased Buyer'`)).toEqual([])
  await world.stripe.control.settleRefund({ refund: earlier.id, ok: false })
  await deliverEvents(world, intentId)
  const voucher = await world.rows('select status, balance_pence from gift_voucher where id = $1', [
    change.voucherId,
  ])
  expect(voucher).toEqual([{ status: 'active', balance_pence: 6000 }])
  expect(await emailsToNobody()).toEqual([])
})

it('the refund of an erased buyer’s order sends no email', async () => {
  const { id, intentId, email } = await orderOf(world)
  await world.rows(`update orders set fulfilment = 'collected' where id = $1`, [id])
  await erase(email)
  await world.stripe.control.refund({ intent: intentId })
  await deliverEvents(world, intentId)
  expect(await paymentOf(intentId)).toEqual({ state: 'refunded', refund: 'succeeded' })
  expect(await emailsToNobody()).toEqual([])
})

it('a late payment of an erased buyer is refunded without an email', async () => {
  const buyerEmail = 'erased-late@example.com'
  const started = await startPayment(5000, { buyerEmail })
  const close = `update payment set state = 'cancelled', settled_at = now(), caller = null where stripe_payment_intent_id = $1`
  await world.rows(close, [started.intentId])
  await erase(buyerEmail)
  await payStarted(world, started)
  await deliverEvents(world, started.intentId)
  expect(takeLoggedErrors()).toEqual([expect.stringContaining('refunding it')])
  expect(await paymentOf(started.intentId)).toEqual({ state: 'refunded', refund: 'succeeded' })
  expect(await emailsToNobody()).toEqual([])
})
