import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { applyPostmarkEvent } from '#server/delivery/email-events.ts'
import { sendEmails } from '#server/email/send-emails.ts'
import { refundVoucher } from '#server/money/refund/refund-voucher.ts'
import { settlePayment } from '#server/money/settle/settle-payment.ts'
import { reissueVoucher } from '#server/vouchers/giving/give-at-desk.ts'
import { deliverEvents, subjectsTo } from '#tests/harness/deliver-events.ts'
import { generateAsOwner } from '#tests/harness/generate-as-owner.ts'
import { payStarted, startPayment } from '#tests/harness/voucher-buyer.ts'
import { useWorld } from '#tests/harness/world.ts'

const world = useWorld()
const ENDED = 'Your gift voucher can no longer be used'
const GIFT = expect.stringMatching(/^A gift voucher for you/)
const newAddress = () => `r${randomUUID()}@example.com`
const ADMIN = randomUUID()
const refund = (id: string) => refundVoucher(world.services, id, ADMIN)

async function buyVoucher(details: Record<string, unknown>) {
  const started = await startPayment(5000, { buyerEmail: newAddress(), ...details })
  await payStarted(world, started)
  const settled = await settlePayment(world.services, started.intentId)
  if (settled.outcome !== 'fulfilled') throw new Error(settled.outcome)
  return { id: settled.voucher.id, intentId: started.intentId }
}

describe('the recipient of a voucher that ends', () => {
  it('is told once after a refund, and the buyer reads that they are', async () => {
    const [recipientEmail, buyerEmail] = [newAddress(), newAddress()]
    const { id, intentId } = await buyVoucher({ recipientEmail, buyerEmail })
    await sendEmails(world.services)
    await refund(id)
    await deliverEvents(world, intentId)
    await deliverEvents(world, intentId)
    expect(subjectsTo(world, recipientEmail)).toEqual([ENDED, GIFT])
    const toBuyer = world.mail.list().find(({ to }) => to === buyerEmail)
    expect(toBuyer?.text).toContain('to say so, without mentioning the amount or a reason')
  })

  it('is told after an inquiry if the refund was made during it, and the buyer reads at once that all is refunded', async () => {
    const [recipientEmail, buyerEmail] = [newAddress(), newAddress()]
    const { intentId } = await buyVoucher({ recipientEmail, buyerEmail })
    await sendEmails(world.services)
    const { id: dispute } = await world.stripe.control.openDispute({ intent: intentId, inquiry: true })
    await deliverEvents(world, intentId)
    await world.stripe.control.refund({ intent: intentId })
    await deliverEvents(world, intentId)
    expect(subjectsTo(world, recipientEmail)).toEqual([GIFT])
    const toBuyer = world.mail.list().find(({ to }) => to === buyerEmail)
    expect(toBuyer?.text).toMatch(/we have refunded £[\d.]+ for your gift voucher/)
    expect(toBuyer?.text).toMatch(/If .+ already has it, please let them know/)
    await world.stripe.control.setDisputeStatus({ dispute, status: 'warning_closed' })
    await deliverEvents(world, intentId)
    expect(subjectsTo(world, recipientEmail)).toEqual([ENDED, GIFT])
  })

  it('is not told if the email with the voucher had not left', async () => {
    const [recipientEmail, buyerEmail] = [newAddress(), newAddress()]
    const { id, intentId } = await buyVoucher({ recipientEmail, buyerEmail })
    await refund(id)
    await deliverEvents(world, intentId)
    expect(subjectsTo(world, recipientEmail)).toEqual([])
    const toBuyer = world.mail.list().find(({ to }) => to === buyerEmail)
    expect(toBuyer?.text).toMatch(/If .+ already has it, please let them know/)
  })

  it('is not told if the email with the voucher came back', async () => {
    const [recipientEmail, buyerEmail] = [newAddress(), newAddress()]
    const { id, intentId } = await buyVoucher({ recipientEmail, buyerEmail })
    await sendEmails(world.services)
    const gift = world.mail.list().find(({ to }) => to === recipientEmail)!
    await applyPostmarkEvent(world.services, world.mail.control.bounce(gift.id))
    await refund(id)
    await deliverEvents(world, intentId)
    const told = await world.rows(
      `select id from outbox where template = 'voucher-ended' and recipient = $1`,
      [recipientEmail],
    )
    expect(told).toEqual([])
    const toBuyer = world.mail
      .list()
      .find(({ to, subject }) => to === buyerEmail && subject.includes('refund'))
    expect(toBuyer?.text).toMatch(/If .+ already has it, please let them know/)
  })

  it('is told at the present address only', async () => {
    const [mistyped, right] = [newAddress(), newAddress()]
    const { id, intentId } = await buyVoucher({ recipientEmail: mistyped })
    await sendEmails(world.services)
    await world.rows(`update outbox set bounced_at = now(), bounce = 'no_mailbox' where recipient = $1`, [
      mistyped,
    ])
    world.clock.advance(1)
    await reissueVoucher(
      world.services,
      { voucherId: id, actor: 'admin' },
      { recipientEmail: right, code: undefined },
    )
    await sendEmails(world.services)
    await refund(id)
    await deliverEvents(world, intentId)
    expect(subjectsTo(world, mistyped)).toEqual([GIFT])
    expect(subjectsTo(world, right)).toEqual([ENDED, GIFT])
    world.clock.set(new Date())
  })

  it('is not told of a voucher for printing', async () => {
    const buyerEmail = newAddress()
    const { id, intentId } = await buyVoucher({ deliverTo: 'buyer', buyerEmail })
    await sendEmails(world.services)
    await refund(id)
    await deliverEvents(world, intentId)
    expect(subjectsTo(world, buyerEmail)).not.toContain(ENDED)
  })

  it.each(['cash', 'complimentary'] as const)('is told when one from the desk ends: %s', async (paidBy) => {
    const recipientEmail = newAddress()
    const { id } = await generateAsOwner(world.services, ADMIN, {
      paidBy,
      recipientName: 'Recipient Name',
      recipientEmail,
      originalAmount: 5000,
      customVoucherCode: undefined,
      buyerName: undefined,
      buyerEmail: undefined,
      personalMessage: undefined,
    })
    await sendEmails(world.services)
    await refund(id)
    await sendEmails(world.services)
    expect(subjectsTo(world, recipientEmail)).toEqual([ENDED, GIFT])
  })
})
