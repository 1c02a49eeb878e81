import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { longDay } from '#server/dates.ts'
import { sendEmails } from '#server/email/send-emails.ts'
import { GIVEN, openDesk, type Desk } from '#tests/harness/desk.ts'
import { functions } from '#tests/harness/every-function.ts'
import { useWorld } from '#tests/harness/world.ts'

const {
  changeAddress,
  eraseCustomer,
  findVoucher,
  generateVoucher,
  refundVoucher,
  reissueVoucher,
  resendVoucher,
} = functions

const world = useWorld()
let desk: Desk
beforeAll(async () => void (desk = await openDesk(world)))

const generate = (body: object) => desk.ask(generateVoucher, undefined, { ...GIVEN, paidBy: 'cash', ...body })
const print = (body: object = {}) => generate({ recipientEmail: '', deliverTo: 'print', ...body })
const mailsTo = (address: string) => world.mail.list().filter(({ to }) => to.includes(address))
const emailsAbout = (id: string) =>
  world.rows<{ template: string; recipient: string }>(
    `select template, recipient from outbox where about = $1 order by created_at, template`,
    [id],
  )
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
const someone = () => `${randomUUID()}@example.com`

describe('a voucher that is printed', () => {
  it('needs no address and sends nothing', async () => {
    const { status, voucher } = await print({ originalAmount: 65, sendOn: inDays(3) })
    expect([status, voucher]).toMatchObject([
      200,
      { deliverTo: 'print', paidBy: 'cash', currentBalance: '65.00', isDelivered: false, status: 'active' },
    ])
    expect(voucher).not.toHaveProperty('recipientEmail')
    expect(voucher).not.toHaveProperty('giftEmail')
    expect(voucher).not.toHaveProperty('sendOn')
    expect(await emailsAbout(voucher.id)).toEqual([])
  })

  it('does not keep an address that was typed before Print was chosen', async () => {
    const { voucher } = await print({ recipientEmail: 'typed@example.com' })
    expect(voucher).not.toHaveProperty('recipientEmail')
    expect(await emailsAbout(voucher.id)).toEqual([])
  })

  it('sends its payer a receipt that says so', async () => {
    const buyerEmail = someone()
    const { voucher } = await print({ buyerName: 'Buyer Name', buyerEmail })
    await sendEmails(world.services)
    expect(await emailsAbout(voucher.id)).toEqual([{ template: 'voucher-copy', recipient: buyerEmail }])
    const [receipt] = mailsTo(buyerEmail)
    expect(receipt?.text).toContain('We have printed the voucher for Recipient Name.')
    expect(receipt?.text).toContain('In cash, at the clinic')
    expect(receipt?.text).not.toContain('emailed the voucher')
  })

  it('is refunded like any other', async () => {
    const { voucher } = await print()
    expect(await desk.ask(refundVoucher, voucher.id, {})).toMatchObject({
      status: 200,
      refundedAmount: '50.00',
      state: 'recorded',
    })
    expect(await emailsAbout(voucher.id)).toEqual([])
  })

  it('gets a new code to print, and its payer is told that the old one is void', async () => {
    const buyerEmail = someone()
    const { voucher } = await print({ buyerName: 'Buyer Name', buyerEmail })
    const reissued = await desk.ask(reissueVoucher, voucher.id, {})
    expect(reissued).toMatchObject({ status: 200, voucher: { deliverTo: 'print', isDelivered: false } })
    expect(reissued.voucher.voucherCode).not.toBe(voucher.voucherCode)
    expect((await desk.ask(findVoucher, undefined, { code: voucher.voucherCode })).status).toBe(404)
    await sendEmails(world.services)
    const told = mailsTo(buyerEmail).find(({ subject }) => subject === 'Your gift voucher has a new code')
    expect(told?.text).toContain(
      'we have given the gift voucher for Recipient Name a new code, and will print it again',
    )
    expect((await emailsAbout(voucher.id)).map(({ template }) => template)).not.toContain('voucher-gift')
  })

  it('gets a new code by email if the owner gives an address', async () => {
    const recipientEmail = someone()
    const { voucher } = await print()
    const reissued = await desk.ask(reissueVoucher, voucher.id, { recipientEmail })
    expect(reissued.voucher).toMatchObject({ deliverTo: 'recipient', recipientEmail })
    await sendEmails(world.services)
    expect(mailsTo(recipientEmail)[0]?.text).toContain(reissued.voucher.voucherCode)
  })

  it('is emailed once an address is given, and not before', async () => {
    const recipientEmail = someone()
    const { voucher } = await print()
    expect(await desk.ask(resendVoucher, voucher.id, {})).toMatchObject({
      status: 400,
      fields: { recipientEmail: 'This voucher is on paper. To email it, please enter an email address' },
    })
    expect(await emailsAbout(voucher.id)).toEqual([])
    const sent = await desk.ask(resendVoucher, voucher.id, { recipientEmail })
    expect(sent.voucher).toMatchObject({
      deliverTo: 'recipient',
      recipientEmail,
      voucherCode: voucher.voucherCode,
    })
    await sendEmails(world.services)
    expect(mailsTo(recipientEmail)).toHaveLength(1)
  })

  it('sends its receipt again to the corrected address of its payer, with a new code, and no voucher', async () => {
    const [buyerEmail, email] = [someone(), someone()]
    const { voucher } = await print({ buyerName: 'Buyer Name', buyerEmail })
    await sendEmails(world.services)
    const body = { kind: 'voucher', id: voucher.id, email, requestId: randomUUID() }
    expect((await desk.ask(changeAddress, undefined, body)).status).toBe(200)
    expect(await emailsAbout(voucher.id)).toEqual(
      expect.arrayContaining([
        { template: 'voucher-copy', recipient: buyerEmail },
        { template: 'address-changed', recipient: buyerEmail },
        { template: 'gift-changed', recipient: email },
        { template: 'voucher-copy', recipient: email },
      ]),
    )
    const now = (await desk.look(voucher.id)).voucher
    expect(now).toMatchObject({ deliverTo: 'print', isDelivered: false })
    expect(now.voucherCode).not.toBe(voucher.voucherCode)
  })

  it('forgets the name on it with the payer, who alone can ask for that', async () => {
    const buyerEmail = someone()
    const { voucher } = await print({ buyerName: 'Buyer Name', buyerEmail })
    await sendEmails(world.services)
    await desk.ask(refundVoucher, voucher.id, {})
    expect((await desk.ask(eraseCustomer, undefined, { email: buyerEmail })).status).toBe(200)
    const [row] = await world.rows('select recipient_name, buyer_name from gift_voucher where id = $1', [
      voucher.id,
    ])
    expect(row).toEqual({ recipient_name: '', buyer_name: '' })
  })
})

describe('a voucher from the desk', () => {
  it('needs an address unless it is printed, and takes no buyer as the one who gets it', async () => {
    expect(await generate({ recipientEmail: '' })).toMatchObject({
      status: 400,
      fields: { recipientEmail: 'Please enter a valid email' },
    })
    expect(await generate({ deliverTo: 'buyer' })).toMatchObject({
      status: 400,
      fields: { deliverTo: 'Please choose how the voucher is given' },
    })
  })

  it('is emailed on the chosen day, and its payer reads which', async () => {
    const [recipientEmail, buyerEmail, sendOn] = [someone(), someone(), inDays(10)]
    const { voucher } = await generate({ recipientEmail, buyerEmail, buyerName: 'Buyer Name', sendOn })
    expect(voucher).toMatchObject({ sendOn, giftEmail: { state: 'waiting' } })
    await sendEmails(world.services)
    expect(mailsTo(recipientEmail)).toEqual([])
    expect(mailsTo(buyerEmail)[0]?.text).toContain(
      `We will email the voucher to Recipient Name on ${longDay(sendOn)}`,
    )
    world.clock.set(`${sendOn}T09:01:00Z`)
    await sendEmails(world.services)
    expect(mailsTo(recipientEmail)).toHaveLength(1)
    world.clock.set(new Date())
  })

  it.each([
    [inDays(-1), 'That day has passed. Please choose tomorrow or a later day'],
    [inDays(0), 'Please choose tomorrow or a later day, or send it now'],
    [inDays(181), 'Please choose a day in the next 180 days'],
    ['2026-02-31', 'That day does not exist. Please choose another one'],
  ])('is not emailed on %s', async (sendOn, sentence) => {
    expect(await generate({ sendOn })).toMatchObject({ status: 400, fields: { sendOn: sentence } })
  })

  it('stores whether its code was generated', async () => {
    // Has the length and the check character of a generated one.
    const own = await generate({ customVoucherCode: '0000000000000000' })
    const generated = await generate({})
    const rows = await world.rows<{ id: string; generated: boolean }>(
      'select id, code_generated as generated from gift_voucher where id = any($1)',
      [[own.voucher.id, generated.voucher.id]],
    )
    expect(new Map(rows.map((row) => [row.id, row.generated]))).toEqual(
      new Map([
        [own.voucher.id, false],
        [generated.voucher.id, true],
      ]),
    )
  })
})
