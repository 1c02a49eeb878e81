import { randomUUID } from 'node:crypto'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { addDays, londonDay } from '#contract/base/send-date.ts'
import { isGeneratedCode } from '#contract/vouchers/voucher-code.ts'
import type { MailEvent } from '#local/mail/mail-events.ts'
import { longDay } from '#server/dates.ts'
import { sendEmails } from '#server/email/send-emails.ts'
import { refundVoucher } from '#server/money/refund/refund-voucher.ts'
import { changeFulfilment } from '#server/orders/change-fulfilment.ts'
import { getOrder } from '#server/orders/get-order.ts'
import { redeemVoucher } from '#server/vouchers/ledger/change-balance.ts'
import { generateVoucherCode } from '#server/vouchers/ledger/issue-voucher.ts'
import { callFunction } from '#tests/harness/call-function.ts'
import { GIVEN, openDesk, type Desk } from '#tests/harness/desk.ts'
import { functions } from '#tests/harness/every-function.ts'
import { takeLoggedErrors } from '#tests/harness/no-stray-errors.ts'
import { orderOf } from '#tests/harness/order-buyer.ts'
import { ENVIRONMENT } from '#tests/harness/start-world.ts'
import { buyVoucherOnline, type Bought } from '#tests/harness/voucher-buyer.ts'
import { useWorld } from '#tests/harness/world.ts'

const {
  changeAddress,
  changeRecipient,
  contact,
  findPurchase,
  findVoucher,
  generateVoucher,
  postmarkWebhook,
  reissuePurchase,
  reissueVoucher,
  resendHeldVouchers,
  resendVoucher,
} = functions

const world = useWorld()
let desk: Desk
let address = 0
beforeAll(async () => void (desk = await openDesk(world)))
beforeEach(async () => {
  address += 1
  world.clock.set(new Date())
  await world.rows('delete from throttle')
})

const newAddress = () => `n${randomUUID()}@example.com`
const mailsTo = (to: string) => world.mail.list().filter((mail) => mail.to === to)

async function report(event: MailEvent): Promise<void> {
  const password = Buffer.from(`postmark:${ENVIRONMENT.POSTMARK_WEBHOOK_PASSWORD}`).toString('base64')
  const headers = { authorization: `Basic ${password}` }
  const response = await callFunction(postmarkWebhook, {
    path: '/api/postmark-webhook',
    body: event,
    headers,
  })
  expect(response.status).toBe(200)
}

const bounce = (to: string) => report(world.mail.control.bounce(mailsTo(to)[0]!.id))
async function deliver(to: string): Promise<void> {
  for (const { id } of mailsTo(to)) await report(world.mail.control.deliver(id))
}

async function ask(
  handler: Parameters<typeof callFunction>[0],
  body: object,
): Promise<Record<string, unknown>> {
  const response = await callFunction(handler, { path: '/api/purchase', body, address: `192.0.2.${address}` })
  return { ...((await response.json()) as Record<string, unknown>), http: response.status }
}

async function buySent(details?: Record<string, unknown>): Promise<Bought & { code: string }> {
  const bought = await buyVoucherOnline(world, details)
  await sendEmails(world.services)
  return { ...bought, code: await codeOf(bought.id) }
}

const codeOf = async (id: string) => (await desk.look(id)).voucher.voucherCode

/** Whatever takes a code knows it no more. */
async function expectDead(code: string): Promise<void> {
  const found = await desk.ask(findVoucher, undefined, { code })
  expect(found).toMatchObject({ status: 404, fields: { code: expect.stringContaining(longDay(new Date())) } })
  const again = await desk.ask(generateVoucher, undefined, { ...GIVEN, customVoucherCode: code })
  expect(again).toMatchObject({
    status: 400,
    fields: { customVoucherCode: 'This code is already taken. Please choose another one' },
  })
}

describe('a gift that came back', () => {
  it('goes to the corrected address with the same code, and says so everywhere', async () => {
    const { id, token, recipient, buyer, code } = await buySent()
    await bounce(recipient)
    expect(await ask(findPurchase, { token })).toMatchObject({
      giftEmail: { state: 'bounced', reason: 'no_mailbox' },
      canCorrect: true,
      canReschedule: false,
      canReissue: false,
    })
    const right = newAddress()
    const change = { token, recipientEmail: right, from: recipient }
    expect(await ask(changeRecipient, change)).toMatchObject({ http: 200, recipientEmail: right })
    expect(await ask(changeRecipient, change)).toMatchObject({ http: 200, recipientEmail: right })
    expect(mailsTo(right)).toHaveLength(1)
    expect(mailsTo(right)[0]!.text).toContain(code)
    expect(mailsTo(buyer).filter(({ subject }) => subject.includes('new address'))).toHaveLength(1)
    await deliver(right)
    expect(await ask(findPurchase, { token })).toMatchObject({
      giftEmail: { state: 'accepted' },
      canCorrect: false,
    })
    expect((await desk.look(id)).voucher).toMatchObject({
      giftEmail: { state: 'accepted' },
      isDelivered: true,
    })
  })

  it('is not sent to the same address by the buyer, where it would come back again', async () => {
    const { token, recipient } = await buySent()
    await bounce(recipient)
    expect(await ask(changeRecipient, { token, recipientEmail: recipient })).toMatchObject({
      http: 400,
      fields: { recipientEmail: expect.any(String) },
    })
  })

  it('takes five addresses in a voucher’s life, and no sixth', async () => {
    const { token, ...bought } = await buySent()
    let { recipient } = bought
    for (let corrections = 0; corrections < 5; corrections += 1) {
      await bounce(recipient)
      world.clock.advance(61)
      recipient = newAddress()
      const answer = await ask(changeRecipient, { token, recipientEmail: recipient })
      expect(answer).toMatchObject(corrections < 4 ? { http: 200 } : { http: 409, code: 'not_active' })
      expect(mailsTo(recipient)).toHaveLength(corrections < 4 ? 1 : 0)
      if (corrections < 4) expect(answer).toMatchObject({ recipientEmail: recipient })
    }
  })
})

describe('a gift that went to somebody else', () => {
  it.each([true, false])(
    'gets a new code, and the old one opens nothing (taken by their server: %s)',
    async (taken) => {
      const { id, recipient, buyer, code } = await buySent()
      if (taken) await deliver(recipient)
      await redeemVoucher(
        world.services,
        { voucherId: id, actor: desk.adminId },
        { amount: 2000, description: undefined },
      )
      const before = await desk.look(id)
      const other = newAddress()
      const request = { recipientEmail: other, requestId: randomUUID() }
      const first = await desk.ask(reissueVoucher, id, request)
      expect(first).toMatchObject({
        status: 200,
        voucher: { id, recipientEmail: other, currentBalance: '30.00' },
      })
      expect(await desk.ask(reissueVoucher, id, request)).toEqual({
        ...first,
        voucher: expect.objectContaining({ voucherCode: first.voucher.voucherCode }),
      })
      expect(await desk.ask(reissueVoucher, id, { ...request, recipientEmail: newAddress() })).toMatchObject({
        status: 409,
        code: 'request_reused',
      })
      expect(first.entries).toEqual(before.entries)
      expect(first.voucher.voucherCode).not.toBe(code)
      expect(isGeneratedCode(first.voucher.voucherCode.replaceAll('-', ''))).toBe(true)
      await expectDead(code)
      expect(mailsTo(other)).toHaveLength(1)
      expect(mailsTo(other)[0]!.text).toContain(first.voucher.voucherCode)
      const told = mailsTo(recipient).filter(({ text }) => text.includes('to this address by mistake'))
      expect(told).toHaveLength(taken ? 1 : 0)
      for (const { text, html } of told)
        for (const secret of [other, buyer, 'Buyer Name', 'Recipient Name', code, first.voucher.voucherCode])
          expect(text + html).not.toContain(secret)
      expect(mailsTo(buyer).filter(({ subject }) => subject.includes('new code'))).toHaveLength(1)
    },
  )

  it('who is its buyer gets no email for a stranger', async () => {
    const buyer = newAddress()
    const { id } = await buySent({ buyerEmail: buyer, recipientEmail: buyer })
    await deliver(buyer)
    await desk.ask(reissueVoucher, id, { recipientEmail: newAddress() })
    expect(mailsTo(buyer).filter(({ subject }) => subject.includes('new code'))).toHaveLength(1)
    expect(mailsTo(buyer).filter(({ text }) => text.includes('to this address by mistake'))).toEqual([])
  })

  it('is replaced by its buyer, once, while it is untouched', async () => {
    const { id, token, recipient, code } = await buySent()
    expect(await ask(findPurchase, { token })).toMatchObject({ canReissue: true, canCorrect: false })
    expect(await ask(reissuePurchase, { token, recipientEmail: recipient })).toMatchObject({
      http: 400,
      fields: { recipientEmail: expect.any(String) },
    })
    const other = newAddress()
    const request = { token, recipientEmail: other, requestId: randomUUID() }
    const first = await ask(reissuePurchase, request)
    expect(first).toMatchObject({ http: 200, recipientEmail: other, canReissue: false })
    expect(first['voucherCode']).not.toBe(code)
    expect(await ask(reissuePurchase, request)).toMatchObject({
      http: 200,
      voucherCode: first['voucherCode'],
    })
    expect(await ask(reissuePurchase, { ...request, recipientEmail: newAddress() })).toMatchObject({
      http: 409,
    })
    expect(await ask(reissuePurchase, { token, recipientEmail: newAddress() })).toMatchObject({
      http: 409,
      code: 'not_active',
    })
    await expectDead(code)
    expect(mailsTo(other)).toHaveLength(1)
    expect(await codeOf(id)).toBe(first['voucherCode'])
  })

  it('is replaced within 14 days of its first email, whatever the recipient asks for again', async () => {
    const left = async (days: number) => {
      const bought = await buySent()
      await world.rows(
        `update outbox set sent_at = sent_at - $2 * interval '1 day', created_at = created_at - $2 * interval '1 day',
           recipient = case when $2 > 30 then '' else recipient end, data = case when $2 > 30 then null else data end
         where about = $1`,
        [bought.id, days],
      )
      await world.rows('delete from throttle')
      return bought
    }
    const { id, token, recipient } = await left(100)
    await ask(resendHeldVouchers, { email: recipient })
    expect(mailsTo(recipient)).toHaveLength(2)
    expect(await ask(findPurchase, { token })).toMatchObject({ canReissue: false })
    expect(await ask(reissuePurchase, { token, recipientEmail: newAddress() })).toMatchObject({ http: 409 })
    // The owner's new code has a first email of its own.
    await desk.ask(reissueVoucher, id, {})
    expect(await ask(findPurchase, { token })).toMatchObject({ canReissue: true })

    const recent = await left(3)
    await world.rows(
      `insert into throttle select 'confirmations', 'all', array_agg(now() - interval '10 minutes'), true from generate_series(1, 60)`,
    )
    await ask(resendHeldVouchers, { email: recent.recipient })
    expect(await ask(findPurchase, { token: recent.token })).toMatchObject({
      giftEmail: { state: 'waiting' },
      canReissue: true,
    })
    const other = newAddress()
    expect(await ask(reissuePurchase, { token: recent.token, recipientEmail: other })).toMatchObject({
      http: 200,
      recipientEmail: other,
    })
    await world.rows('delete from throttle')
  })

  it.each([
    ['foreign', `${randomUUID()}.${'x'.repeat(43)}`],
    ['truncated', randomUUID()],
    ['of 15 KB', 'x'.repeat(15_000)],
    ['empty', ''],
  ])('is not found with a token that is %s', async (_, token) => {
    expect(await ask(reissuePurchase, { token, recipientEmail: newAddress() })).toMatchObject({ http: 404 })
  })

  it('goes out again with a new code to the same address, and the email says what it replaces', async () => {
    const { id, recipient, buyer } = await buySent()
    await deliver(recipient)
    expect(await desk.ask(reissueVoucher, id, {})).toMatchObject({ status: 200 })
    expect(mailsTo(buyer)[0]!.text).not.toContain('will now go to')
    const [latest] = mailsTo(recipient)
    expect(latest!.text).toContain('replaces')
    expect(mailsTo(recipient).some(({ text }) => text.includes('to this address by mistake'))).toBe(false)
  })
})

describe('a gift whose email left unnoticed', () => {
  /** Postmark takes the gift email, and its answer is lost. */
  async function sendUnnoticed(): Promise<Bought> {
    const bought = await buyVoucherOnline(world)
    world.mail.control.fail({ status: 500, code: 0, times: 3, taken: true })
    await sendEmails(world.services)
    takeLoggedErrors()
    return bought
  }

  it('is emailed with its new code, although Postmark reports on the email with the old one', async () => {
    const { id, recipient } = await sendUnnoticed()
    const [first] = mailsTo(recipient)
    await world.rows(`update outbox set due_at = now() + interval '1 hour' where recipient = $1`, [recipient])
    world.mail.control.fail({ status: 500, code: 0, times: 1 })
    const { voucher } = await desk.ask(reissueVoucher, id, {})
    takeLoggedErrors()
    await report(world.mail.control.deliver(first!.id))
    world.clock.advance(10)
    await sendEmails(world.services)
    expect(mailsTo(recipient)).toHaveLength(2)
    expect(mailsTo(recipient)[0]!.text).toContain(voucher.voucherCode)
  })

  it('and is refunded before Postmark reports on it tells the recipient then', async () => {
    const { id, recipient } = await sendUnnoticed()
    await refundVoucher(world.services, id, desk.adminId)
    await sendEmails(world.services)
    expect(mailsTo(recipient)).toHaveLength(1)
    await deliver(recipient)
    expect(mailsTo(recipient).map(({ subject }) => subject)).toEqual([
      'Your gift voucher can no longer be used',
      expect.stringContaining('A gift voucher for you'),
    ])
  })
})

describe('under the code that a restored backup does not know', () => {
  it('a voucher is reissued, unless a voucher has it or had it', async () => {
    const { id, code } = await buySent()
    const emailed = generateVoucherCode(world.services.random)
    const answer = await desk.ask(reissueVoucher, id, { code: ` ${emailed.toLowerCase()} ` })
    expect(answer.voucher.voucherCode.replaceAll('-', '')).toBe(emailed)
    const other = await buySent()
    for (const taken of [emailed, code, other.code]) {
      expect(await desk.ask(reissueVoucher, other.id, { code: taken })).toMatchObject({
        status: 400,
        fields: { code: expect.stringContaining('already in use, or was in the past') },
      })
    }
    expect(await desk.ask(reissueVoucher, other.id, { code: 'WINTER-2026-XMAS' })).toMatchObject({
      status: 400,
      fields: { code: expect.stringContaining('not created by this website') },
    })
    expect(await codeOf(other.id)).toBe(other.code)
  })
})

describe('a customer’s address', () => {
  const correct = (kind: string, id: string, email: string) =>
    desk.ask(changeAddress, undefined, { kind, id, email, requestId: randomUUID() })
  const isCustomer = async (email: string) =>
    (await world.rows('select from customer where email = $1', [email])).length > 0

  it('of a voucher’s buyer is corrected, and the receipt goes there', async () => {
    const { id, buyer, code } = await buySent()
    await bounce(buyer)
    const right = newAddress()
    expect(await correct('voucher', id, right)).toMatchObject({ status: 200 })
    expect(mailsTo(right)).toHaveLength(1)
    expect(mailsTo(right)[0]!.text).toContain(`Ending ${code.slice(-4)}`)
    expect([await isCustomer(right), await isCustomer(buyer)]).toEqual([true, false])
    expect(await codeOf(id)).toBe(code)
  })

  it('that is corrected after the day of the gift gets a receipt without that day', async () => {
    const { id } = await buySent()
    await world.rows('update gift_voucher set send_on = current_date - 1 where id = $1', [id])
    const right = newAddress()
    expect(await correct('voucher', id, right)).toMatchObject({ status: 200 })
    expect(mailsTo(right)[0]!.text).toContain('We have emailed the voucher to')
  })

  it('that was wrong opens “Your purchase” no more; the link in the new receipt does', async () => {
    const { id, token } = await buySent()
    const right = newAddress()
    expect(await correct('voucher', id, right)).toMatchObject({ status: 200 })
    const other = { token, recipientEmail: newAddress() }
    for (const handler of [findPurchase, changeRecipient, reissuePurchase])
      expect(await ask(handler, other)).toMatchObject({ http: 404 })
    const [link] = /(?<=your-purchase#)\S+/.exec(mailsTo(right)[0]!.text)!
    expect(await ask(findPurchase, { token: link })).toMatchObject({
      http: 200,
      buyerEmail: right,
    })
    // The same address again sends the receipt again, and the link stays.
    expect(await correct('voucher', id, right)).toMatchObject({ status: 200 })
    expect(await ask(findPurchase, { token: link })).toMatchObject({ http: 200 })
  })

  it('is the only one whose link an email that still waits has', async () => {
    const { id, buyer, token } = await buyVoucherOnline(world)
    const right = newAddress()
    expect(await correct('voucher', id, right)).toMatchObject({ status: 200 })
    expect(mailsTo(buyer).some(({ text }) => text.includes('your-purchase'))).toBe(false)
    expect(mailsTo(right)[0]!.text).not.toContain(token)
    const [link] = /(?<=your-purchase#)\S+/.exec(mailsTo(right)[0]!.text)!
    expect(await ask(findPurchase, { token: link })).toMatchObject({ http: 200 })
  })

  it('to which the voucher itself had gone gets it with a new code', async () => {
    const { id, buyer, code } = await buySent({ deliverTo: 'buyer', recipientEmail: undefined })
    await deliver(buyer)
    const right = newAddress()
    expect(await correct('voucher', id, right)).toMatchObject({ status: 200 })
    const now = await codeOf(id)
    expect(now).not.toBe(code)
    await expectDead(code)
    expect(mailsTo(right)).toHaveLength(2)
    for (const { text } of mailsTo(right)) {
      expect(text).toContain(now)
      expect(text).not.toContain(code)
    }
    expect(mailsTo(buyer).filter(({ text }) => text.includes('to this address by mistake'))).toHaveLength(1)
  })

  it('gets its own voucher again at once, and on a day only if a recipient is named', async () => {
    const { id } = await buySent({ deliverTo: 'buyer', recipientEmail: undefined })
    const sendOn = londonDay(new Date(Date.now() + 5 * 86_400_000))
    expect(await desk.ask(resendVoucher, id, { sendOn })).toMatchObject({
      status: 400,
      fields: { sendOn: expect.stringContaining('straight away') as unknown },
    })
    expect(await desk.ask(resendVoucher, id, {})).toMatchObject({ status: 200 })
  })

  it('to which the voucher itself is leaving at this moment is not corrected', async () => {
    const { id, buyer } = await buyVoucherOnline(world, { deliverTo: 'buyer', recipientEmail: undefined })
    await world.rows('update outbox set claimed_until = $2 where about = $1', [
      id,
      new Date(Date.now() + 60_000),
    ])
    const refused = await correct('voucher', id, newAddress())
    expect(refused).toMatchObject({ status: 409, code: 'changed_meanwhile' })
    expect((await desk.look(id)).voucher.buyerEmail).toBe(buyer)
  })

  it('to which a voucher that is frozen now had gone gets it with a new code once it can be used', async () => {
    const { id, buyer, code } = await buySent({ deliverTo: 'buyer', recipientEmail: undefined })
    const setStatus = (status: string) =>
      world.rows(
        `update gift_voucher set status = $2, disputed_from = case $2 when 'disputed' then status end where id = $1`,
        [id, status],
      )
    await setStatus('disputed')
    const right = newAddress()
    expect(await correct('voucher', id, right)).toMatchObject({ status: 200 })
    expect(mailsTo(right).map(({ text }) => text.includes('Voucher code'))).toEqual([true])
    await setStatus('active')
    world.clock.advance(60)
    await sendEmails(world.services)
    const now = await codeOf(id)
    expect(now).not.toBe(code)
    expect(mailsTo(right).filter(({ text }) => text.includes(now))).toHaveLength(1)
    expect(mailsTo(buyer).some(({ text }) => text.includes(now))).toBe(false)
  })

  it('from which the voucher itself came back gets it with the same code', async () => {
    const { id, buyer, code } = await buySent({ deliverTo: 'buyer', recipientEmail: undefined })
    for (const mail of mailsTo(buyer)) await report(world.mail.control.bounce(mail.id))
    const right = newAddress()
    expect(await correct('voucher', id, right)).toMatchObject({ status: 200 })
    expect(await codeOf(id)).toBe(code)
    expect(mailsTo(right)).toHaveLength(2)
  })

  it('to which the receipt has not left yet gets the one receipt', async () => {
    const { id, buyer } = await buyVoucherOnline(world)
    const right = newAddress()
    expect(await correct('voucher', id, right)).toMatchObject({ status: 200 })
    const receipts = (to: string) => mailsTo(to).filter(({ subject }) => subject.includes('receipt'))
    expect([receipts(buyer).length, receipts(right).length]).toEqual([0, 1])
  })

  it.each<[string, string, Record<string, unknown>, (id: string) => Promise<unknown>]>([
    [
      'the gift',
      'A gift voucher for',
      { sendOn: addDays(londonDay(new Date()), 20) },
      () => sendEmails(world.services),
    ],
    [
      'that a part was used',
      'You have £30.00 left',
      {},
      async (id) => {
        await sendEmails(world.services)
        const change = { voucherId: id, actor: desk.adminId }
        await redeemVoucher(world.services, change, { amount: 2000, description: undefined })
      },
    ],
    [
      'that the voucher has ended',
      'Your gift voucher can no longer be used',
      {},
      async (id) => {
        await sendEmails(world.services)
        await refundVoucher(world.services, id, desk.adminId)
      },
    ],
  ])('that is the recipient’s, too, still gets as theirs %s', async (_, subject, details, waits) => {
    const shared = newAddress()
    const { id } = await buyVoucherOnline(world, { buyerEmail: shared, recipientEmail: shared, ...details })
    await waits(id)
    const right = newAddress()
    expect(await correct('voucher', id, right)).toMatchObject({ status: 200 })
    world.clock.advance(21 * 24 * 60)
    await sendEmails(world.services)
    const about = (to: string) => mailsTo(to).filter((mail) => mail.subject.startsWith(subject))
    expect([about(shared).length, about(right).length]).toEqual([1, 0])
  })

  it('of an order is corrected, and the confirmation goes there', async () => {
    const { id, email } = await orderOf(world)
    const right = newAddress()
    expect(await correct('order', id, right)).toMatchObject({ status: 200 })
    expect(mailsTo(right).map(({ subject }) => subject)).toEqual([mailsTo(email).at(-1)!.subject])
    expect([await isCustomer(right), await isCustomer(email)]).toEqual([true, false])
    expect((await getOrder(world.services.db, id)).history[0]!.what).toBe('Buyer’s email address corrected')
  })

  it('of an order that is ready is corrected, and that it is ready goes there too', async () => {
    const { id, email } = await orderOf(world)
    await changeFulfilment(world.services, { orderId: id, fulfilment: 'ready', actor: 'admin' })
    world.clock.advance(1)
    await sendEmails(world.services)
    const ready = mailsTo(email)[0]!.subject
    await bounce(email)
    const right = newAddress()
    expect(await correct('order', id, right)).toMatchObject({ status: 200 })
    expect(mailsTo(right).map(({ subject }) => subject)).toEqual(
      expect.arrayContaining([ready, mailsTo(email).at(-1)!.subject]),
    )
    expect(mailsTo(right)).toHaveLength(2)
  })

  it('of an enquiry is corrected, and the confirmation goes there', async () => {
    const email = newAddress()
    const body = {
      firstName: 'First',
      lastName: 'Last',
      email,
      subject: 'Question',
      message: 'Is there a lift?',
    }
    await callFunction(contact, { path: '/api/contact', body, address: '198.51.100.7' })
    const [message] = await world.rows<{ id: string }>('select id from contact_message where email = $1', [
      email,
    ])
    await sendEmails(world.services)
    const right = newAddress()
    expect(await correct('message', message!.id, right)).toMatchObject({ status: 200 })
    expect(mailsTo(right)).toHaveLength(1)
    expect([await isCustomer(right), await isCustomer(email)]).toEqual([true, false])
  })

  it('of nothing, or of another kind, is not found', async () => {
    const { id } = await buySent()
    for (const [kind, target] of [
      ['order', id],
      ['voucher', randomUUID()],
      ['question', id],
    ] as const)
      expect(await correct(kind, target, newAddress())).toMatchObject({ status: 404 })
  })
})
