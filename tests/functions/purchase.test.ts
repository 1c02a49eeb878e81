import { createHmac, randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { addDays, londonDay } from '#contract/base/send-date.ts'
import { longDay } from '#server/dates.ts'
import { applyPostmarkEvent } from '#server/delivery/email-events.ts'
import { sendEmails } from '#server/email/send-emails.ts'
import { purchaseToken } from '#server/links/purchase-link.ts'
import { refundVoucher } from '#server/money/refund/refund-voucher.ts'
import { claimGiftVoucher } from '#server/money/settle/claim.ts'
import { intentIdOf } from '#server/money/settle/intent.ts'
import { startVoucherPayment } from '#server/money/start/start-payment.ts'
import { eraseCustomer } from '#server/privacy/erase-customer.ts'
import { resendVoucher } from '#server/vouchers/giving/give-at-desk.ts'
import { redeemVoucher, undoVoucherEntry } from '#server/vouchers/ledger/change-balance.ts'
import { AFTER_VALIDITY_DAYS } from '#tests/harness/after-validity-days.ts'
import { callFunction } from '#tests/harness/call-function.ts'
import { functions } from '#tests/harness/every-function.ts'
import { takeLoggedErrors } from '#tests/harness/no-stray-errors.ts'
import { orderOf } from '#tests/harness/order-buyer.ts'
import { brokenBooks } from '#tests/harness/start-world.ts'
import { buyVoucherOnline, DETAILS, order, payStarted, type Bought } from '#tests/harness/voucher-buyer.ts'
import { useWorld } from '#tests/harness/world.ts'

const { changeRecipient, changeSendDate, createPaymentIntent, findPurchase } = functions

const world = useWorld()
let address = 0
beforeEach(() => {
  address += 1
  world.clock.set(new Date())
})

async function ask(handler: Parameters<typeof callFunction>[0], body: object) {
  const response = await callFunction(handler, { path: '/api/purchase', body, address: `192.0.2.${address}` })
  return { ...((await response.json()) as Record<string, unknown>), http: response.status }
}

const buyVoucher = (details: Record<string, unknown> = {}): Promise<Bought> =>
  buyVoucherOnline(world, details)

const inDays = (days: number) => addDays(londonDay(world.clock.now()), days)
const mailsTo = (recipient: string) => world.mail.list().filter(({ to }) => to === recipient)
const admin = (voucherId: string) => ({ voucherId, actor: randomUUID() })

describe('a voucher with a send date', () => {
  it.each([
    ['2026-12-25', '2026-12-25T09:00:00.000Z', 'Christmas'],
    ['2027-01-01', '2027-01-01T09:00:00.000Z', 'New Year'],
    ['2027-03-28', '2027-03-28T08:00:00.000Z', 'the day the clocks go forward'],
  ])('is due on %s at %s: %s', async (sendOn, due) => {
    world.clock.set(new Date('2026-11-22T20:00:00Z'))
    const bought = await buyVoucher({ sendOn })
    const found = await ask(findPurchase, { token: bought.token })
    expect(found).toMatchObject({
      sendOn,
      giftEmail: { state: 'waiting', at: due },
      canCorrect: true,
      canReschedule: true,
    })
    world.clock.set(new Date(Date.parse(due) - 60_000))
    await sendEmails(world.services)
    expect(mailsTo(bought.recipient)).toHaveLength(0)
    world.clock.set(new Date(due))
    await sendEmails(world.services)
    await sendEmails(world.services)
    expect(mailsTo(bought.recipient)).toHaveLength(1)
    expect(await ask(findPurchase, { token: bought.token })).toMatchObject({
      giftEmail: { state: 'sent' },
      canCorrect: false,
      canReschedule: false,
    })
  })

  it.each([
    ['2026-10-25', '2026-10-25T09:00:00.000Z', 'the day the clocks go back', '2026-09-01T12:00:00Z'],
    ['2028-02-29', '2028-02-29T09:00:00.000Z', '29 February', '2028-01-01T12:00:00Z'],
    ['2026-06-01', '2026-06-01T08:00:00.000Z', 'summer', '2026-05-01T12:00:00Z'],
  ])('is due on %s at %s: %s', async (sendOn, due, _, now) => {
    world.clock.set(new Date(now))
    const { token } = await buyVoucher({ sendOn })
    expect(await ask(findPurchase, { token })).toMatchObject({ giftEmail: { at: due } })
  })

  it.each([
    ['today', () => inDays(0), 'Please choose tomorrow or a later day, or send it now'],
    ['yesterday', () => inDays(-1), 'That day has passed. Please choose tomorrow or a later day'],
    ['181 days', () => inDays(181), 'Please choose a day in the next 180 days'],
    ['30 February', () => '2027-02-30', 'That day does not exist. Please choose another one'],
    ['another format', () => '25/12/2026', 'Please choose a day, such as 25/12/2026'],
    ['a number', () => 20261225, 'Please choose a day'],
  ])('is refused for %s, when bought and when changed', async (_, day, sentence) => {
    const refused = await ask(createPaymentIntent, order('50', { sendOn: day() }))
    expect(refused).toMatchObject({
      http: 400,
      fields: { 'voucherData.sendOn': expect.stringMatching(`^${sentence}`) },
    })
    const { token } = await buyVoucher({ sendOn: inDays(5) })
    expect(await ask(changeSendDate, { token, sendOn: day() })).toMatchObject({
      http: 400,
      fields: { sendOn: sentence },
    })
  })

  it('that is paid for after its day names no day to the buyer, also if it is used before the receipt leaves', async () => {
    world.clock.set(new Date('2026-11-22T20:00:00Z'))
    const buyerEmail = `b${randomUUID()}@example.com`
    const voucherData = { ...DETAILS, buyerEmail, sendOn: '2026-11-23', originalAmount: 5000 }
    const { clientSecret } = await startVoucherPayment(
      world.services,
      { amount: 5000, voucherData },
      'address',
    )
    await payStarted(world, { clientSecret, intentId: intentIdOf(clientSecret) })
    world.clock.set(new Date('2026-11-23T09:30:00Z'))
    const reply = await claimGiftVoucher(world.services, { clientSecret }, 'address')
    if (!('voucher' in reply)) throw new Error(reply.message)
    expect(reply.voucher).not.toHaveProperty('sendOn')
    await redeemVoucher(world.services, admin(reply.voucher.id), { amount: 1000, description: undefined })
    await sendEmails(world.services)
    const [receipt] = mailsTo(buyerEmail)
    expect(receipt?.text).toContain('We have emailed the voucher to Recipient Name.')
    expect(receipt?.text).not.toContain(longDay('2026-11-23'))
  })

  it('that is changed before the receipt leaves has the new day in it', async () => {
    const { token, buyer } = await buyVoucher({ sendOn: inDays(3) })
    expect((await ask(changeSendDate, { token, sendOn: inDays(5) })).http).toBe(200)
    await sendEmails(world.services)
    const receipt = mailsTo(buyer).find(({ subject }) => subject.includes('receipt'))
    expect(receipt?.text).toContain(`on ${longDay(inDays(5))} at 9 in the morning`)
  })

  it('is not emailed after a refund', async () => {
    const bought = await buyVoucher({ sendOn: inDays(3) })
    await refundVoucher(world.services, bought.id, randomUUID(), {
      requestId: undefined,
      expectedPence: undefined,
    })
    expect(await ask(findPurchase, { token: bought.token })).toMatchObject({
      giftEmail: { state: 'withdrawn' },
      canCorrect: false,
    })
    world.clock.advance(4 * 24 * 60)
    await sendEmails(world.services)
    expect(mailsTo(bought.recipient)).toHaveLength(0)
    expect(await brokenBooks(world)).toEqual([])
  })

  it('is withdrawn when it is spent, and sent with its balance once that is undone', async () => {
    const bought = await buyVoucher({ sendOn: inDays(3) })
    const redeem = (amount: number) =>
      redeemVoucher(world.services, admin(bought.id), { amount, description: undefined })
    await redeem(1000)
    const { entry } = await redeem(4000)
    expect(await ask(findPurchase, { token: bought.token })).toMatchObject({
      giftEmail: { state: 'withdrawn' },
    })
    await undoVoucherEntry(world.services, admin(bought.id), { entryId: entry.id })
    expect(await brokenBooks(world)).toEqual([])
    world.clock.advance(4 * 24 * 60)
    await sendEmails(world.services)
    expect(mailsTo(bought.recipient).map(({ text }) => text.includes('£40'))).toEqual([true])
  })

  it('is not emailed once its validity has ended, even before the hourly job records that', async () => {
    const bought = await buyVoucher({ sendOn: inDays(3) })
    world.clock.advance(AFTER_VALIDITY_DAYS * 24 * 60)
    await sendEmails(world.services)
    expect(mailsTo(bought.recipient)).toHaveLength(0)
  })
})

describe('a voucher for the buyer to print', () => {
  it('comes to the buyer in an email of its own, beside the receipt, and not to the recipient', async () => {
    const buyerEmail = `b${randomUUID()}@example.com`
    const { token, recipient } = await buyVoucher({ deliverTo: 'buyer', buyerEmail, sendOn: inDays(2) })
    await sendEmails(world.services)
    expect(mailsTo(recipient)).toHaveLength(0)
    expect(mailsTo(buyerEmail).map(({ subject, attachments }) => [subject, attachments.length])).toEqual([
      ['Your gift voucher receipt: £50.00', 1],
      // The picture and the QR code, below the river of every email.
      [expect.stringMatching(/^A gift voucher for .+, from /), 3],
    ])
    const found = await ask(findPurchase, { token })
    expect(found).toMatchObject({
      deliverTo: 'buyer',
      canCorrect: false,
      voucherCode: expect.any(String),
      giftEmail: { state: 'sent' },
    })
    for (const name of ['recipientEmail', 'sendOn']) expect(found).not.toHaveProperty(name)
    expect(await brokenBooks(world)).toEqual([])
  })
})

describe('the email of a voucher that is sent again', () => {
  const look = (token: string) => ask(findPurchase, { token })
  const resend = (id: string, wanted: { recipientEmail?: string; sendOn?: string | null }) =>
    resendVoucher(world.services, admin(id), wanted)
  const corrected = () => `c${randomUUID()}@example.com`

  it('keeps its day, to another address, unless told otherwise', async () => {
    const bought = await buyVoucher({ sendOn: inDays(30) })
    const recipientEmail = corrected()
    const { voucher } = await resend(bought.id, { recipientEmail })
    expect(voucher).toMatchObject({ sendOn: inDays(30), recipientEmail, giftEmail: { state: 'waiting' } })
    expect(voucher.giftEmail).not.toHaveProperty('since')
    expect(await look(bought.token)).toMatchObject({ sendOn: inDays(30), giftEmail: voucher.giftEmail })
    await sendEmails(world.services)
    world.clock.advance(31 * 24 * 60)
    await sendEmails(world.services)
    expect([mailsTo(bought.recipient).length, mailsTo(recipientEmail).length]).toEqual([0, 1])
  })

  it('takes another day, or leaves now, and its buyer hears of it', async () => {
    const told = (buyer: string) =>
      mailsTo(buyer).filter(({ subject }) => /another day|on its way/.test(subject))
    const [a, b] = [`a${randomUUID()}@example.com`, `b${randomUUID()}@example.com`]
    const later = await buyVoucher({ sendOn: inDays(30), buyerEmail: a })
    const now = await buyVoucher({ sendOn: inDays(30), buyerEmail: b })
    expect((await resend(later.id, { sendOn: inDays(40) })).voucher).toMatchObject({ sendOn: inDays(40) })
    expect((await resend(now.id, { sendOn: null })).voucher).not.toHaveProperty('sendOn')
    await resend(later.id, { sendOn: inDays(40) })
    await sendEmails(world.services)
    expect([mailsTo(later.recipient).length, mailsTo(now.recipient).length]).toEqual([0, 1])
    expect(told(a)).toMatchObject([
      {
        subject: 'Your gift voucher will be emailed on another day',
        text: expect.stringContaining(longDay(inDays(40))),
      },
    ])
    expect(told(b)).toMatchObject([{ subject: 'Your gift voucher is on its way' }])
    world.clock.advance(41 * 24 * 60)
    await sendEmails(world.services)
    expect([mailsTo(later.recipient).length, mailsTo(now.recipient).length]).toEqual([1, 1])
    await resend(later.id, { sendOn: null })
    await sendEmails(world.services)
    expect([mailsTo(later.recipient).length, told(a).length]).toEqual([2, 1])
  })

  it('keeps its day on the morning of that day, but takes no day that is over', async () => {
    world.clock.set(new Date('2026-11-25T12:00:00Z'))
    const bought = await buyVoucher({ sendOn: '2026-12-25' })
    world.clock.set(new Date('2026-12-25T07:00:00Z'))
    const recipientEmail = corrected()
    const kept = await resend(bought.id, { recipientEmail, sendOn: '2026-12-25' })
    expect(kept.voucher).toMatchObject({ sendOn: '2026-12-25', recipientEmail })
    world.clock.set(new Date('2026-12-25T09:00:00Z'))
    await sendEmails(world.services)
    expect(mailsTo(recipientEmail)).toHaveLength(1)
    for (const sendOn of ['2026-12-25', '2026-12-24', '2028-01-01'])
      await expect(resend(bought.id, { sendOn })).rejects.toMatchObject({ code: 'invalid_request' })
    expect(mailsTo(recipientEmail)).toHaveLength(1)
  })

  it('is the one that is shown: to the corrected address, at its time', async () => {
    const bought = await buyVoucher()
    await world.rows(`update outbox set failed_at = $2 where key = $1`, [
      `voucher:${bought.id}:voucher-gift`,
      world.clock.now(),
    ])
    world.clock.advance(10)
    const recipientEmail = corrected()
    const { voucher } = await resend(bought.id, { recipientEmail })
    expect(voucher.giftEmail).toMatchObject({ state: 'waiting', since: expect.any(String) })
    expect(await look(bought.token)).toMatchObject({ recipientEmail, giftEmail: { state: 'waiting' } })
    const before = world.clock.now().toISOString()
    await sendEmails(world.services)
    expect(await look(bought.token)).toMatchObject({
      recipientEmail,
      giftEmail: { state: 'sent', at: expect.toSatisfy((at: string) => at >= before) },
    })
    expect([mailsTo(bought.recipient).length, mailsTo(recipientEmail).length]).toEqual([0, 1])
  })
})

describe('a change of address or day', () => {
  it('corrects the address of an unsent email, and sends it now', async () => {
    const bought = await buyVoucher({ sendOn: inDays(30) })
    const corrected = `c${randomUUID()}@example.com`
    const change = { token: bought.token, recipientEmail: corrected, from: bought.recipient }
    expect(await ask(changeRecipient, change)).toMatchObject({ http: 200, recipientEmail: corrected })
    expect(await ask(changeRecipient, change)).toMatchObject({ http: 200, recipientEmail: corrected })
    const now = { token: bought.token, sendOn: null, from: inDays(30) }
    expect((await ask(changeSendDate, now)).http).toBe(200)
    await sendEmails(world.services)
    // The same press again, whose answer was lost.
    expect((await ask(changeSendDate, now)).http).toBe(200)
    await sendEmails(world.services)
    expect([mailsTo(bought.recipient).length, mailsTo(corrected).length]).toEqual([0, 1])
  })

  it('after the email came back tells the buyer of no day that has passed', async () => {
    // The function's clock is the real one.
    world.clock.set(new Date(Date.now() - 10 * 86_400_000))
    const sendOn = inDays(8)
    const bought = await buyVoucher({ sendOn })
    world.clock.set(new Date(`${sendOn}T12:00:00Z`))
    await sendEmails(world.services)
    await applyPostmarkEvent(world.services, world.mail.control.bounce(mailsTo(bought.recipient)[0]!.id))
    world.clock.set(new Date())
    const recipientEmail = `c${randomUUID()}@example.com`
    expect((await ask(changeRecipient, { token: bought.token, recipientEmail })).http).toBe(200)
    await sendEmails(world.services)
    expect(mailsTo(recipientEmail)).toHaveLength(1)
    const told = mailsTo(bought.buyer).find(({ subject }) => subject.includes('going to a new address'))
    expect(told?.text.replaceAll('\u200c', '')).toContain(`will now go to ${recipientEmail}.`)
    expect(told?.text).not.toContain(longDay(sendOn))
  })

  it('from a tab that shows an older state is refused', async () => {
    const { token } = await buyVoucher({ sendOn: inDays(30) })
    expect(await ask(changeSendDate, { token, sendOn: inDays(10), from: inDays(30) })).toMatchObject({
      http: 200,
    })
    expect(await ask(changeSendDate, { token, sendOn: inDays(20), from: inDays(30) })).toMatchObject({
      http: 409,
      code: 'changed_meanwhile',
    })
    expect(await ask(findPurchase, { token })).toMatchObject({ sendOn: inDays(10) })
  })

  it('is limited to five an hour for a voucher', async () => {
    const { token } = await buyVoucher({ sendOn: inDays(30) })
    const statuses = []
    for (let day = 1; day <= 6; day += 1)
      statuses.push((await ask(changeSendDate, { token, sendOn: inDays(day) })).http)
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429])
  })
})

describe('a link to a purchase', () => {
  it('opens an order with its receipt data', async () => {
    const order = await orderOf(world, 2)
    const [row] = await world.rows<{ id: string }>('select payment_id as id from orders where id = $1', [
      order.id,
    ])
    expect(await ask(findPurchase, { token: purchaseToken(row!.id) })).toMatchObject({
      kind: 'order',
      reference: order.intentId,
      amount: '64.00',
      refunded: '0.00',
      quantity: 2,
      fulfilment: 'to_prepare',
      shippingAddress: { postcode: 'L1 0AB' },
    })
    const mail = world.mail.list().find(({ to }) => to === order.email)
    expect(mail?.text).toContain(`/your-purchase#${purchaseToken(row!.id)}`)
  })

  it('with a forged token opens nothing, and each gets the same answer', async () => {
    const { token, paymentId } = await buyVoucher()
    const otherKey = createHmac('sha256', 'the key of another site, also long')
      .update(`purchase ${paymentId}`)
      .digest('base64url')
    const forged = [
      '',
      'x',
      token.slice(0, -1),
      token + token,
      `${token}=`,
      token.toUpperCase(),
      `${randomUUID()}.${token.slice(37)}`,
      `${paymentId}.${otherKey}`,
      purchaseToken(randomUUID()),
      'x'.repeat(60_000),
    ]
    const answers = []
    for (const one of forged) answers.push(await ask(findPurchase, { token: one }))
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
    expect(answers[0]).toMatchObject({ http: 404, code: 'not_found' })
    expect((await ask(findPurchase, { token })).http).toBe(200)
  })

  it('is limited to 30 requests in ten minutes for an address', async () => {
    const statuses = []
    for (let nth = 0; nth < 31; nth += 1) statuses.push((await ask(findPurchase, { token: 'x' })).http)
    expect([statuses.slice(0, 30).every((status) => status === 404), statuses[30]]).toEqual([true, 429])
  })

  it('of an erased buyer opens nothing', async () => {
    const buyerEmail = `b${randomUUID()}@example.com`
    const { id, token } = await buyVoucher({ buyerEmail })
    await sendEmails(world.services)
    await redeemVoucher(world.services, admin(id), {
      amount: 5000,
      description: undefined,
      tellHolder: false,
    })
    await eraseCustomer(world.services, buyerEmail, randomUUID())
    expect((await ask(findPurchase, { token })).http).toBe(404)
  })

  it('is closed and left out of emails while LINK_KEY is not set', async () => {
    const buyerEmail = `b${randomUUID()}@example.com`
    const { token } = await buyVoucher({ buyerEmail })
    vi.stubEnv('LINK_KEY', '')
    await sendEmails(world.services)
    expect((await ask(findPurchase, { token })).http).toBe(503)
    takeLoggedErrors()
    vi.unstubAllEnvs()
    expect(mailsTo(buyerEmail)[0]?.text).not.toContain('your-purchase')
  })
})
