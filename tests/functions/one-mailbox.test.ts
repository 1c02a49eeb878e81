import { randomUUID } from 'node:crypto'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { addDays, londonDay } from '#contract/base/send-date.ts'
import { codeEndOf } from '#contract/vouchers/voucher-code.ts'
import type { MailEvent } from '#local/mail/mail-events.ts'
import { applyPostmarkEvent } from '#server/delivery/email-events.ts'
import { sendEmails } from '#server/email/send-emails.ts'
import { listAttention } from '#server/reports/attention.ts'
import { callFunction } from '#tests/harness/call-function.ts'
import { GIVEN, openDesk, type Desk } from '#tests/harness/desk.ts'
import { functions } from '#tests/harness/every-function.ts'
import { takeLoggedErrors } from '#tests/harness/no-stray-errors.ts'
import { brokenBooks } from '#tests/harness/start-world.ts'
import { buyVoucherOnline, type Bought } from '#tests/harness/voucher-buyer.ts'
import { useWorld } from '#tests/harness/world.ts'

const {
  changeAddress,
  changeRecipient,
  dismissEmail,
  findPurchase,
  findVoucher,
  generateVoucher,
  reissueVoucher,
  resendMail: resendEmail,
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

type Sent = Bought & { code: string }

const TAKEN = { status: 500, code: 0, taken: true }
const WAIT = { status: 429, code: 429 }
const newAddress = () => `n${randomUUID()}@example.com`
const mailsTo = (to: string) => world.mail.list().filter((mail) => mail.to === to)
const codeOf = async (id: string) => (await desk.look(id)).voucher.voucherCode

async function ask(
  handler: Parameters<typeof callFunction>[0],
  body: object,
): Promise<Record<string, unknown>> {
  const response = await callFunction(handler, { path: '/api/purchase', body, address: `192.0.3.${address}` })
  return { ...((await response.json()) as Record<string, unknown>), http: response.status }
}

const correct = ({ token }: Bought, recipientEmail: string) => ask(changeRecipient, { token, recipientEmail })
const correctBuyer = (id: string, email: string) =>
  desk.ask(changeAddress, undefined, { kind: 'voucher', id, email, requestId: randomUUID() })
const report = (event: MailEvent) => applyPostmarkEvent(world.services, event)

/** Buys a voucher whose emails are tried, each time with what Postmark does to them. */
async function buyWith(
  faults: Omit<Parameters<typeof world.mail.control.fail>[0], 'times'>[],
  details: Record<string, unknown> = {},
): Promise<Sent> {
  const bought = await buyVoucherOnline(world, details)
  for (const fault of faults) {
    world.mail.control.fail({ ...fault, times: 100 })
    await sendEmails(world.services)
    world.mail.control.heal()
    // Until they are tried again.
    world.clock.advance(3)
  }
  takeLoggedErrors()
  world.clock.set(new Date())
  return { ...bought, code: await codeOf(bought.id) }
}

const buyUnnoticed = (details?: Record<string, unknown>) => buyWith([TAKEN], details)

async function buySent(details?: Record<string, unknown>): Promise<Sent> {
  const bought = await buyVoucherOnline(world, details)
  await sendEmails(world.services)
  return { ...bought, code: await codeOf(bought.id) }
}

async function expectReplaced({ id, code }: Pick<Sent, 'id' | 'code'>, at: string): Promise<void> {
  const now = await codeOf(id)
  expect(now).not.toBe(code)
  expect((await desk.ask(findVoucher, undefined, { code })).status).toBe(404)
  await sendEmails(world.services)
  const texts = mailsTo(at).map(({ text }) => text)
  expect(texts.filter((text) => text.includes(now))).not.toEqual([])
  expect(texts.filter((text) => text.includes(code))).toEqual([])
}

describe('a gift whose email Postmark may have', () => {
  it('gets a new code with another address from its buyer, who may still replace it once', async () => {
    const bought = await buyUnnoticed()
    expect(mailsTo(bought.recipient)).toHaveLength(1)
    expect(await ask(findPurchase, { token: bought.token })).toMatchObject({
      giftEmail: { state: 'waiting' },
      canCorrect: true,
    })
    const right = newAddress()
    expect(await correct(bought, right)).toMatchObject({ http: 200, recipientEmail: right })
    await expectReplaced(bought, right)
    // A repeat changes nothing.
    const repeated = { http: 200, voucherCode: await codeOf(bought.id), canReissue: true }
    expect(await correct(bought, right)).toMatchObject(repeated)
    expect(mailsTo(bought.buyer).filter(({ subject }) => subject.includes('new code'))).toHaveLength(1)
    expect(await brokenBooks(world)).toEqual([])
  })

  it('is not sent to another address by Send again, but reissued', async () => {
    const { id, recipient, code } = await buyUnnoticed()
    const other = newAddress()
    const refused = { status: 409, code: 'already_sent' }
    expect(await desk.ask(resendVoucher, id, { recipientEmail: other })).toMatchObject(refused)
    await world.rows(`update outbox set failed_at = now() where recipient = $1`, [recipient])
    const [email] = await world.rows<{ id: string }>('select id from outbox where recipient = $1', [
      recipient,
    ])
    expect(await desk.ask(resendEmail, email!.id, { recipientEmail: other })).toMatchObject(refused)
    expect(mailsTo(other)).toEqual([])
    expect(await desk.ask(reissueVoucher, id, { recipientEmail: other })).toMatchObject({ status: 200 })
    await expectReplaced({ id, code }, other)
  })

  it('because its sender crashed gets a new code with another address', async () => {
    const bought = await buyVoucherOnline(world)
    const code = await codeOf(bought.id)
    await world.rows(
      `update outbox set claimed_until = now() - interval '1 minute', data = data || jsonb_build_object('voucherCode', code)
       from gift_voucher where gift_voucher.id = $1 and about = $1 and template = 'voucher-gift'`,
      [bought.id],
    )
    const right = newAddress()
    expect(await correct(bought, right)).toMatchObject({ http: 200 })
    await expectReplaced({ ...bought, code }, right)
  })

  it.each([
    ['although Postmark refused it later', [TAKEN, WAIT]],
    ['although Postmark refused it first', [WAIT, TAKEN]],
  ])('gets a new code with another address %s', async (_, faults) => {
    const bought = await buyWith(faults)
    const right = newAddress()
    expect(await correct(bought, right)).toMatchObject({ http: 200 })
    await expectReplaced(bought, right)
  })

  it.each([
    ['asked to wait', WAIT],
    ['took no email of ours', { status: 401, code: 10 }],
    ['refused the address', { status: 422, code: 406 }],
  ])('keeps its code with another address if Postmark only %s', async (_, fault) => {
    const bought = await buyWith([fault])
    const right = newAddress()
    expect(await correct(bought, right)).toMatchObject({ http: 200, recipientEmail: right })
    expect(await codeOf(bought.id)).toBe(bought.code)
    await sendEmails(world.services)
    expect(mailsTo(right)[0]!.text).toContain(bought.code)
  })

  it('to its buyer gets a new code when their address is corrected', async () => {
    const bought = await buyUnnoticed({ deliverTo: 'buyer', recipientEmail: undefined })
    const right = newAddress()
    expect(await correctBuyer(bought.id, right)).toMatchObject({ status: 200 })
    await expectReplaced(bought, right)
  })
})

describe('a gift whose email came back', () => {
  it('and arrived after all counts as arrived', async () => {
    const { id, token, recipient } = await buySent()
    const [mail] = mailsTo(recipient)
    await report(world.mail.control.bounce(mail!.id, 'Blocked'))
    world.clock.advance(5)
    await report({ ...world.mail.control.deliver(mail!.id), DeliveredAt: world.clock.now().toISOString() })
    expect(await ask(findPurchase, { token })).toMatchObject({
      giftEmail: { state: 'accepted' },
      canCorrect: false,
      canReissue: true,
    })
    const refused = await desk.ask(resendVoucher, id, { recipientEmail: newAddress() })
    expect(refused).toMatchObject({ status: 409, code: 'already_sent' })
    expect(await brokenBooks(world)).toEqual([])
  })

  it('has come back whatever is reported first', async () => {
    const { token, recipient } = await buySent()
    const [mail] = mailsTo(recipient)
    const delivery = { ...world.mail.control.deliver(mail!.id), DeliveredAt: world.clock.now().toISOString() }
    world.clock.advance(5)
    const bounce = {
      ...world.mail.control.bounce(mail!.id, 'Blocked'),
      BouncedAt: world.clock.now().toISOString(),
    }
    await report(bounce)
    await report(delivery)
    expect(await ask(findPurchase, { token })).toMatchObject({ giftEmail: { state: 'bounced' } })
  })

  it('and arrived where it is no longer for stands in Needs attention while the code works', async () => {
    const bought = await buySent()
    const [mail] = mailsTo(bought.recipient)
    await report(world.mail.control.bounce(mail!.id, 'SMTPApiError'))
    expect(await correct(bought, newAddress())).toMatchObject({ http: 200, voucherCode: bought.code })
    const elsewhere = async () =>
      (await listAttention(world.services)).items.filter(
        (item) => item.kind === 'mail' && item.state === 'elsewhere' && item.voucherId === bought.id,
      )
    expect(await elsewhere()).toEqual([])
    world.clock.advance(5)
    await report({ ...world.mail.control.deliver(mail!.id), DeliveredAt: world.clock.now().toISOString() })
    expect(await elsewhere()).toMatchObject([{ recipient: bought.recipient, what: 'Gift voucher' }])
    expect(await desk.ask(reissueVoucher, bought.id, {})).toMatchObject({ status: 200 })
    expect(await elsewhere()).toEqual([])
  })

  it('and arrived where it is no longer for is taken from the list by Done', async () => {
    const bought = await buySent()
    const [mail] = mailsTo(bought.recipient)
    await report(world.mail.control.bounce(mail!.id))
    await correct(bought, newAddress())
    world.clock.advance(5)
    await report({ ...world.mail.control.deliver(mail!.id), DeliveredAt: world.clock.now().toISOString() })
    const found = async () =>
      (await listAttention(world.services)).items.filter(
        (item) => item.kind === 'mail' && item.voucherId === bought.id,
      )
    const [item] = await found()
    expect((await desk.ask(dismissEmail, item!.id, {})).status).toBe(200)
    expect(await found()).toEqual([])
  })
})

describe('the whole code', () => {
  it('of a gift is on “Your purchase”, and only its end in the receipt', async () => {
    const { token, buyer, code } = await buySent()
    const [receipt] = mailsTo(buyer)
    expect(receipt!.text + receipt!.html).not.toContain(code)
    expect(receipt!.text).toContain(`Voucher code: Ending ${codeEndOf(code.replaceAll('-', ''))}`)
    expect(await ask(findPurchase, { token })).toMatchObject({ voucherCode: code })
  })

  it('of a voucher for printing is in its receipt', async () => {
    const { buyer, code } = await buySent({ deliverTo: 'buyer', recipientEmail: undefined })
    expect(mailsTo(buyer).map(({ text }) => text.includes(code))).toEqual([true, true])
  })

  it('of a voucher from the desk is in its buyer’s copy only if it is on paper', async () => {
    for (const [deliverTo, isWhole] of [
      ['print', true],
      ['recipient', false],
    ] as const) {
      const buyerEmail = newAddress()
      const { voucher } = await desk.ask(generateVoucher, undefined, {
        ...GIVEN,
        paidBy: 'cash',
        buyerName: 'Buyer Name',
        buyerEmail,
        deliverTo,
        ...(deliverTo === 'print' && { recipientEmail: '' }),
      })
      await sendEmails(world.services)
      const [copy] = mailsTo(buyerEmail)
      expect(copy!.text.includes(voucher.voucherCode)).toBe(isWhole)
    }
  })

  it('that was emailed to a wrong address of the buyer ends when that is corrected', async () => {
    const buyerEmail = newAddress()
    const voucher = await desk.generate({
      paidBy: 'cash',
      deliverTo: 'print',
      recipientEmail: '',
      buyerEmail,
    })
    await sendEmails(world.services)
    expect(mailsTo(buyerEmail)[0]!.text).toContain(voucher.voucherCode)
    const right = newAddress()
    expect(await correctBuyer(voucher.id, right)).toMatchObject({ status: 200 })
    await expectReplaced({ id: voucher.id, code: voucher.voucherCode }, right)
  })

  it('is not shown to another address by an email with the buyer’s link that is sent again', async () => {
    const gift = await buySent({ sendOn: addDays(londonDay(world.clock.now()), 5) })
    await correct(gift, newAddress())
    await sendEmails(world.services)
    for (const { id } of mailsTo(gift.buyer)) await report(world.mail.control.bounce(id, 'Blocked'))
    const [email] = await world.rows<{ id: string }>(
      `select id from outbox where template = 'gift-changed' and recipient = $1`,
      [gift.buyer],
    )
    const other = newAddress()
    expect(await desk.ask(resendEmail, email!.id, { recipientEmail: other })).toMatchObject({ status: 400 })
    await sendEmails(world.services)
    expect(mailsTo(other)).toEqual([])
  })

  it('stays when the address of a gift’s buyer is corrected', async () => {
    const { id, code } = await buySent()
    const right = newAddress()
    expect(await correctBuyer(id, right)).toMatchObject({ status: 200 })
    expect(await codeOf(id)).toBe(code)
    expect(mailsTo(right)[0]!.text).not.toContain(code)
  })
})
