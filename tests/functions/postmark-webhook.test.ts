import { randomUUID } from 'node:crypto'
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { addDays } from '#contract/base/send-date.ts'
import type { BounceType } from '#local/mail/bounce-types.ts'
import type { MailEvent } from '#local/mail/mail-events.ts'
import { longDay } from '#server/dates.ts'
import { listRecordEmails } from '#server/delivery/undelivered-emails.ts'
import { sendEmails } from '#server/email/send-emails.ts'
import { runHourlyJob } from '#server/jobs/hourly-job.ts'
import { refundOrder } from '#server/money/refund/refund-order.ts'
import { refundVoucher } from '#server/money/refund/refund-voucher.ts'
import { changeFulfilment } from '#server/orders/change-fulfilment.ts'
import { listAttention } from '#server/reports/attention.ts'
import { reissueVoucher, resendVoucher } from '#server/vouchers/giving/give-at-desk.ts'
import { redeemVoucher } from '#server/vouchers/ledger/change-balance.ts'
import { extendVoucher } from '#server/vouchers/ledger/extend-voucher.ts'
import { callFunction } from '#tests/harness/call-function.ts'
import { openDesk } from '#tests/harness/desk.ts'
import { functions } from '#tests/harness/every-function.ts'
import { takeLoggedErrors } from '#tests/harness/no-stray-errors.ts'
import { orderOf } from '#tests/harness/order-buyer.ts'
import { ENVIRONMENT } from '#tests/harness/start-world.ts'
import { buyVoucherOnline } from '#tests/harness/voucher-buyer.ts'
import { useWorld } from '#tests/harness/world.ts'

const { contact, dismissEmail, postmarkWebhook, resendMail } = functions

const world = useWorld()
beforeEach(() => world.clock.set(new Date()))

const basic = (user: string, password: string) =>
  `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`
const OURS = basic('postmark', ENVIRONMENT.POSTMARK_WEBHOOK_PASSWORD)

const post = (body: unknown, authorization = OURS, method = 'POST') =>
  callFunction(postmarkWebhook, {
    path: '/api/postmark-webhook',
    method,
    body,
    headers: { 'content-type': 'application/json', ...(authorization && { authorization }) },
  })

async function report(...events: MailEvent[]): Promise<void> {
  for (const event of events) expect((await post(event)).status).toBe(200)
}

const mailTo = (to: string) => world.mail.list().find((mail) => mail.to === to)!
const mailsTo = (to: string) => world.mail.list().filter((mail) => mail.to === to)
const { bounce, deliver, complain } = {
  bounce: (to: string, type?: BounceType) => world.mail.control.bounce(mailTo(to).id, type),
  deliver: (to: string) => world.mail.control.deliver(mailTo(to).id),
  complain: (to: string) => world.mail.control.complain(mailTo(to).id),
}

/** Buys a voucher whose emails have left. */
async function buySent(details?: Record<string, unknown>) {
  const bought = await buyVoucherOnline(world, details)
  await sendEmails(world.services)
  return bought
}

async function stateOf(id: string, what = 'Gift voucher') {
  const { emails } = await listRecordEmails(world.services, id)
  return emails.find((email) => email.what === what)
}

async function attentionTo(recipient: string) {
  const { items } = await listAttention(world.services)
  return items.filter((item) => item.kind === 'mail' && item.recipient === recipient)
}

describe('who may call it', () => {
  it.each([
    ['no credentials', ''],
    ['another password', basic('postmark', 'wrong')],
    ['another user', basic('someone', ENVIRONMENT.POSTMARK_WEBHOOK_PASSWORD)],
    ['no scheme', 'x'.repeat(100_000)],
  ])('refuses %s with 401, and changes nothing', async (_, authorization) => {
    const { id, recipient } = await buySent()
    expect((await post(bounce(recipient), authorization)).status).toBe(401)
    expect(await stateOf(id)).toMatchObject({ state: 'sent' })
  })

  it('is closed without a password, which the log names', async () => {
    vi.stubEnv('POSTMARK_WEBHOOK_PASSWORD', '')
    expect((await post({}, basic('postmark', ''))).status).toBe(503)
    expect(takeLoggedErrors()).toEqual([expect.stringContaining('POSTMARK_WEBHOOK_PASSWORD is unset')])
    vi.unstubAllEnvs()
  })

  it('answers 405, 400 and 413 to what is no event', async () => {
    expect((await post({}, OURS, 'GET')).status).toBe(405)
    expect((await post('no JSON')).status).toBe(400)
    expect((await post('x'.repeat(1_000_000))).status).toBe(413)
  })

  it.each([
    [
      'an email of somebody else',
      {
        RecordType: 'Delivery',
        MessageID: randomUUID(),
        Recipient: 'a@b.example',
        DeliveredAt: '2026-11-26T09:00:00Z',
      },
    ],
    ['a type of tomorrow', { RecordType: 'Teleportation', MessageID: randomUUID() }],
    [
      'a bounce of tomorrow',
      {
        RecordType: 'Bounce',
        Type: 'constructor',
        ID: 1,
        MessageID: 'x',
        Email: 'a@b.example',
        BouncedAt: '2026-11-26T09:00:00Z',
      },
    ],
    [
      'characters that Postgres does not store',
      {
        RecordType: 'Delivery',
        MessageID: 'x',
        Recipient: '\0\ud800',
        DeliveredAt: '2026-02-31T09:00:00Z',
        Metadata: { outbox: '\0' },
      },
    ],
    ['a list', [1, 2]],
    ['nothing', null],
  ])('answers 200 to %s', async (_, body) => {
    expect((await post(body)).status).toBe(200)
  })
})

describe('the state of an email', () => {
  it.each([
    ['HardBounce', 'no_mailbox'],
    ['BadEmailAddress', 'no_mailbox'],
    ['Blocked', 'refused'],
    ['SpamNotification', 'refused'],
    ['DMARCPolicy', 'refused'],
    ['VirusNotification', 'refused'],
    ['ManuallyDeactivated', 'refused'],
    ['SMTPApiError', 'unreachable'],
    ['TemplateRenderingFailed', 'unreachable'],
  ] as const)('is bounced after %s', async (type, reason) => {
    const { id, recipient } = await buySent()
    await report(bounce(recipient, type))
    expect(await stateOf(id)).toMatchObject({ state: 'bounced', reason, canResend: true })
  })

  it('is the same whichever order Postmark reports in, and however often', async () => {
    for (const isReversed of [false, true]) {
      const { id, recipient } = await buySent()
      const events = [bounce(recipient, 'SoftBounce'), deliver(recipient)]
      const order = isReversed ? events.toReversed() : events
      await report(...order, ...order)
      expect(await stateOf(id)).toMatchObject({ state: 'accepted' })
      const hard = [deliver(recipient), bounce(recipient)]
      await report(...(isReversed ? hard.toReversed() : hard), ...hard)
      expect(await stateOf(id)).toMatchObject({ state: 'bounced' })
    }
  })

  it('is known before the send was recorded, and an answer that was lost sends it no second time', async () => {
    const { id, recipient } = await buyVoucherOnline(world)
    world.mail.control.fail({ status: 500, code: 0, times: 2, taken: true })
    await sendEmails(world.services)
    takeLoggedErrors()
    expect(await stateOf(id)).toMatchObject({ state: 'waiting' })
    await report(deliver(recipient))
    expect(await stateOf(id)).toMatchObject({ state: 'accepted' })
    world.clock.advance(10)
    await sendEmails(world.services)
    expect(mailsTo(recipient)).toHaveLength(1)
  })

  it('is not changed by what is reported of a former address', async () => {
    const { id, recipient } = await buyVoucherOnline(world)
    world.mail.control.fail({ status: 500, code: 0, times: 2, taken: true })
    await sendEmails(world.services)
    takeLoggedErrors()
    // As before it counted as sent.
    await world.rows('update outbox set unanswered_at = null where recipient = $1', [recipient])
    const change = { voucherId: id, actor: 'admin' }
    await resendVoucher(world.services, change, { recipientEmail: `right-${recipient}` })
    await report(bounce(recipient))
    expect(await stateOf(id)).toMatchObject({ state: 'sent', recipient: `right-${recipient}` })
  })

  it('is read by the hour without a webhook, in Eastern time and without our id', async () => {
    const { id, recipient } = await buySent()
    const at = bounce(recipient).BouncedAt
    await runHourlyJob(world.services)
    const email = await stateOf(id)
    expect(email).toMatchObject({ state: 'bounced', reason: 'no_mailbox' })
    expect(Math.abs(Date.parse(email!.at!) - Date.parse(at))).toBeLessThan(2000)
    expect(mailsTo('buyer@example.com')).toEqual([])
  })

  it('is read by the hour six days after the last email has left', async () => {
    const { id, recipient } = await buySent()
    bounce(recipient)
    world.clock.set(new Date(Date.now() + 6 * 86_400_000))
    await runHourlyJob(world.services)
    expect(await stateOf(id)).toMatchObject({ state: 'bounced' })
  })

  it('is not put off by the hour’s reading, because only the webhook would tell that it arrived', async () => {
    const { id, recipient } = await buySent()
    bounce(recipient, 'Transient')
    await runHourlyJob(world.services)
    expect(await stateOf(id)).toMatchObject({ state: 'sent' })
  })

  it('says that nothing is reported while there is no password', async () => {
    const { id } = await buySent()
    expect(await listRecordEmails(world.services, id)).toMatchObject({ isReported: true })
    vi.stubEnv('POSTMARK_WEBHOOK_PASSWORD', '')
    expect(await listRecordEmails(world.services, id)).toMatchObject({ isReported: false })
    vi.unstubAllEnvs()
  })
})

describe('who is told', () => {
  it('the buyer, once, and the owner, when a gift comes back', async () => {
    const { id, recipient, buyer } = await buySent()
    const event = bounce(recipient)
    await report(event, event)
    const told = mailsTo(buyer).filter(({ subject }) => subject.includes('has not arrived'))
    expect(told).toHaveLength(1)
    expect(told[0]!.text).not.toContain(recipient)
    expect(await attentionTo(recipient)).toMatchObject([
      { state: 'bounced', reason: 'no_mailbox', voucherId: id, isReceipt: false },
    ])
  })

  it('the buyer, when Postmark does not take the gift, because the address has come back before', async () => {
    const { id, recipient, buyer } = await buyVoucherOnline(world)
    world.mail.control.refuse(recipient)
    await sendEmails(world.services)
    takeLoggedErrors()
    expect(await stateOf(id)).toMatchObject({ state: 'failed' })
    const told = mailsTo(buyer).filter(({ subject }) => subject.includes('has not arrived'))
    expect(told).toHaveLength(1)
    expect(told[0]!.text).toContain('could not be reached')
  })

  it('only the owner, when a gift that has arrived is sent again, and that comes back', async () => {
    const { id, recipient, buyer } = await buySent()
    await report(deliver(recipient))
    const first = mailTo(recipient).id
    await resendVoucher(world.services, { voucherId: id, actor: 'system' })
    await sendEmails(world.services)
    expect(mailTo(recipient).id).not.toBe(first)
    await report(bounce(recipient))
    expect(mailsTo(buyer).filter(({ subject }) => subject.includes('has not arrived'))).toEqual([])
    expect(await attentionTo(recipient)).toMatchObject([{ state: 'bounced', voucherId: id }])
  })

  it('the buyer, when the new code of a voucher comes back, although the former one had arrived long ago', async () => {
    const { id, recipient, buyer } = await buySent()
    await report(deliver(recipient))
    // As after 30 days.
    await world.rows(
      `update outbox set data = null, recipient = '' where about = $1 and sent_at is not null`,
      [id],
    )
    const other = `other-${randomUUID()}@example.com`
    await reissueVoucher(
      world.services,
      { voucherId: id, actor: 'system' },
      { recipientEmail: other, code: undefined },
    )
    await sendEmails(world.services)
    await report(bounce(other))
    expect(mailsTo(buyer).filter(({ subject }) => subject.includes('has not arrived'))).toHaveLength(1)
  })

  it('only the owner, when what told the buyer comes back too', async () => {
    const { recipient, buyer } = await buySent()
    await report(bounce(recipient))
    const before = mailsTo(buyer).length
    await report(bounce(buyer))
    expect(mailsTo(buyer)).toHaveLength(before)
    expect(await attentionTo(buyer)).toMatchObject([
      { state: 'bounced', what: 'Notice to the buyer that the voucher did not arrive' },
    ])
  })

  it('the owner, when a receipt comes back', async () => {
    const { id, buyer, recipient } = await buySent()
    await report(bounce(buyer, 'Blocked'))
    expect(await attentionTo(buyer)).toMatchObject([
      { state: 'bounced', reason: 'refused', isReceipt: true, voucherId: id },
    ])
    expect(mailsTo(buyer)).toHaveLength(1)
    expect(mailsTo(recipient)).toHaveLength(1)
  })

  it('nobody, when the gift of a voucher that was refunded comes back', async () => {
    const { id, recipient, buyer } = await buySent()
    await refundVoucher(world.services, id, randomUUID())
    await sendEmails(world.services)
    const gift = mailsTo(recipient).at(-1)!
    await report(world.mail.control.bounce(gift.id))
    expect(mailsTo(buyer).filter(({ subject }) => subject.includes('has not arrived'))).toEqual([])
    expect(await attentionTo(recipient)).toEqual([])
  })

  it('the owner, when an email is put off for a day, until it arrives', async () => {
    const { recipient } = await buySent()
    await report(bounce(recipient, 'Transient'))
    expect(await attentionTo(recipient)).toEqual([])
    world.clock.advance(24 * 60 + 1)
    expect(await attentionTo(recipient)).toMatchObject([{ state: 'delayed', reason: null }])
    await report(deliver(recipient))
    expect(await attentionTo(recipient)).toEqual([])
  })

  it('nobody, when a recipient complains, which is kept', async () => {
    const { id, recipient } = await buySent()
    await report(deliver(recipient), complain(recipient))
    expect(await stateOf(id)).toMatchObject({ state: 'accepted' })
    const [kept] = await world.rows(
      'select complained_at is not null as kept from outbox where recipient = $1',
      [recipient],
    )
    expect(kept).toEqual({ kept: true })
  })

  it('the owner, when a confirmation to a visitor comes back', async () => {
    const email = `v${randomUUID()}@example.com`
    const body = {
      firstName: 'First',
      lastName: 'Last',
      email,
      subject: 'Question',
      message: 'Is there a lift?',
    }
    await callFunction(contact, { path: '/api/contact', body })
    await sendEmails(world.services)
    await report(bounce(email))
    const [item] = await attentionTo(email)
    expect(item).toMatchObject({ state: 'bounced', isReceipt: false, requestId: expect.any(String) })
  })
})

describe('the owner', () => {
  let desk: Awaited<ReturnType<typeof openDesk>>
  beforeAll(async () => void (desk = await openDesk(world)))

  it('sends an email that came back again once, however often it is asked for, when Postmark lets the address through', async () => {
    for (const [what, who] of [
      ['Receipt', 'buyer'],
      ['Gift voucher', 'recipient'],
    ] as const) {
      const { id, [who]: address } = await buySent()
      const event = bounce(address)
      await report(event)
      await activate(event.ID)
      const { id: email } = (await stateOf(id, what))!
      for (let presses = 0; presses < 2; presses += 1)
        expect(await desk.ask(resendMail, email, {})).toMatchObject({ status: 200, queued: true })
      expect(mailsTo(address)).toHaveLength(2)
      expect(await stateOf(id, what)).toMatchObject({ state: 'sent' })
      // What is reported of the first one changes nothing any more.
      await report(event)
      expect(await stateOf(id, what)).toMatchObject({ state: 'sent' })
      expect(await attentionTo(address)).toEqual([])
    }
  })

  it('sends a receipt that came back again with the last day of today, and what was paid', async () => {
    const { id, buyer } = await buySent()
    const buyerEmail = `b${randomUUID()}@example.com`
    const sold = await desk.generate({ originalAmount: 100, buyerName: 'Buyer Name', buyerEmail })
    await sendEmails(world.services)
    const lastDay = addDays(sold.expiryDate, 90)
    for (const [voucherId, what, address] of [
      [id, 'Receipt', buyer],
      [sold.id, 'Copy of the voucher for the buyer', buyerEmail],
    ] as const) {
      const event = bounce(address)
      await report(event)
      await activate(event.ID)
      const change = { voucherId, actor: desk.adminId }
      await redeemVoucher(world.services, change, { amount: 4000, description: undefined })
      await extendVoucher(world.services, change, lastDay)
      const { id: email } = (await stateOf(voucherId, what))!
      expect(await desk.ask(resendMail, email, {})).toMatchObject({ status: 200, queued: true })
      expect(mailTo(address).text).toContain(`Valid until: ${longDay(lastDay)}`)
    }
    expect(mailTo(buyer).subject).toBe('Your gift voucher receipt: £50.00')
    expect(mailTo(buyerEmail).subject).toBe('Your gift voucher: £100.00')
  })

  it('does not send again that an order is ready once its money is on its way back', async () => {
    const { id, email } = await orderOf(world, 1, 'pm_card_pendingRefund')
    const change = { orderId: id, actor: desk.adminId }
    await changeFulfilment(world.services, { ...change, fulfilment: 'ready' })
    world.clock.advance(1)
    await sendEmails(world.services)
    await report(bounce(email))
    await refundOrder(world.services, change)
    const notice = (await stateOf(id, 'Notice that the order is ready or on its way'))!
    expect(notice).toMatchObject({ state: 'bounced' })
    expect(await desk.ask(resendMail, notice.id, {})).toMatchObject({ status: 404 })
  })

  it('takes an email from Needs attention that was dealt with otherwise', async () => {
    const { buyer } = await buySent()
    await report(bounce(buyer))
    const [item] = await attentionTo(buyer)
    for (let presses = 0; presses < 2; presses += 1)
      expect(await desk.ask(dismissEmail, item!.id, {})).toMatchObject({ status: 200, dismissed: true })
    expect(await attentionTo(buyer)).toEqual([])
    expect((await desk.ask(dismissEmail, randomUUID(), {})).status).toBe(404)
  })

  it('is told of an email that comes back or fails after Done', async () => {
    const { buyer } = await buySent()
    await report(bounce(buyer, 'Transient'))
    world.clock.advance(24 * 60 + 1)
    const [delayed] = await attentionTo(buyer)
    await desk.ask(dismissEmail, delayed!.id, {})
    await report(bounce(buyer))
    expect(await attentionTo(buyer)).toMatchObject([{ state: 'bounced' }])

    // The functions' own time.
    world.clock.set(new Date())
    const dead = `d${randomUUID()}@example.com`
    world.mail.control.refuse(dead, 406)
    await buyVoucherOnline(world, { recipientEmail: dead })
    await sendEmails(world.services)
    const [failed] = await attentionTo(dead)
    await desk.ask(dismissEmail, failed!.id, {})
    expect(await attentionTo(dead)).toEqual([])
    for (let presses = 0; presses < 2; presses += 1)
      expect(await desk.ask(resendMail, failed!.id, {})).toMatchObject({ status: 200 })
    // Nothing is sent there, and nobody is told that it is.
    const elsewhere = { recipientEmail: 'elsewhere@example.com' }
    expect(await desk.ask(resendMail, failed!.id, elsewhere)).toMatchObject({ code: 'request_reused' })
    await sendEmails(world.services)
    takeLoggedErrors()
    expect(await attentionTo(dead)).toMatchObject([{ state: 'failed' }])
  })
})

async function activate(bounceId: number): Promise<void> {
  const response = await fetch(`${world.mail.url}/bounces/${bounceId}/activate`, {
    method: 'PUT',
    headers: { 'x-postmark-server-token': ENVIRONMENT.POSTMARK_SERVER_TOKEN },
  })
  expect(response.status).toBe(200)
}
